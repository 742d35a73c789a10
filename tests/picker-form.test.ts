/** `feaas-picker` in a plain HTML form, and as a dialog, on the real host under its policy (D13). */
import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import {
  chooseEntry,
  waitForEntries,
  inContext,
  inPicker,
  pickerJourney,
  unexpectedConsoleMessages,
  type PickerElement,
} from './lib/picker-page';

const journey = pickerJourney();
afterEach(() => assert.deepEqual(unexpectedConsoleMessages(journey.consoleMessages), []));

const form = (attributes: string, more = ''): string =>
  inContext(
    `<form action="/journey.html"><fieldset><feaas-picker name="look" ${attributes}></feaas-picker></fieldset>${more}<button>Send</button></form>`,
  );
/** Entries that the form would submit. */
const entries = (): Promise<[string, string][]> =>
  journey.page.$eval('form', (form) => [...new FormData(form as HTMLFormElement)] as [string, string][]);
const scripts = (): string[] => journey.requestURLs.filter((url) => url.endsWith('/picker.js'));
const isUpgraded = (): Promise<unknown> =>
  journey.page.waitForFunction(() => document.querySelector('feaas-picker')?.shadowRoot?.firstElementChild);

test('without its placeholder attribute, a picker uses the default: button and dialog always have a name', async () => {
  const { page, open } = journey;
  await open(form('dialog placeholder="Look"'));
  await isUpgraded();
  const names = (): Promise<unknown> =>
    page.$eval('feaas-picker', ({ shadowRoot }) => [
      shadowRoot!.querySelector('[part=trigger]')!.textContent,
      shadowRoot!.querySelector('dialog')!.getAttribute('aria-label'),
    ]);
  assert.deepEqual(await names(), ['Look', 'Look']);
  await page.$eval('feaas-picker', (picker) => picker.removeAttribute('placeholder'));
  await page.waitForFunction(
    () => document.querySelector('feaas-picker')!.shadowRoot!.querySelector('[part=trigger]')!.textContent !== 'Look',
  );
  assert.deepEqual(await names(), ['No theme', 'No theme']);
});

test('a form submits the picked value, before and after the interface has loaded', async () => {
  const { page, open, host } = journey;
  await open(form('dialog value="-theme--paper"'));
  await isUpgraded();
  await page.waitForFunction(() => new FormData(document.querySelector('form')!).get('look') !== null);
  assert.deepEqual([await entries(), scripts()], [[['look', '-theme--paper']], []]);
  await page.click(inPicker('[part=trigger]'));
  await waitForEntries(page, 4);
  assert.equal(scripts().length, 1);
  await chooseEntry(page, 'Dusk');
  assert.deepEqual(await entries(), [['look', '-theme--dusk']]);
  // The button has the name of the entry, and the dialog is closed.
  assert.deepEqual(
    await page.$eval('feaas-picker', ({ shadowRoot }) => [
      shadowRoot!.querySelector('[part=trigger]')!.textContent,
      shadowRoot!.querySelector('dialog')!.open,
    ]),
    ['Dusk', false],
  );
  await Promise.all([page.waitForNavigation(), page.click('form > button')]);
  assert.equal(page.url(), `${host.origin}/journey.html?look=-theme--dusk`);
});

test('required, reset and disabled work as in native controls, without loading the interface', async () => {
  const { page, open } = journey;
  await open(form('dialog required', '<input type="text" name="other" value="1" />'));
  await isUpgraded();
  const state = (): Promise<unknown[]> =>
    page.$eval('feaas-picker', (element) => {
      const picker = element as unknown as PickerElement & HTMLInputElement;
      const input = Object.assign(document.createElement('input'), { required: true });
      return [
        picker.form === document.forms[0],
        picker.validity.valueMissing,
        picker.validationMessage === (picker.validity.valid ? '' : input.validationMessage),
        picker.checkValidity(),
        document.forms[0]!.checkValidity(),
        picker.matches(':invalid'),
      ];
    });
  assert.deepEqual(await state(), [true, true, true, false, false, true]);
  // The browser shows the invalid field and does not submit.
  await page.click('form > button');
  const trigger = await page.evaluate(
    () => document.activeElement?.shadowRoot?.activeElement?.getAttribute('part') ?? document.activeElement?.localName,
  );
  assert.equal(trigger, 'trigger');
  assert.doesNotMatch(page.url(), /\?/);
  await page.$eval('feaas-picker', (picker) => void ((picker as unknown as PickerElement).value = '-theme--dusk'));
  assert.deepEqual(await state(), [true, false, true, true, true, false]);
  await page.$eval('form', (form) => (form as HTMLFormElement).reset());
  await page.waitForFunction(() => (document.querySelector('feaas-picker') as unknown as PickerElement).value === '');
  assert.deepEqual(await entries(), [
    ['look', ''],
    ['other', '1'],
  ]);
  await page.$eval('fieldset', (fieldset) => void ((fieldset as HTMLFieldSetElement).disabled = true));
  await page.waitForFunction(
    () =>
      document.querySelector('feaas-picker')!.shadowRoot!.querySelector<HTMLButtonElement>('[part=trigger]')!.disabled,
  );
  assert.deepEqual(await entries(), [['other', '1']]);
  await page.$eval('fieldset', (fieldset) => void ((fieldset as HTMLFieldSetElement).disabled = false));
  await page.waitForFunction(
    () =>
      !document.querySelector('feaas-picker')!.shadowRoot!.querySelector<HTMLButtonElement>('[part=trigger]')!.disabled,
  );
  await page.$eval('feaas-picker', (picker) => void ((picker as unknown as PickerElement).disabled = true));
  await page.waitForFunction(() => document.querySelector('feaas-picker')!.matches(':disabled'));
  assert.deepEqual([await entries(), scripts()], [[['other', '1']], []]);
});

