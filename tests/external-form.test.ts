/** The editor's form for the properties of an external component: every kind of value, with messages, on the real host (D13). */
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { ElementHandle } from 'puppeteer';
import { findViolations } from './lib/axe';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  versionId,
  waitForSaveButton,
  pickEntry,
  clickButton,
} from './lib/editor-page';
import { bundleFrameworks } from './lib/frameworks';
import { typeWithoutPauses } from './lib/type-without-pauses';
import { screenshotsFolder } from './lib/screenshots-folder';
import { pollUntil } from './lib/wait-until';
import { setBrowserLanguages } from './lib/browser-languages';

const at = editorJourney();
const SHOTS = screenshotsFolder('feaas-external-shots');
const SCRIPT = '<script type="module" src="/frameworks.js"></script>';
const NOTE = (attributes: string): string =>
  `<section class="card"><h2>Title</h2><p>Text</p><feaas-external data-external-id="note"${attributes}></feaas-external></section>`;

let bundled: Promise<unknown> | undefined;
beforeEach(() => (bundled ??= bundleFrameworks(at.host.site)));

/** Opens a page whose component has this view, and edits it. */
async function open(view: string, language = 'en'): Promise<string> {
  const version = await at.publish(view);
  await at.page.setViewport({ width: 1280, height: 900 });
  await setBrowserLanguages(at.page, language);
  await at.open(editableComponent(version, `fork-${version}`) + SCRIPT, {
    name: `${version}.html`,
    attributes: `cdn="/cdn" lang="${language}"`,
  });
  await openEditor(at.page, 'feaas-component');
  return version;
}

/** Clicks the external component of the page, whose form opens. */
async function openForm(): Promise<void> {
  await at.page.waitForSelector('feaas-external > [slot]');
  await at.page.click('feaas-external');
  await at.page.waitForSelector(inEditorUI('.form'), { visible: true, timeout: 30_000 });
}

const field = async (name: string): Promise<ElementHandle<HTMLInputElement>> =>
  (await at.page.waitForSelector(inEditorUI(`.form ::-p-aria([name="${name}"])`), {
    visible: true,
    timeout: 30_000,
  })) as ElementHandle<HTMLInputElement>;

/** Replaces the text of a field. */
async function fill(name: string, text: string): Promise<void> {
  const input = await field(name);
  await input.evaluate((each) => {
    each.focus();
    each.select();
  });
  if (text) await typeWithoutPauses(at.page, text);
  else await at.page.keyboard.press('Backspace');
}

/** Selects an option of a list. */
async function select(name: string, label: string): Promise<void> {
  const list = await field(name);
  const value = await list.evaluate(
    (each, label) => [...(each as unknown as HTMLSelectElement).options].find(({ text }) => text === label)!.value,
    label,
  );
  await list.select(value);
}

/** Sets the value of a field that is not typed into, such as a date or a color. */
const choose = async (name: string, value: string): Promise<void> =>
  (await field(name)).evaluate((input, value) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }, value);

/** Waits until the external component has exactly these attributes, without those of the editor. */
async function has(attributes: Record<string, string>): Promise<void> {
  const look = (): Promise<Record<string, string>> =>
    at.page.$eval('feaas-external', (each) =>
      Object.fromEntries(
        each
          .getAttributeNames()
          .filter((name) => !/^data-|^class$/.test(name))
          .map((name) => [name, each.getAttribute(name)!]),
      ),
    );
  assert.deepEqual(await pollUntil(look, (now) => equal(now, attributes)), attributes);
}
const equal = (one: object, other: object): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** Waits until the form shows these errors. */
const says = (words: string[]): Promise<unknown> =>
  at.page
    .waitForFunction(
      (words) =>
        JSON.stringify(
          [...document.querySelector('feaas-editor')!.shadowRoot!.querySelectorAll('.form__wrong p')].map(
            (each) => each.textContent,
          ),
        ) === JSON.stringify(words),
      { timeout: 5000 },
      words,
    )
    .catch(async () =>
      assert.deepEqual(
        await at.page.$$eval(inEditorUI('.form__wrong p'), (all) => all.map((each) => each.textContent)),
        words,
      ),
    );

/** Saves as the customization of this page. */
async function save(): Promise<void> {
  await clickButton(at.page, 'Save customization');
  await (await at.page.waitForSelector(inEditorUI('dialog[open] .button--main'), { visible: true }))!.click();
  await waitForSaveButton(at.page, 'Up to date', false);
}

/** Messages of the console, without those about the fork that does not exist yet and about Vue's policy. */
const said = (): string[] => at.consoleMessages.filter((line) => !/'vue'|trusted-types-policy vue|404/.test(line));

