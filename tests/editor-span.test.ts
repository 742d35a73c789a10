/** Selections across blocks: a real keyboard and mouse on the real host, under its policy (D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { KeyInput } from 'puppeteer';
import { focusBlockTool, chooseMenuItem, waitForFocusInText, tabTo } from './lib/editor-keyboard';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  versionId,
  waitForSaveButton,
} from './lib/editor-page';
import { inputMethods } from './lib/input-methods';
import { typeWithoutPauses } from './lib/type-without-pauses';
import { waitForNetworkIdle } from './lib/network-idle';
import { screenshotsFolder } from './lib/screenshots-folder';
import { setBrowserLanguages } from './lib/browser-languages';
import { pollUntil } from './lib/wait-until';

const at = editorJourney();
const SHOTS = screenshotsFolder('feaas-editor-shots');

const VIEW =
  '<section>\n  <h2>Title</h2>\n  <p id="a">One two</p>\n  <ul>\n    <li>First</li>\n    <li>Second</li>\n  </ul>\n  <p id="z">Last <b>words</b></p>\n</section>';

async function open(view = VIEW, attributes?: string, more = ''): Promise<string> {
  const version = await at.publish(view);
  await at.open(editableComponent(version, version, more), attributes ? { attributes } : {});
  await openEditor(at.page);
  // Wait for pending requests.
  await waitForNetworkIdle(at.page, 200);
  return version;
}

async function keys(...all: (KeyInput | `${string}+${string}`)[]): Promise<void> {
  for (const each of all) {
    const parts = each.split('+') as KeyInput[];
    const last = parts.pop()!;
    for (const held of parts) await at.page.keyboard.down(held);
    await at.page.keyboard.press(last);
    for (const held of parts.reverse()) await at.page.keyboard.up(held);
  }
}

/** Coordinates of a character of the first text node of an element. */
const pointOf = (selector: string, offset: number): Promise<{ x: number; y: number }> =>
  at.page.$eval(
    `feaas-component ${selector}`,
    (element, offset) => {
      const range = document.createRange();
      const text = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
      range.setStart(text, Math.min(offset, text.length - 1));
      range.setEnd(text, Math.min(offset, text.length - 1) + 1);
      const { left, right, top, height } = range.getBoundingClientRect();
      return { x: offset < text.length ? left + 1 : right - 1, y: top + height / 2 };
    },
    offset,
  );

/** Selects with the mouse from a character of one element to a character of another. */
async function dragSelection(from: readonly [string, number], to: readonly [string, number]): Promise<void> {
  const [start, end] = [await pointOf(...from), await pointOf(...to)];
  await at.page.mouse.move(start.x, start.y);
  await at.page.mouse.down();
  await at.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 4 });
  await at.page.mouse.move(end.x, end.y, { steps: 4 });
  await at.page.mouse.up();
}

/** Text of the page's selection. */
const selected = (): Promise<string> =>
  at.page.evaluate(() => document.getSelection()!.toString().replace(/\s+/g, ' ').trim());
const selects = (text: string): Promise<unknown> =>
  at.page
    .waitForFunction(
      (text) => document.getSelection()!.toString().replace(/\s+/g, ' ').trim() === text,
      { timeout: 8000 },
      text,
    )
    .catch(async () => assert.equal(await selected(), text));

/** Markup of the view in the page, without the editor's attributes and elements. */
const html = (): Promise<string> =>
  at.page.$eval('feaas-component', (element) => {
    const copy = element.cloneNode(true) as Element;
    for (const each of copy.querySelectorAll('*'))
      for (const name of ['data-feaas-node', 'data-feaas-edited', 'contenteditable']) each.removeAttribute(name);
    for (const line of copy.querySelectorAll('feaas-line, feaas-atom')) line.replaceWith(...line.childNodes);
    return copy.innerHTML
      .replace(/<!--[01]-->$/, '')
      .replace(/ class="(?:ql-blank)?"/, '')
      .replaceAll('<br>', '');
  });
const waitForMarkup = (wanted: string): Promise<unknown> =>
  at.page
    .waitForFunction(
      (wanted) => {
        const copy = document.querySelector('feaas-component')!.cloneNode(true) as Element;
        for (const each of copy.querySelectorAll('*'))
          for (const name of ['data-feaas-node', 'data-feaas-edited', 'contenteditable']) each.removeAttribute(name);
        for (const line of copy.querySelectorAll('feaas-line, feaas-atom')) line.replaceWith(...line.childNodes);
        return (
          copy.innerHTML
            .replace(/<!--[01]-->$/, '')
            .replace(/ class="(?:ql-blank)?"/, '')
            .replaceAll('<br>', '')
            .replace(/>\s+</g, '><') === wanted.replace(/>\s+</g, '><')
        );
      },
      { timeout: 8000 },
      wanted,
    )
    .catch(async () => assert.equal((await html()).replace(/>\s+</g, '><'), wanted.replace(/>\s+</g, '><')));

