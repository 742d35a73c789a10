/**
 * Keys, pastes and drops at which a browser would delete or move text, or leave the page (real editor on the real host, under its policy,
 * D13).
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  pressWithModifiers,
  waitForNotice,
  clickButton,
  saveAndVerify,
  componentText,
  waitForComponentText,
} from './lib/editor-page';
import { waitForNetworkIdle } from './lib/network-idle';
import { pollUntil } from './lib/wait-until';

const at = editorJourney();

async function begin(view: string): Promise<string> {
  const version = await at.publish(view);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  // Wait until the editor has loaded completely.
  await waitForNetworkIdle(at.page);
  return version;
}

/** A point in the text of an element, at a fraction of its width from the left. */
const pointOf = (selector: string, part: number): Promise<{ x: number; y: number }> =>
  at.page.$eval(
    selector,
    (each, part) => {
      const words = document.createRange();
      words.selectNodeContents(each);
      const { left, top, width, height } = words.getBoundingClientRect();
      return { x: left + width * part, y: top + height / 2 };
    },
    part,
  );
const middle = (selector: string): Promise<{ x: number; y: number }> => pointOf(selector, 0.5);
/** Waits until the page suspends rendering because of typed text. */
const waitForSuspended = (): Promise<unknown> =>
  at.page.waitForFunction(() => document.querySelector<any>('feaas-component').suspended);
async function doubleClick(selector: string): Promise<void> {
  const { x, y } = await middle(selector);
  await at.page.mouse.click(x, y, { count: 2 });
  await waitForSuspended();
}
/** Dispatches a paste to the focused element, or a drop to the element at a point. */
const dispatchTransfer = (
  kind: 'paste' | 'drop',
  data: Record<string, string>,
  point?: { x: number; y: number },
): Promise<void> =>
  at.page.evaluate(
    (type, texts, to) => {
      const transfer = new DataTransfer();
      for (const [format, text] of Object.entries(texts)) transfer.setData(format, text);
      const target = to ? document.elementFromPoint(to.x, to.y)! : document.activeElement!;
      const init = { bubbles: true, cancelable: true };
      target.dispatchEvent(
        to
          ? new DragEvent(type, { ...init, dataTransfer: transfer, clientX: to.x, clientY: to.y })
          : new ClipboardEvent(type, { ...init, clipboardData: transfer }),
      );
    },
    kind,
    data,
    point,
  );

const LINK = '<a class="more" href="/old">here</a>';
const LINKS = `<section><p>See ${LINK}, please</p><ul><li><a class="b" href="/b">only</a></li></ul></section>`;

test('text that replaces a link’s text stays in the link, however slowly it is typed, and so does text after undo', async () => {
  const version = await begin(LINKS);
  const { keyboard } = at.page;
  await doubleClick('feaas-component p a');
  await keyboard.type('this p');
  // The page renders in a pause of typing.
  await at.page.waitForFunction(() => !document.querySelector<any>('feaas-component').suspended);
  await waitForSuspended();
  await keyboard.type('agx');
  await keyboard.press('Backspace');
  await keyboard.type('e');
  await waitForComponentText(at.page, 'See this page, please', 'feaas-component p');
  await doubleClick('feaas-component li a');
  await keyboard.type('new one');
  await waitForComponentText(at.page, 'new one', 'feaas-component li a');
  await saveAndVerify(at, version, LINKS.replace('>here<', '>this page<').replace('>only<', '>new one<'));
});

test('text typed after an unchanged link, or after a link that was left, is not part of it', async () => {
  const version = await begin(LINKS);
  const { keyboard } = at.page;
  await doubleClick('feaas-component p a');
  await keyboard.type('this');
  await keyboard.press('End');
  await keyboard.press('Home');
  for (let step = 0; step < 'See this'.length; step++) await keyboard.press('ArrowRight');
  await keyboard.type('-one');
  await waitForComponentText(at.page, 'See this-one, please', 'feaas-component p');
  await saveAndVerify(at, version, LINKS.replace('>here</a>', '>this</a>-one'));
});

test('plain text pasted over a link’s text becomes the link’s text', async () => {
  const version = await begin(LINKS);
  await doubleClick('feaas-component li a');
  await dispatchTransfer('paste', { 'text/plain': 'pasted' });
  await waitForComponentText(at.page, 'pasted', 'feaas-component li a');
  await saveAndVerify(at, version, LINKS.replace('>only<', '>pasted<'));
});

test('spaces can be typed in a summary', async () => {
  const view = '<details open><summary>Question</summary><p>Answer</p></details>';
  const version = await begin(view);
  await at.page.click('feaas-component summary');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type(' and one');
  await waitForComponentText(at.page, 'Question and one', 'feaas-component summary');
  assert.ok(await at.page.$eval('feaas-component details', ({ open }) => open));
  await saveAndVerify(at, version, view.replace('Question', 'Question and one'));
});