/** For each kind of value: a valid one, an invalid one, and the messages. */
const KINDS: readonly (readonly [name: string, attribute: string, good: string, wrong: string, ...words: string[]])[] =
  [
    ['Heading', 'heading', 'Hello', 'H', 'Enter at least 2 characters.'],
    ['Heading', 'heading', 'Hello', 'Hello to all of you', 'Enter at most 12 characters.'],
    ['Heading', 'heading', 'Hello', '', 'Fill in this field.'],
    ['Code', 'code', 'AB1', 'ab1', 'Enter it in this form: \u2068^[A-Z]{2}\\d$\u2069'],
    ['Width', 'width', '2.5', '0.5', 'Enter 1 or more.'],
    ['Width', 'width', '2.5', '10', 'Enter 9.5 or less.'],
    ['Rows', 'rows', '4', '3', 'Enter a multiple of 2.'],
    ['Rows', 'rows', '4', '-2', 'Enter more than 0.'],
    ['Rows', 'rows', '4', '2.5', 'Enter a whole number.', 'Enter a multiple of 2.'],
    ['Link', 'link', 'https://example.com/a', 'nowhere', 'Enter a whole address, such as https://example.com/.'],
    ['Mail', 'mail', 'a@example.com', 'a at example', 'Enter an e-mail address.'],
  ];
test('a valid value is written; an invalid one is not, and the form shows the reason', async () => {
  await open(NOTE(' heading="Start"'));
  await openForm();
  const edge = async (name: string): Promise<string> =>
    (await field(name)).evaluate((each) => getComputedStyle(each).borderColor);
  // Each field keeps its last valid value.
  const kept: Record<string, string> = { heading: 'Start' };
  for (const [name, attribute, good, wrong, ...words] of KINDS) {
    kept[attribute] = good;
    await fill(name, good);
    await has(kept);
    const usual = await edge(name);
    await fill(name, wrong);
    await says(words);
    const which = `${name}: ${wrong}`;
    assert.equal(await (await field(name)).evaluate((each) => each.ariaInvalid), 'true', which);
    assert.notEqual(await edge(name), usual, which);
    const now = await at.page.$eval('feaas-external', (each, name) => each.getAttribute(name), attribute);
    assert.notEqual(now, wrong, which);
    await fill(name, good);
    await says([]);
    await has(kept);
  }
  assert.deepEqual(said(), []);
});

test('boolean, enum, oneOf of values, date and color', async () => {
  await open(NOTE(' heading="Hi"'));
  await openForm();
  await (await field('Open')).click();
  await has({ heading: 'Hi', open: '' });
  await (await field('Open')).click();
  await has({ heading: 'Hi' });
  await select('Tone', 'loud');
  await has({ heading: 'Hi', tone: 'loud' });
  await select('Size', 'Large');
  await has({ heading: 'Hi', tone: 'loud', size: '20' });
  await choose('Day', '2030-01-02');
  await choose('Ink', '#aa0011');
  await has({ heading: 'Hi', tone: 'loud', size: '20', day: '2030-01-02', ink: '#aa0011' });
  await at.page.waitForFunction(() => document.querySelector('feaas-external')!.textContent!.includes('"size":20'));
  await says([]);
});

test('lists: entries are added, moved, removed, and validated', async () => {
  await open(NOTE(' heading="Hi"'));
  await openForm();
  const entry = async (index: number, text: string): Promise<void> => {
    const inputs = await at.page.$$(inEditorUI('.form__item input'));
    await inputs[index]!.evaluate((each) => (each as HTMLInputElement).select());
    await inputs[index]!.type(text);
  };
  await clickButton(at.page, 'Add an entry');
  await at.page.waitForSelector(inEditorUI('.form__item input'), { visible: true });
  await entry(0, 'one');
  await has({ heading: 'Hi', tags: '["one"]' });
  await clickButton(at.page, 'Add an entry');
  await at.page.waitForSelector(inEditorUI('.form__item:nth-child(2) input'), { visible: true });
  await entry(1, 'one');
  await says(['Each entry may be there once.']);
  await entry(1, 'two');
  await has({ heading: 'Hi', tags: '["one","two"]' });
  await clickButton(at.page, 'Move down');
  await has({ heading: 'Hi', tags: '["two","one"]' });
  await clickButton(at.page, 'Remove');
  await has({ heading: 'Hi', tags: '["one"]' });
});

test('objects, and objects of several kinds', async () => {
  await open(NOTE(' heading="Hi"'));
  await openForm();
  await fill('Zip', '7');
  await says(['Fill in this field.']);
  await has({ heading: 'Hi' });
  await fill('City', 'Oslo');
  await has({ heading: 'Hi', place: '{"zip":7,"city":"Oslo"}' });
  await fill('Name', 'Ada');
  await has({ heading: 'Hi', place: '{"zip":7,"city":"Oslo"}', source: '{"name":"Ada"}' });
  await select('Kind', 'Year');
  await fill('Published', '1815');
  await says(['Enter 1900 or more.']);
  await fill('Published', '1915');
  await has({ heading: 'Hi', place: '{"zip":7,"city":"Oslo"}', source: '{"year":1915}' });
});

