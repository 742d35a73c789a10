/** A long sequence of different changes, undone and redone by keyboard alone, also across a save (D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  waitForComponentHTML,
  pressWithModifiers,
  chooseTheme,
  pickEntry,
  waitForPickerClosed,
  clickButton,
  saveAndVerify,
  openVisitorPage,
} from './lib/editor-page';
import { typeWithoutPauses } from './lib/type-without-pauses';
import { pollUntil } from './lib/wait-until';

const at = editorJourney();
const VIEW =
  '<section class="card"><h2>Title</h2><p id="a">One two</p><p id="b">Three</p><img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50"></section>';

/** Markup in the page, without the editor's attributes and elements. */
const shown = (): Promise<string> =>
  at.page.$eval('feaas-component', (element) => {
    const copy = element.cloneNode(true) as HTMLElement;
    for (const each of copy.querySelectorAll('*'))
      for (const name of each.getAttributeNames())
        if (/^data-feaas|^contenteditable$/.test(name) || (name === 'class' && /^(?:ql-blank)?$/.test(each.className)))
          each.removeAttribute(name);
    for (const line of copy.querySelectorAll('feaas-line, feaas-atom')) line.replaceWith(...line.childNodes);
    return copy.innerHTML.replace(/<!--[^]*?-->|<br>/g, '');
  });
const shows = async (html: string): Promise<void> => assert.equal(await pollUntil(shown, (now) => now === html), html);

test('undoing a duplicated block at once keeps the text typed before, and redo duplicates it again', async () => {
  const version = await at.publish('<section><p>first</p><p>last</p></section>');
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  const texts = (...wanted: string[]): Promise<void> =>
    shows(`<section>${wanted.map((text) => `<p>${text}</p>`).join('')}</section>`);
  await at.page.click('feaas-component p');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type('WORD');
  await pressWithModifiers(at.page, ['Alt', 'Shift'], 'd');
  await texts('firstWORD', 'firstWORD', 'last');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type('x');
  // Dispatch the events without a pause between them.
  await at.page.evaluate(() => {
    const press = (key: string, held: KeyboardEventInit): unknown =>
      document
        .querySelector('feaas-component [contenteditable=true]')!
        .dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true, cancelable: true, ...held }));
    press('D', { altKey: true, shiftKey: true, code: 'KeyD' });
    press('z', { ctrlKey: true, code: 'KeyZ' });
  });
  await texts('firstWORD', 'firstWORDx', 'last');
  await pressWithModifiers(at.page, ['Control'], 'y');
  await texts('firstWORD', 'firstWORDx', 'firstWORDx', 'last');
});