test('Enter in a field of the template submits no form', async () => {
  await begin('<section><form action="/nowhere"><input name="q" value="mail"></form><p>Text</p></section>');
  const url = at.page.url();
  await at.page.evaluate(() => document.querySelector<HTMLFormElement>('feaas-component form')!.requestSubmit());
  await at.page.focus('feaas-component input');
  await at.page.keyboard.press('Enter');
  await at.page.click('feaas-component p');
  await at.page.keyboard.type('More ');
  assert.equal(at.page.url(), url);
});

test('shortcuts use the position of the key if it types no Latin letter', async () => {
  const version = await begin('<section><p>One</p></section>');
  await at.page.click('feaas-component p');
  await at.page.keyboard.press('End');
  const press = (key: string, code: string, more: KeyboardEventInit): Promise<boolean> =>
    at.page.evaluate(
      (init) =>
        document.activeElement!.dispatchEvent(
          new KeyboardEvent('keydown', { bubbles: true, composed: true, cancelable: true, ...init }),
        ),
      { key, code, ...more },
    );
  // Option on a Mac enters another character.
  await press('Î', 'KeyD', { altKey: true, shiftKey: true });
  await waitForComponentText(at.page, 'One\n\nOne');
  await press('я', 'KeyZ', { ctrlKey: true });
  await waitForComponentText(at.page, 'One');
  await press('Я', 'KeyZ', { ctrlKey: true, shiftKey: true });
  await waitForComponentText(at.page, 'One\n\nOne');
  await press('ы', 'KeyS', { ctrlKey: true });
  await saveAndVerify(at, version, '<section><p>One</p><p>One</p></section>');
});

test('keys right after a paste go after the pasted text; dropped text goes where it is dropped', async () => {
  const version = await begin('<section><p>q</p><p>One  two</p></section>');
  await at.page.click('feaas-component p');
  await at.page.keyboard.press('End');
  // The code that cleans pastes loads when the page is idle.
  await at.page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await waitForNetworkIdle(at.page);
  await dispatchTransfer('paste', { 'text/html': '<b>bold</b>', 'text/plain': 'bold' });
  await at.page.keyboard.type('XYZ');
  await waitForComponentText(at.page, 'qboldXYZ', 'feaas-component p');
  const { x, y } = await middle('feaas-component p:last-child');
  await at.page.mouse.click(x, y);
  await at.page.keyboard.press('End');
  await dispatchTransfer(
    'drop',
    { 'text/plain': 'first ' },
    { x: (await at.page.$eval('feaas-component p:last-child', (each) => each.getBoundingClientRect().left)) + 1, y },
  );
  await waitForComponentText(at.page, 'first One two', 'feaas-component p:last-child');
  assert.match(
    await saveAndVerify(at, version),
    /<p>q<strong>bold(?:XYZ)?<\/strong>(?:XYZ)?<\/p><p>first One {1,2}two<\/p>/,
  );
  assert.ok(await componentText(at.page));
});

const clickAtEnd = async (selector: string): Promise<void> => {
  const { x, y } = await pointOf(selector, 0.98);
  await at.page.mouse.click(x, y);
  await waitForSuspended();
};
const clear = async (times: number): Promise<void> => {
  for (let time = 0; time < times; time++) await at.page.keyboard.press('Backspace');
};

const BUTTONS =
  '<section><p>Buy <button type="button">it now</button> or</p><form><button>Send</button><button>Stop</button></form></section>';

test('the label of a button is editable, with spaces and lines, and keys do not press the button', async () => {
  const version = await begin(BUTTONS);
  const { keyboard } = at.page;
  await at.page.evaluate(() => {
    const presses: string[] = ((window as any).presses = []);
    for (const kind of ['submit', 'click'])
      addEventListener(kind, ({ target }) => void presses.push(`${kind} ${(target as Element).localName}`));
  });
  await clickAtEnd('feaas-component p button');
  await keyboard.type(' or');
  await keyboard.press('Home');
  await keyboard.type('all of ');
  await waitForComponentText(at.page, 'all of it now or', 'feaas-component p button');
  await clickAtEnd('feaas-component form button');
  await clear('Send'.length);
  await keyboard.type('Ask us');
  await keyboard.press('Enter');
  await keyboard.type('to day');
  await waitForComponentText(at.page, 'Ask us\nto day', 'feaas-component form button');
  assert.deepEqual(await at.page.evaluate(() => (window as any).presses), []);
  await saveAndVerify(at, version, BUTTONS.replace('it now', 'all of it now or').replace('Send', 'Ask us<br>to day'));
});

test('an element whose text was deleted letter by letter is still editable', async () => {
  const view = '<section><div>one</div><p>two</p></section>';
  const version = await begin(view);
  await clickAtEnd('feaas-component div');
  await clear('one'.length);
  await at.page.keyboard.type('other words');
  await waitForComponentText(at.page, 'other words', 'feaas-component div');
  await saveAndVerify(at, version, view.replace('one', 'other words'));
});