test('the picked value is restored when the user returns to the page', async () => {
  const { page, open, host } = journey;
  await open(form('dialog'));
  await isUpgraded();
  await page.$eval('feaas-picker', (picker) => void ((picker as unknown as PickerElement).value = '-theme--dusk'));
  await page.goto(`${host.origin}/index.html`);
  // The browser restores the form's values; it does not restore the page from the back-forward cache.
  await page.goBack({ waitUntil: 'load' });
  await isUpgraded();
  await page.waitForFunction(
    () => (document.querySelector('feaas-picker') as unknown as PickerElement).value === '-theme--dusk',
  );
});

test('a disabled inline picker can neither be focused nor picked from', async () => {
  const { page, open, picks } = journey;
  await open(form('disabled'));
  await waitForEntries(page, 4);
  await chooseEntry(page, 'Dusk');
  assert.deepEqual(await picks(), []);
  assert.equal(
    await page.$eval('feaas-picker', ({ shadowRoot }) => shadowRoot!.querySelector<HTMLElement>('[part=place]')!.inert),
    true,
  );
});

test('dialog: modal, in the top layer; the focus moves in, stays in, and returns; a prevented close keeps it open', async () => {
  const { page, open, picks } = journey;
  await open(form('dialog'));
  await isUpgraded();
  await page.focus(inPicker('[part=trigger]'));
  await page.keyboard.press('Enter');
  await waitForEntries(page, 4);
  const at = (): Promise<boolean> =>
    page.$eval('feaas-picker', ({ shadowRoot }) => {
      const dialog = shadowRoot!.querySelector('dialog')!;
      return dialog.matches(':modal') && dialog.contains(shadowRoot!.activeElement);
    });
  assert.equal(await at(), true);
  await page.evaluate(() =>
    document.addEventListener('feaasPick', (event) => event.preventDefault(), { once: true, capture: true }),
  );
  await chooseEntry(page, 'Paper');
  assert.deepEqual([await at(), await entries()], [true, [['look', '']]]);
  await page.click(inPicker('.frame__close'));
  await page.waitForFunction(
    () => document.querySelector('feaas-picker')!.shadowRoot!.activeElement?.getAttribute('part') === 'trigger',
  );
  assert.deepEqual(await picks(), [['theme', '-theme--paper']]);
});

test('without a library, or with an unknown mode, the picker says what is wrong', async () => {
  const { page, open, consoleMessages } = journey;
  await open('<h1>Journey</h1><feaas-context><feaas-picker dialog></feaas-picker></feaas-context>');
  await isUpgraded();
  await page.evaluate(() => {
    document.addEventListener('feaasError', (event) => {
      (globalThis as any).wrong = (event as CustomEvent<Error>).detail.message;
    });
  });
  await page.click(inPicker('[part=trigger]'));
  const wrong = (): Promise<string> => page.evaluate(() => (globalThis as any).wrong);
  await page.waitForFunction(() => (globalThis as any).wrong);
  assert.match(await wrong(), /<feaas-picker> needs a `library`/);
  await page.evaluate(() => {
    document.querySelector('feaas-picker')!.setAttribute('mode', 'color');
    // The requested dialog opens as soon as the context has a library.
    document.querySelector('feaas-context')!.setAttribute('library', 'aurora');
  });
  await page.waitForFunction(() => /mode/.test((globalThis as any).wrong));
  assert.match(await wrong(), /mode is 'color'; it must be one of theme, component, data, media, revision/);
  consoleMessages.length = 0;
});