test('typing, splitting, marks, links, moves, insertions, themes and images: all undone, redone, and saved in between', async () => {
  const version = await at.publish(VIEW);
  await at.open(editableComponent(version, version));
  await openEditor(at.page);
  const { keyboard } = at.page;
  const seen: string[] = [VIEW];
  /** Makes a change, and waits until the page shows it. */
  const step = async (act: () => Promise<unknown>, html: (before: string) => string): Promise<void> => {
    const next = html(seen.at(-1)!);
    await act();
    await shows(next);
    seen.push(next);
  };

  await at.page.click('feaas-component #a');
  await keyboard.press('End');
  await step(
    () => keyboard.type('!'),
    (html) => html.replace('One two', 'One two!'),
  );
  await step(
    () => keyboard.press('Enter'),
    (html) => html.replace('One two!</p>', 'One two!</p><p></p>'),
  );
  await step(
    () => typeWithoutPauses(at.page, 'New'),
    (html) => html.replace('<p></p>', '<p>New</p>'),
  );
  await keyboard.press('Home');
  await pressWithModifiers(at.page, ['Shift'], 'End');
  await step(
    () => pressWithModifiers(at.page, ['Control'], 'b'),
    (html) => html.replace('>New<', '><strong>New</strong><'),
  );
  await step(
    async () => {
      await pressWithModifiers(at.page, ['Control'], 'k');
      await at.page.waitForSelector(inEditorUI('input[name=href]'), { visible: true });
      await keyboard.type('/new');
      await keyboard.press('Enter');
    },
    (html) => html.replace('<strong>New</strong>', '<a href="/new"><strong>New</strong></a>'),
  );
  const line = '<p><a href="/new"><strong>New</strong></a></p>';
  await step(
    () => pressWithModifiers(at.page, ['Alt', 'Shift'], 'ArrowDown'),
    (html) => html.replace(`${line}<p id="b">Three</p>`, `<p id="b">Three</p>${line}`),
  );
  await saveAndVerify(at, version, seen.at(-1)!);
  await step(
    async () => {
      await at.page.click('feaas-component h2');
      await clickButton(at.page, 'Insert a block');
      await pickEntry(at.page, 'Quote');
      await waitForPickerClosed(at.page);
    },
    (html) => html.replace('</h2>', '</h2><blockquote><p>New text</p></blockquote>'),
  );
  // The inserted text is selected, so that typing replaces it.
  await step(
    () => typeWithoutPauses(at.page, 'Said'),
    (html) => html.replace('New text', 'Said'),
  );
  await step(
    async () => {
      await chooseTheme(at.page, 'Dusk');
    },
    (html) => html.replace('class="card"', 'class="card -theme--dusk"'),
  );
  await step(
    async () => {
      await at.page.click('feaas-component img');
      const alt = await at.page.waitForSelector(inEditorUI('input[name=alt]'), { visible: true });
      await alt!.click({ count: 3 });
      await keyboard.type('Stars');
      await keyboard.press('Enter');
    },
    (html) => html.replace('alt="Sky"', 'alt="Stars"'),
  );

  for (const html of seen.slice(0, -1).reverse()) {
    await pressWithModifiers(at.page, ['Control'], 'z');
    await shows(html);
  }
  // An undo of saved changes is an unsaved change itself.
  await saveAndVerify(at, version, VIEW);
  for (const html of seen.slice(1)) {
    await pressWithModifiers(at.page, ['Control'], 'y');
    await shows(html);
  }
  const last = seen.at(-1)!;
  await saveAndVerify(at, version, last);
  const visitor = await openVisitorPage(at, version);
  await waitForComponentHTML(visitor, last);
});

test('undo in a dialog, in a field of the tools, or in a field of the page does not change the text', async () => {
  const version = await at.publish('<section><p>first</p></section>');
  await at.open(`<input id="own">${editableComponent(version, version)}`);
  await openEditor(at.page);
  const { keyboard } = at.page;
  await at.page.click('feaas-component p');
  await keyboard.press('End');
  await typeWithoutPauses(at.page, ' and more');
  const typed = '<section><p>first and more</p></section>';
  await shows(typed);
  const undoTwice = async (): Promise<void> => {
    await pressWithModifiers(at.page, ['Control'], 'z');
    await pressWithModifiers(at.page, ['Control'], 'z');
  };
  for (const [name, inside] of [
    ['History', 'dialog[open]'],
    ['Keyboard shortcuts', 'dialog[open]'],
  ] as const) {
    await clickButton(at.page, 'More actions');
    await clickButton(at.page, name);
    await at.page.waitForSelector(inEditorUI(inside), { visible: true });
    await undoTwice();
    await keyboard.press('Escape');
    await at.page.waitForFunction(
      () => !document.querySelector('feaas-editor')!.shadowRoot!.querySelector('dialog[open]'),
    );
    await shows(typed);
  }
  await pressWithModifiers(at.page, ['Control'], 'k');
  const address = await at.page.waitForSelector(inEditorUI('.panel input'), { visible: true });
  await address!.focus();
  await keyboard.type('/x');
  await undoTwice();
  await shows(typed);
  await keyboard.press('Escape');
  await at.page.focus('#own');
  await keyboard.type('q');
  await undoTwice();
  assert.equal(await at.page.evaluate(() => document.activeElement!.id), 'own');
  await shows(typed);
  // The keys undo the change of the text again once the caret is in it.
  await at.page.click('feaas-component p');
  await pressWithModifiers(at.page, ['Control'], 'z');
  await shows('<section><p>first</p></section>');
});