test('Shift with arrow keys selects across blocks; typing replaces the selection, and one undo restores it', async () => {
  await open();
  await at.page.click('#a');
  await keys('Home', 'ArrowRight', 'ArrowRight', 'ArrowRight');
  await keys('Shift+ArrowDown', 'Shift+ArrowDown');
  const text = await selected();
  assert.match(text, /^two First/);
  await at.page.keyboard.type('X');
  await at.page.waitForFunction(() => !document.querySelector('feaas-component')!.textContent!.includes('First'));
  await typeWithoutPauses(at.page, 'yz');
  await at.page.waitForFunction(() => document.querySelector('#a')!.textContent!.startsWith('OneXyz'));
  await keys('Control+z', 'Control+z');
  await waitForMarkup(VIEW);
  await selects(text);
  await keys('Delete');
  await at.page.waitForFunction(() => !document.querySelector('feaas-component')!.textContent!.includes('First'));
  assert.deepEqual(at.consoleMessages, []);
});

test('late timers find the text editor of the current text, or none', async () => {
  await open();
  // Quill reads the selection in a timer. Delay it as on a slow machine, so that another block may be edited before it runs.
  await at.page.evaluate(() => {
    const { setTimeout } = window;
    Object.assign(window, {
      setTimeout: (callback: () => void, delay = 0) => setTimeout(callback, delay <= 1 ? 150 : delay),
    });
  });
  await at.page.click('#a');
  await keys('Home', 'Shift+ArrowDown', 'Shift+ArrowDown');
  await at.page.keyboard.type('X');
  await keys('Control+z');
  await waitForMarkup(VIEW);
  await keys('ArrowLeft');
  await at.page.keyboard.type('Y');
  await waitForMarkup(VIEW.replace('One', 'YOne'));
  await new Promise((resolve) => setTimeout(resolve, 300));
  assert.deepEqual(at.consoleMessages, []);
});

test('a selection from after a typed space across the end of a block deletes only the selected text', async () => {
  const first = '<section><p id="h">Head line</p><p id="z">end of it</p></section>';
  const marked = '<section><h2 id="h">Head <em>line</em></h2><p id="z">end of it</p></section>';
  const last = '<section><p id="z">before</p><p id="h">Head <b>line</b></p></section>';
  const source = '<section>\n  <p id="h">\n    Head\n    line\n  </p>\n  <p id="z">end of it</p>\n</section>';
  const ways: Readonly<Record<string, () => Promise<void>>> = {
    character: () => keys('Shift+ArrowRight'),
    word: () => keys('Control+Shift+ArrowRight'),
    line: () => keys('Shift+ArrowDown'),
    async click() {
      const { x, y } = await pointOf('#z', 1);
      await at.page.keyboard.down('Shift');
      await at.page.mouse.click(x, y);
      await at.page.keyboard.up('Shift');
    },
    async drag() {
      const { x, y } = await pointOf('#z', 1);
      const box = await at.page.$eval('#h', (element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const { right, top, height } = range.getBoundingClientRect();
        return { right, middle: top + height / 2 };
      });
      await at.page.mouse.move(box.right + 20, box.middle);
      await at.page.mouse.down();
      await at.page.mouse.move(box.right + 10, box.middle + 2, { steps: 3 });
      await at.page.mouse.move(x, y, { steps: 6 });
      await at.page.mouse.up();
    },
  };
  /** Waits until the page has this text; tags of marks do not matter. */
  const reads = async (name: string, wanted: string): Promise<void> => {
    // Poll, because the last key may take long on a slow machine.
    const text = await pollUntil(
      () => at.page.$$eval('#h, #z', (all) => all.map((each) => each.textContent!.trim()).join('|')),
      (now) => now.replace(/\s+/g, ' ') === wanted,
    );
    assert.equal(text.replace(/\s+/g, ' '), wanted, name);
    await waitForNetworkIdle(at.page, 200);
  };
  const [joined, cut, whole] = ['Head line newend of it', 'Head line newnd of it', 'Head line new'];
  const over = { character: joined, word: joined, line: whole, click: cut, drag: cut };
  const ended = 'before|Head line new';
  for (const [view, wanted] of [
    [first, over],
    [marked, over],
    [source, over],
    // Nothing follows this block.
    [last, { character: ended, word: ended, line: ended }],
  ] as const) {
    for (const [name, text] of Object.entries(wanted)) {
      await open(view);
      await at.page.click('#h');
      await keys('End');
      await at.page.keyboard.type(' ');
      await ways[name]!();
      await at.page.keyboard.type('new');
      await reads(`${name} in ${view}`, text);
    }
  }
  assert.deepEqual(at.consoleMessages, []);
});