test('a link whose label is deleted letter by letter, or word by word, keeps the next text; left empty, it disappears', async () => {
  const link = '<a class="au-button" href="/x">Buy</a>';
  const view = `<section><p>one</p>${link}<ul><li>${link} or</li><li>${link}</li></ul></section>`;
  const version = await begin(view);
  const { keyboard } = at.page;
  await clickAtEnd('feaas-component section > a');
  await clear('Buy'.length + 1);
  await keyboard.type('Ask us');
  await waitForComponentText(at.page, 'Ask us', 'feaas-component section > a');
  await clickAtEnd('feaas-component li:first-child a');
  await pressWithModifiers(at.page, ['Control'], 'Backspace');
  await dispatchTransfer('paste', { 'text/plain': 'Get it' });
  await waitForComponentText(at.page, 'Get it or', 'feaas-component li:first-child');
  await clickAtEnd('feaas-component li:last-child a');
  await clear('Buy'.length);
  await keyboard.press('ArrowUp');
  await at.page.waitForFunction(() => !document.querySelector('feaas-component li:last-child a'));
  const [first, second] = ['Ask us', 'Get it'].map((label) => link.replace('Buy', label));
  await saveAndVerify(at, version, `<section><p>one</p>${first}<ul><li>${second} or</li><li></li></ul></section>`);
});

test('closing a dialog with the mouse keeps the caret for the next text', async () => {
  const version = await begin('<p id="own">One two</p>');
  const { keyboard } = at.page;
  const gone = (): Promise<unknown> => at.page.waitForSelector(inEditorUI('dialog'), { hidden: true });
  await at.page.click('#own');
  await keyboard.press('Home');
  for (let step = 0; step < 3; step++) await keyboard.press('ArrowRight');
  await keyboard.type('!');
  // Close by mouse, because Escape would leave the text first.
  await clickButton(at.page, 'Close');
  await clickButton(at.page, 'Cancel');
  await gone();
  await keyboard.type('?');
  await waitForComponentText(at.page, 'One!? two');
  await pressWithModifiers(at.page, ['Control'], '/');
  await at.page.waitForSelector(inEditorUI('dialog[open]'), { visible: true });
  const buttons = await at.page.$$(inEditorUI('dialog[open] .dialog__actions button'));
  await buttons[0]!.click();
  await gone();
  await keyboard.type('-');
  await waitForComponentText(at.page, 'One!?- two');
  await saveAndVerify(at, version, '<p id="own">One!?- two</p>');
});

for (const [what, open] of [
  ['the shortcuts', () => pressWithModifiers(at.page, ['Control'], '/')],
  ['a preview', () => clickButton(at.page, 'Preview at a width')],
  ['a picker', () => clickButton(at.page, 'Theme')],
  ['a question', () => clickButton(at.page, 'Close')],
] as const)
  test(`${what} opened right after a key, closed once the page has rendered: the next text goes to the caret`, async () => {
    await at.page.setViewport({ width: 1280, height: 800 });
    const version = await begin('<p id="own">One two</p>');
    const { keyboard } = at.page;
    await at.page.click('#own');
    await keyboard.press('Home');
    for (let step = 0; step < 3; step++) await keyboard.press('ArrowRight');
    await keyboard.type('!');
    await at.page.evaluate(() =>
      document.body.addEventListener('feaasRender', () => Object.assign(window, { hasCaughtUp: true })),
    );
    await open();
    await at.page.waitForSelector(inEditorUI('dialog[open]'), { visible: true });
    await at.page.waitForFunction(() => (window as any).hasCaughtUp);
    await keyboard.press('Escape');
    await at.page.waitForFunction(
      () => !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('dialog[open]'),
    );
    await at.page.waitForFunction(() => document.activeElement?.matches('#own'));
    await keyboard.type('?');
    await waitForComponentText(at.page, 'One!? two');
    await saveAndVerify(at, version, '<p id="own">One!? two</p>');
  });

test('a component at its maximum length shows a notice and accepts no more text', async () => {
  const long = `<div><p id="a">Short</p><p>${'x'.repeat(499_940)}</p></div>`;
  const version = await at.publish(long);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  await at.page.click('feaas-component #a');
  await at.page.keyboard.press('End');
  const text = (): Promise<string> => at.page.$eval('feaas-component #a', (each) => each.textContent!);
  const told = (): Promise<unknown> => waitForNotice(at.page, /would be longer than 500 kB/);
  for (let step = 0; step < 4; step++) await at.page.keyboard.sendCharacter(' twelve chars');
  await told();
  const kept = 'Short twelve chars';
  assert.equal(await pollUntil(text, (now) => now === kept), kept);
  // A change that shortens the text is allowed, and removes the notice.
  await at.page.keyboard.press('Backspace');
  await at.page.waitForFunction(
    () => !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.banner__text'),
  );
  assert.equal(await text(), kept.slice(0, -1));
  await at.page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'y'.repeat(600_000));
    document
      .querySelector('feaas-component #a')!
      .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true }));
  });
  await told();
  assert.equal(await text(), kept.slice(0, -1));
});