test('keys in a field within a closed shadow root of the page undo and delete nothing in the component', async () => {
  const view =
    '<section><p>first</p><img src="/media/aurora/hero.svg" alt="Sky" width="80" height="50"><p>last</p></section>';
  const version = await at.publish(view);
  await at.open(`<page-chat></page-chat>${editableComponent(version, version)}`);
  await at.page.$eval('page-chat', (chat) => {
    const field = chat.ownerDocument.createElement('input');
    chat.attachShadow({ mode: 'closed' }).append(field);
    Object.assign(window, { field });
  });
  const { keyboard } = at.page;
  const field = (): Promise<string> => at.page.evaluate(() => (window as any).field.value);
  const focusField = (): Promise<void> => at.page.evaluate(() => (window as any).field.focus());
  await openEditor(at.page);
  await at.page.click('feaas-component p');
  await keyboard.press('End');
  await typeWithoutPauses(at.page, ' and more');
  const typed = view.replace('first', 'first and more');
  await shows(typed);
  await focusField();
  await keyboard.type('hi');
  await pressWithModifiers(at.page, ['Control'], 'z');
  assert.equal(await field(), '');
  await shows(typed);
  await at.page.click('feaas-component img');
  await at.page.waitForSelector(inEditorUI('input[name=alt]'), { visible: true });
  await keyboard.press('Escape');
  await at.page.waitForSelector(inEditorUI('.ring--chosen'), { visible: true });
  await focusField();
  await keyboard.type('hello');
  await keyboard.press('Backspace');
  assert.equal(await field(), 'hell');
  await shows(typed);
});

test('with two open editors, keys apply to the one that was used last', async () => {
  const [first, second] = [await at.publish('<p id="a">first</p>'), await at.publish('<p id="b">second</p>')];
  await at.open(editableComponent(first, first));
  await at.page.evaluate(
    (token, version) => {
      const context = document.createElement('feaas-context');
      context.setAttribute('library', 'aurora');
      Object.assign(context, { auth: token });
      const component = document.createElement('feaas-component');
      const names = { component: 'footer', version, instance: version, fetch: 'template stylesheet', editable: '' };
      for (const [name, value] of Object.entries(names)) component.setAttribute(name, value);
      const editor = document.createElement('feaas-editor');
      editor.id = 'second';
      context.append(component, editor);
      document.body.append(context);
    },
    at.host.token,
    second,
  );
  const { keyboard } = at.page;
  const texts = (): Promise<string[]> => at.page.$$eval('#a, #b', (all) => all.map(({ textContent }) => textContent!));
  const show = async (...wanted: string[]): Promise<void> =>
    assert.deepEqual(await pollUntil(texts, (now) => now.join() === wanted.join()), wanted);
  await openEditor(at.page);
  await at.page.click('#a');
  await keyboard.press('End');
  await typeWithoutPauses(at.page, ' one');
  await at.page.waitForSelector('#b');
  await at.page.click('#b');
  await at.page.waitForSelector('#second[state=ready]');
  await at.page.click('#b');
  await keyboard.press('End');
  await typeWithoutPauses(at.page, ' two');
  await show('first one', 'second two');
  // The keys also work from the toolbar.
  await keyboard.press('F6');
  await at.page.waitForFunction(() => document.activeElement?.id === 'second');
  await pressWithModifiers(at.page, ['Control'], 'z');
  await show('first one', 'second');
  await at.page.click('#a');
  await keyboard.press('F6');
  await at.page.waitForFunction(() => document.activeElement?.matches('feaas-editor:not(#second)'));
  await pressWithModifiers(at.page, ['Control'], 'z');
  await show('first', 'second');
});