test('selections backwards, sideways, and back into one block', async () => {
  await open();
  await at.page.click('#a');
  await keys('Home', 'ArrowRight');
  await keys('Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft');
  await selects('e O');
  await keys('Shift+ArrowRight', 'Shift+ArrowRight');
  await selects('O');
  // The selection is within one block, so the browser inserts the text.
  await at.page.keyboard.type('A');
  await waitForMarkup(VIEW.replace('One', 'Ane'));
  await keys('Shift+ArrowLeft', 'Shift+ArrowLeft', 'ArrowLeft');
  await at.page.keyboard.type('!');
  await waitForMarkup(VIEW.replace('One', 'Ane').replace('Title', 'Title!'));
});

test('the mouse selects across blocks; deleting, cutting, bold and links are one undo step each', async () => {
  const version = await open();
  await dragSelection(['#a', 4], ['#z', 2]);
  await selects('two First Second La');
  const tools = await at.page.waitForSelector(inEditorUI('[aria-label="Text tools"]'), {
    visible: true,
    timeout: 30_000,
  });
  assert.ok(tools);
  await at.page.screenshot({ path: `${SHOTS}/span.png` });
  await keys('Control+b');
  const bold = VIEW.replace('two', '<strong>two</strong>')
    .replace('First', '<strong>First</strong>')
    .replace('Second', '<strong>Second</strong>')
    .replace('Last', '<strong>La</strong>st');
  await waitForMarkup(bold);
  await selects('two First Second La');
  await keys('Control+z');
  await waitForMarkup(VIEW);
  await selects('two First Second La');
  await keys('Control+k');
  await at.page.waitForSelector(inEditorUI('input[name=href]'), { visible: true });
  await at.page.keyboard.type('/there');
  await keys('Enter');
  await waitForMarkup(bold.replaceAll('<strong>', '<a href="/there">').replaceAll('</strong>', '</a>'));
  await keys('Control+z');
  await waitForMarkup(VIEW);
  await selects('two First Second La');
  await keys('Backspace');
  const gone = '<section>\n  <h2>Title</h2>\n  <p id="a">One st <b>words</b></p>\n</section>';
  await waitForMarkup(gone);
  await at.page.keyboard.type('x');
  await waitForMarkup(gone.replace('One st', 'One xst'));
  await keys('Control+z', 'Control+z');
  await waitForMarkup(VIEW);
  await selects('two First Second La');
  await keys('Enter');
  await waitForMarkup('<section><h2>Title</h2><p id="a">One </p><p>st <b>words</b></p></section>');
  await keys('Control+s');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.equal(
    (await at.versions.find([versionId(version)]))[0]!.view,
    '<section>\n  <h2>Title</h2>\n  <p id="a">One </p>\n  <p>st <b>words</b></p>\n</section>',
  );
  assert.deepEqual(at.consoleMessages, []);
});

test('Ctrl+A selects the block, then everything; a page without any text is still editable', async () => {
  await open();
  await at.page.click('#a');
  await keys('Control+a');
  await selects('One two');
  await keys('Control+a');
  await selects('Title One two First Second Last words');
  await at.page.keyboard.type('New');
  await waitForMarkup('<section><h2>New</h2></section>');
  await keys('Enter');
  await at.page.keyboard.type('more');
  await waitForMarkup('<section><h2>New</h2><p>more</p></section>');
});

test('moving from a selection across blocks to the tools and back keeps the selection', async () => {
  await open();
  await at.page.click('#a');
  await keys('Control+a', 'Control+a');
  await selects('Title One two First Second Last words');
  await keys('F6');
  await at.page.waitForFunction(
    () => !!document.querySelector('feaas-editor')!.shadowRoot!.activeElement?.closest('.bar--main'),
  );
  await keys('F6');
  await at.page.waitForFunction(() => document.activeElement?.closest('feaas-component'));
  await selects('Title One two First Second Last words');
  await at.page.keyboard.type('New');
  await waitForMarkup('<section><h2>New</h2></section>');
});

test('leaving the tools of an element without text puts the caret in the text before it', async () => {
  await open('<div><h2>Title</h2><p>One</p><p id="b">Two</p><hr><p>Three</p></div>');
  await at.page.click('#b');
  await focusBlockTool(at.page, 'Block tools');
  await chooseMenuItem(at.page, 'Select the next one');
  await tabTo(at.page, 'Block tools');
  await chooseMenuItem(at.page, 'Move down');
  await waitForMarkup('<div><h2>Title</h2><p>One</p><p id="b">Two</p><p>Three</p><hr></div>');
  await keys('F6');
  await waitForFocusInText(at.page);
  await keys('End');
  await at.page.keyboard.type('x');
  await waitForMarkup('<div><h2>Title</h2><p>One</p><p id="b">Two</p><p>Threex</p><hr></div>');
});