test('a value is one change of the view: undo reverts it, the form follows, and other parts of the tag stay unchanged', async () => {
  const version = await open(NOTE(" rows='2'  heading=Hi"));
  await openForm();
  await fill('Heading', 'Hello');
  await has({ heading: 'Hello', rows: '2' });
  await clickButton(at.page, 'Undo');
  await has({ heading: 'Hi', rows: '2' });
  await at.page.waitForFunction(
    (selector) =>
      [...document.querySelector('feaas-editor')!.shadowRoot!.querySelectorAll<HTMLInputElement>(selector)].some(
        (each) => each.value === 'Hi',
      ),
    { timeout: 30_000 },
    '.form input',
  );
  await clickButton(at.page, 'Redo');
  await has({ heading: 'Hello', rows: '2' });
  await save();
  assert.equal((await at.versions.find([versionId(`fork-${version}`)]))[0]!.view, NOTE(' rows=\'2\'  heading="Hello"'));
});

test('a value from data is not written to the view', async () => {
  await open(NOTE(' heading="Hi" data-path-code="shop.code"'));
  await openForm();
  assert.equal(await (await field('Code')).evaluate((each) => each.disabled), true);
  assert.ok(
    await at.page.$eval(inEditorUI('.form'), (form) =>
      form.textContent!.includes('Comes from data: \u2068shop.code\u2069'),
    ),
  );
});

test('an external component is inserted from the palette, configured, saved, and shown to a visitor', async () => {
  const version = await open('<section class="card"><h2>Title</h2><p>Text</p></section>');
  await at.page.click('feaas-component p');
  await clickButton(at.page, 'Insert a block');
  await pickEntry(at.page, 'Counter');
  await at.page.waitForSelector(inEditorUI('.form'), { visible: true, timeout: 30_000 });
  await at.page.screenshot({ path: `${SHOTS}/inserted.png` });
  await fill('label', 'Visitors');
  await fill('step', '3');
  await at.page.waitForFunction(
    () => document.querySelector<HTMLElement>('feaas-external')!.innerText === 'React Visitors 0',
  );
  await save();
  const visitor = await at.openAnotherPage(await at.browser.createBrowserContext());
  await visitor.goto(`${at.host.origin}/${version}.html`);
  await visitor.waitForFunction(
    () => document.querySelector<HTMLElement>('feaas-external')?.innerText === 'React Visitors 0',
  );
  await visitor.click('feaas-external button');
  await visitor.waitForFunction(
    () => document.querySelector<HTMLElement>('feaas-external')!.innerText === 'React Visitors 3',
  );
  await visitor.close();
});

const LANGUAGES = {
  en: ['Fill in this field.', 'Add an entry'],
  de: ['Füllen Sie dieses Feld aus.', 'Eintrag hinzufügen'],
  ja: ['この欄に入力してください。', '項目を追加'],
  ar: ['املأ هذا الحقل.', 'إضافة عنصر'],
};
for (const [language, [missing, add]] of Object.entries(LANGUAGES)) {
  test(`in the editor's language: ${language}; axe finds nothing`, async () => {
    await open(NOTE(' heading="Hi" tags=\'["a"]\''), language);
    await openForm();
    await fill('Heading', '');
    await says([missing!]);
    assert.ok(await at.page.$eval(inEditorUI('.form'), (form, add) => form.textContent!.includes(add), add!));
    await at.page.screenshot({ path: `${SHOTS}/form-${language}.png` });
    assert.deepEqual(await findViolations(at.page), []);
    assert.deepEqual(said(), []);
  });
}

test('by keyboard alone: to the form through the block tools, through its fields, and back to the text', async () => {
  await open(NOTE(' heading="Hi"'));
  await at.page.click('feaas-component h2');
  const focused = (): Promise<string> =>
    at.page.evaluate(() => {
      const inner = document.activeElement?.shadowRoot?.activeElement as HTMLElement | null;
      return (
        (inner ?? document.activeElement)?.closest('.field')?.querySelector('.field__name')?.textContent ??
        (inner ?? document.activeElement)?.localName ??
        ''
      );
    });
  const menu = await at.page.waitForSelector(inEditorUI('.handles [aria-label="Block tools"]'), { visible: true });
  await menu!.focus();
  await at.page.keyboard.press('Enter');
  await at.page.keyboard.press('S');
  await at.page.keyboard.press('Enter');
  await menu!.focus();
  await at.page.keyboard.press('Enter');
  await at.page.keyboard.press('E');
  await at.page.keyboard.press('Enter');
  await at.page.waitForSelector(inEditorUI('.form'), { visible: true });
  await at.page.waitForFunction(
    () => document.querySelector('feaas-editor')!.shadowRoot!.activeElement?.localName === 'input',
  );
  assert.match(await focused(), /^Heading/);
  await at.page.keyboard.press('Tab');
  assert.equal(await focused(), 'Code');
  await at.page.keyboard.type('AB1');
  await has({ heading: 'Hi', code: 'AB1' });
  await at.page.keyboard.press('Escape');
  await at.page.waitForFunction(
    () =>
      !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.form') &&
      document.activeElement!.closest('feaas-component'),
  );
});