test('cut blocks are pasted unchanged into the middle of another block', async () => {
  await open();
  const profile = at.page.browserContext();
  await profile.overridePermissions(at.host.origin, ['clipboard-read', 'clipboard-write']);
  await dragSelection(['h2', 2], ['#a', 3]);
  await selects('tle One');
  await keys('Control+x');
  await waitForMarkup(VIEW.replace('Title', 'Ti two').replace('<p id="a">One two</p>\n', ''));
  await at.page.click('#z');
  await keys('Home', 'ArrowRight');
  await keys('Control+v');
  await waitForMarkup(
    '<section><h2>Ti two</h2><ul><li>First</li><li>Second</li></ul><p id="z">L</p><h2>tle</h2><p>Oneast <b>words</b></p></section>',
  );
  await keys('Control+z', 'Control+z');
  await waitForMarkup(VIEW);
  await selects('tle One');
});

test('a composition replaces a selection across blocks', async () => {
  await open();
  const ime = await inputMethods(at.page);
  await dragSelection(['#a', 4], ['#z', 2]);
  await selects('two First Second La');
  await ime.composeSteps('に', '日本');
  await waitForMarkup('<section><h2>Title</h2><p id="a">One 日本st <b>words</b></p></section>');
});

test('values from data and repeated blocks stay unless they are selected completely', async () => {
  const view =
    '<div><p id="a">One two</p><h3 data-path="title">T</h3><ul><li data-path-scope="items">Item <b data-path="items.*.name">n</b></li></ul><p id="z">Last <i data-path="title">t</i> words</p></div>';
  await open(view, undefined, `data='{"title":"From data","items":[{"name":"x"},{"name":"y"},{"name":"z"}]}'`);
  const read = (): Promise<string> =>
    at.page.$eval('feaas-component', (each) => (each as HTMLElement).innerText.replace(/\s+/g, ' ').trim());
  const reads = async (text: string): Promise<void> => {
    for (let frame = 0; frame < 400 && (await read()) !== text; frame++)
      await at.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    assert.equal(await read(), text);
  };
  await dragSelection(['#a', 4], ['li', 2]);
  await keys('Delete');
  await reads('One em x em y em z Last From data words');
  await keys('Control+z');
  // The selected values from data return.
  await reads('One two From data Item x Item y Item z Last From data words');
  // Selecting from one copy of an item to another deletes nothing, because the view contains the item once.
  await at.page.click('#z');
  await dragSelection(['li:nth-of-type(1)', 1], ['li:nth-of-type(3)', 3]);
  await keys('Delete');
  await at.page.keyboard.type('q');
  await reads('One two From data Iteqm x Iteqm y Iteqm z Last From data words');
});

test('right to left, dark, at 360 px', async () => {
  await at.page.setViewport({ width: 360, height: 640 });
  await at.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  await setBrowserLanguages(at.page, 'ar');
  await open(VIEW.replace('One two', 'واحد اثنان').replace('First', 'أول'), 'cdn="/cdn" lang="ar" dir="rtl"');
  await at.page.click('#a');
  await keys('Home', 'Shift+ArrowDown', 'Shift+ArrowDown');
  assert.match(await selected(), /واحد اثنان/);
  await at.page.screenshot({ path: `${SHOTS}/span-rtl.png` });
  await keys('Backspace');
  await at.page.waitForFunction(() => !document.querySelector('feaas-component')!.textContent!.includes('واحد'));
});

test('Delete removes the selected words up to an element that is not editable', async () => {
  for (const [view, moves, after] of [
    ['<div><p id="a">Text</p><ul><li>One<ul><li>Nest</li></ul></li></ul></div>', 5, '<p id="a"></p>'],
    ['<div><p id="a">Text</p><p data-path="trip.name">Bound</p></div>', 7, '<p id="a"></p>'],
    ['<div><p id="a">Text</p><button>Go</button></div>', 5, '<p id="a"></p>'],
  ] as const) {
    await open(view);
    // The toolbar of the clicked element may cover the empty part of the line.
    const { x, y } = await pointOf('#a', 0);
    await at.page.mouse.click(x, y);
    await keys('Home', ...Array.from({ length: moves }, () => 'Shift+ArrowRight' as const), 'Delete');
    await waitForMarkup(view.replace('<p id="a">Text</p>', after));
    await keys('Control+z');
    await waitForMarkup(view);
  }
});
