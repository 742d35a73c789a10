/** Moves blocks by mouse, finger and keys: the real editor on the real host, under its policy (D13). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  inEditorUI,
  editableComponent,
  openEditor,
  editorJourney,
  versionId,
  waitForSaveButton,
  findPickerEntry,
  clickButton,
} from './lib/editor-page';
import { focusBlockTool, focusPickerEntry } from './lib/editor-keyboard';
import { waitForNetworkIdle } from './lib/network-idle';
import { screenshotsFolder } from './lib/screenshots-folder';
import { setBrowserLanguages } from './lib/browser-languages';

const at = editorJourney();
const SHOTS = screenshotsFolder('feaas-editor-shots');

const VIEW = `<section id="s" style="padding: 10px">
  <h2 id="h">Title</h2>
  <p id="a">One</p>
  <div id="c" style="display: flex; gap: 40px"><div id="c1" style="flex: 1; padding: 10px"><p id="l">Left</p></div><div id="c2" style="flex: 1; padding: 10px"><p id="r">Right</p></div></div>
  <ul id="u"><li id="x">First</li><li id="y">Second</li><li id="z">Third</li></ul>
</section>`;

async function open(view = VIEW, { attributes, more }: { attributes?: string; more?: string } = {}): Promise<string> {
  const version = await at.publish(view);
  await at.open(editableComponent(version, version, more), attributes ? { attributes } : {});
  await openEditor(at.page);
  await at.page.waitForSelector(inEditorUI('.handles'), { visible: true });
  // Wait for pending requests.
  await waitForNetworkIdle(at.page, 200);
  return version;
}

/** Ids of the component's elements in order; brackets enclose the children of each box. */
const order = (): Promise<string> =>
  at.page.$eval('feaas-component', (component) => {
    const say = (element: Element): string => {
      const inner = [...element.children].filter((each) => each.id).map(say);
      return element.id + (inner.length ? `(${inner.join(' ')})` : '');
    };
    return [...component.children].map(say).join(' ');
  });
const waitForBlocks = (wanted: string): Promise<unknown> =>
  at.page
    .waitForFunction(
      (wanted) => {
        const say = (element: Element): string => {
          const inner = [...element.children].filter((each) => each.id).map(say);
          return element.id + (inner.length ? `(${inner.join(' ')})` : '');
        };
        return [...document.querySelector('feaas-component')!.children].map(say).join(' ') === wanted;
      },
      { timeout: 8000 },
      wanted,
    )
    .catch(async () => assert.equal(await order(), wanted));
const START = 's(h a c(c1(l) c2(r)) u(x y z))';

interface Point {
  readonly x: number;
  readonly y: number;
}
/** A point of an element, as fractions of its width and height. */
const pointOf = (selector: string, x: number, y: number): Promise<Point> =>
  at.page.$eval(
    selector,
    (element, x, y) => {
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left + width * x, y: top + height * y };
    },
    x,
    y,
  );
/** Selects a block and returns the middle of its handle. */
async function gripOf(selector: string, isAtEdge = false): Promise<Point> {
  if (isAtEdge) await at.page.click(selector, { offset: { x: 6, y: 6 } });
  else await at.page.click(selector);
  // Wait until the toolbar is at the block.
  await at.page.waitForFunction(
    (selector) => {
      const ring = document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.ring')!.getBoundingClientRect();
      const block = document.querySelector(selector)!.getBoundingClientRect();
      return Math.abs(ring.top - block.top) < 1 && Math.abs(ring.height - block.height) < 1;
    },
    { timeout: 30_000 },
    selector,
  );
  return at.page.$eval('feaas-editor', (editor) => {
    const { left, top, width, height } = editor.shadowRoot!.querySelector('.tool--grip')!.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
}
const waitForDropIndicator = (): Promise<unknown> =>
  at.page.waitForSelector(inEditorUI('.drop:not([hidden])'), { visible: true, timeout: 30_000 });
const readAnnouncement = (): Promise<string> =>
  at.page.$eval('feaas-editor', (editor) =>
    editor
      .shadowRoot!.querySelector('.said')!
      .textContent!.replace(/[\u2068\u2069]/g, '')
      .trim(),
  );
const waitForAnnouncement = (wanted: string): Promise<unknown> =>
  at.page
    .waitForFunction(
      (wanted) =>
        document
          .querySelector('feaas-editor')!
          .shadowRoot!.querySelector('.said')!
          .textContent!.replace(/[\u2068\u2069]/g, '')
          .trim() === wanted,
      { timeout: 8000 },
      wanted,
    )
    .catch(async () => assert.equal(await readAnnouncement(), wanted));

async function dragTo(
  selector: string,
  to: Point,
  whileHeld: () => Promise<void> = async () => {},
  isAtEdge = false,
): Promise<void> {
  const grip = await gripOf(selector, isAtEdge);
  await at.page.mouse.move(grip.x, grip.y);
  await at.page.mouse.down();
  await at.page.mouse.move((grip.x + to.x) / 2, (grip.y + to.y) / 2, { steps: 3 });
  await at.page.mouse.move(to.x, to.y, { steps: 3 });
  await whileHeld();
  await at.page.mouse.up();
}

/** Positions of all elements of the page, without those of the editor. */
const places = (): Promise<string[]> =>
  at.page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((each) => !each.closest('feaas-editor'))
      .map((each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        return `${each.localName}#${each.id} ${[left + scrollX, top + scrollY, width, height].map(Math.round).join(' ')}`;
      }),
  );

test('by mouse: below a block, beside a column, into a column; a line shows the target, nothing else moves, one undo step each', async () => {
  const version = await open();
  await at.page.evaluate(() => {
    (window as any).shifts = [];
    new PerformanceObserver((list) => (window as any).shifts.push(...list.getEntries())).observe({
      type: 'layout-shift',
    });
  });
  await dragTo('#a', await pointOf('#l', 0.5, 1), async () => {
    await waitForDropIndicator();
    await at.page.screenshot({ path: `${SHOTS}/drag.png` });
    const line = await at.page.$eval('feaas-editor', (editor) => {
      const { left, width, top } = editor.shadowRoot!.querySelector('.drop')!.getBoundingClientRect();
      return [left, width, top].map(Math.round);
    });
    const left = await at.page.$eval('#l', (each) => {
      const { left, width, bottom } = each.getBoundingClientRect();
      return [left, width, bottom - 2].map(Math.round);
    });
    assert.deepEqual(line, left);
  });
  await waitForBlocks('s(h c(c1(l a) c2(r)) u(x y z))');
  await clickButton(at.page, 'Undo');
  await waitForBlocks(START);
  await at.page.screenshot({ path: `${SHOTS}/drag-undone.png` });
  const grip = await gripOf('#l');
  const held = await places();
  await at.page.mouse.move(grip.x, grip.y);
  await at.page.mouse.down();
  const right = await pointOf('#c2', 1, 0.5);
  await at.page.mouse.move(right.x, right.y, { steps: 5 });
  await waitForDropIndicator();
  assert.deepEqual(await places(), held);
  await at.page.keyboard.press('Escape');
  await at.page.mouse.up();
  await waitForAnnouncement('Paragraph “Left” stays where it was.');
  assert.equal(await order(), START);
  assert.deepEqual(await places(), held);
  await dragTo('#l', right, async () => {
    const { width, height } = (await (await at.page.$(inEditorUI('.drop')))!.boundingBox())!;
    assert.ok(height > width, 'a line between columns stands upright');
  });
  await waitForBlocks('s(h a c(c1 c2(r) l) u(x y z))');
  // Drag into the empty column.
  await dragTo('#r', await pointOf('#c1', 0.5, 0.5));
  await waitForBlocks('s(h a c(c1(r) c2 l) u(x y z))');
  assert.deepEqual(
    await at.page.evaluate(() => (window as any).shifts.filter((each: any) => !each.hadRecentInput).length),
    0,
  );
  await at.page.keyboard.down('Control');
  await at.page.keyboard.press('s');
  await at.page.keyboard.up('Control');
  await waitForSaveButton(at.page, 'Up to date', false);
  assert.match((await at.versions.find([versionId(version)]))[0]!.view, /<p id="r">Right<\/p><\/div>/);
  assert.deepEqual(at.consoleMessages, []);
});

test('an item can only move among items; a click on the handle starts moving by keys', async () => {
  await open();
  await dragTo('#z', await pointOf('#h', 0.5, 0), async () => {
    await waitForDropIndicator();
    assert.match(await readAnnouncement(), /^Before List item “First”, place 1 of 3$/);
  });
  await waitForBlocks(START.replace('x y z', 'z x y'));
  const grip = await gripOf('#x');
  await at.page.mouse.click(grip.x, grip.y);
  await waitForAnnouncement(
    'Lifted List item “First”. 3 places for it: arrow keys choose, Space drops it, Escape puts it back.',
  );
  await at.page.keyboard.press('Escape');
  await waitForAnnouncement('List item “First” stays where it was.');
});

test('by keys: lifted, moved into and out of columns, dropped, undone; each step is announced', async () => {
  await open();
  await at.page.click('#a');
  await at.page.waitForSelector(inEditorUI('.tool--grip'), { visible: true });
  const grip = await at.page.waitForSelector(inEditorUI('.tool--grip'), { visible: true });
  await grip!.focus();
  await at.page.keyboard.press('Space');
  await waitForAnnouncement(
    'Lifted Paragraph “One”. 13 places for it: arrow keys choose, Space drops it, Escape puts it back.',
  );
  await at.page.keyboard.press('ArrowDown');
  await waitForAnnouncement('Before Group “Left”, place 4 of 13');
  await at.page.keyboard.press('ArrowRight');
  await waitForAnnouncement('Before Paragraph “Left”, place 5 of 13');
  await at.page.keyboard.press('ArrowDown');
  await waitForAnnouncement('After Paragraph “Left”, place 6 of 13');
  await at.page.screenshot({ path: `${SHOTS}/drag-keys.png` });
  await at.page.keyboard.press('ArrowLeft');
  await waitForAnnouncement('Before Group “Left”, place 4 of 13');
  await at.page.keyboard.press('End');
  await waitForAnnouncement('After Group “Title One Left Right First Sec…”, place 13 of 13');
  await at.page.keyboard.press('Escape');
  await waitForAnnouncement('Paragraph “One” stays where it was.');
  assert.equal(await order(), START);
  await at.page.keyboard.press('Space');
  await at.page.keyboard.press('Home');
  await at.page.keyboard.press('ArrowDown');
  await at.page.keyboard.press('Space');
  await waitForAnnouncement('Dropped Paragraph “One”.');
  await waitForBlocks('s(a h c(c1(l) c2(r)) u(x y z))');
  // The next key starts from the new position.
  await at.page.waitForFunction(
    () => document.querySelector('feaas-editor')!.shadowRoot!.activeElement?.className.includes('tool--grip'),
    { timeout: 30_000 },
  );
  await clickButton(at.page, 'Undo');
  await waitForBlocks(START);
  assert.deepEqual(at.consoleMessages, []);
});

test('by touch, at the edge of a small screen, right to left and dark', async () => {
  await at.page.setViewport({ width: 360, height: 640, hasTouch: true });
  await at.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
  const many = Array.from({ length: 30 }, (_, index) => `<p id="p${index}">فقرة ${index}</p>`).join('');
  await setBrowserLanguages(at.page, 'ar');
  await open(`<section id="s">${many}</section>`, { attributes: 'cdn="/cdn" lang="ar" dir="rtl"' });
  const grip = await gripOf('#p1');
  const session = await at.page.createCDPSession();
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]): Promise<unknown> =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: touchPoints.map(({ x, y }) => ({ x, y })) });
  await touch('touchStart', grip);
  await touch('touchMove', { x: grip.x, y: grip.y + 40 });
  await touch('touchMove', { x: 180, y: 632 });
  await waitForDropIndicator();
  await at.page.screenshot({ path: `${SHOTS}/drag-touch.png` });
  // The page scrolls by itself.
  await at.page.waitForFunction(() => scrollY > 200, { timeout: 30_000 });
  await touch('touchMove', { x: 180, y: 300 });
  const near = await at.page.evaluate(() => document.elementFromPoint(180, 300)!.closest('p')?.id);
  await at.page.waitForFunction(
    () => {
      const line = document.querySelector('feaas-editor')!.shadowRoot!.querySelector('.drop')!.getBoundingClientRect();
      return Math.abs(line.top - 300) < 60;
    },
    { timeout: 30_000 },
  );
  await touch('touchEnd');
  await at.page.waitForFunction(() => document.querySelector('#p0')!.nextElementSibling?.id === 'p2', {
    timeout: 30_000,
  });
  const index = (await order()).match(/p\d+/g)!.indexOf('p1');
  assert.ok(index > 8, `${index}, near ${near}`);
});

test('from the palette to a target, by mouse and by keys', async () => {
  await open();
  await at.page.click('#a');
  await clickButton(at.page, 'Insert a block');
  const item = await findPickerEntry(at.page, 'Rule');
  await item.scrollIntoView();
  const box = (await item.boundingBox())!;
  const to = await pointOf('#c2 p', 0.5, 1);
  await at.page.mouse.move(box.x + 20, box.y + 10);
  await at.page.mouse.down();
  await at.page.mouse.move(to.x, to.y, { steps: 6 });
  await waitForDropIndicator();
  await at.page.screenshot({ path: `${SHOTS}/drag-palette.png` });
  await at.page.mouse.up();
  await at.page.waitForSelector('#c2 > p + hr');
  assert.equal(await at.page.$$eval('feaas-component hr', (all) => all.length), 1);
  await clickButton(at.page, 'Undo');
  await at.page.waitForFunction(() => !document.querySelector('hr'));
  await at.page.click('#a');
  await focusBlockTool(at.page, 'Insert a block');
  await focusPickerEntry(at.page, 'Rule');
  await at.page.keyboard.press('Space');
  await at.page.keyboard.press('ArrowDown');
  await at.page.keyboard.press('ArrowDown');
  await at.page.keyboard.press('Space');
  await at.page.waitForSelector('#s > hr:first-child');
  // The dialog draws components without a thumbnail.
  assert.deepEqual(
    at.consoleMessages.filter((line) => !/404/.test(line)),
    [],
  );
});

test('all copies of a repeat move as one, from any copy', async () => {
  await open(
    '<section id="s"><p id="a">One</p><ul id="u"><li id="x" data-path-scope="items">Item <b data-path="items.*.n">n</b></li><li id="y">Last</li></ul></section>',
    { more: `data='{"items":[{"n":1},{"n":2},{"n":3}]}'` },
  );
  await at.page.click('li:nth-child(2)');
  await at.page.waitForSelector(inEditorUI('.tool--grip'), { visible: true });
  await (await at.page.$(inEditorUI('.tool--grip')))!.focus();
  await at.page.keyboard.press('Space');
  await at.page.keyboard.press('ArrowDown');
  await waitForAnnouncement('After List item “Last”, place 2 of 2');
  await at.page.keyboard.press('Space');
  await at.page.waitForFunction(
    () =>
      [...document.querySelectorAll('#u > li')].map((each) => each.textContent).join() === 'Last,Item 1,Item 2,Item 3',
    { timeout: 30_000 },
  );
});

const cards = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) =>
      `<article class="card" id="k${at}"><h3 id="h${at}">Card ${at}</h3><p id="t${at}">Some words</p></article>`,
  ).join('');
const LAYOUTS: Readonly<Record<string, string>> = {
  grid: 'display: grid; grid-template-columns: repeat(3, 1fr); gap: 24px',
  flex: 'display: flex; gap: 24px',
  'a row that wraps': 'display: flex; flex-wrap: wrap; gap: 24px; --basis: 30%',
  'a row from the right': 'display: flex; gap: 24px; direction: rtl',
  'a row that is reversed': 'display: flex; gap: 24px; flex-direction: row-reverse',
  'a column': 'display: flex; flex-direction: column; gap: 12px; inline-size: 300px',
};
const SIDES: Readonly<Record<string, (share: number) => readonly [x: number, y: number]>> = {
  'a row from the right': (share) => [1 - share, 0.5],
  'a row that is reversed': (share) => [1 - share, 0.5],
  'a column': (share) => [0.5, share],
};

for (const [layout, style] of Object.entries(LAYOUTS))
  test(`a card moves beside another one in ${layout}, and into it only at its middle`, async () => {
    await open(
      `<section id="s"><div id="g" style="${style}">${cards(4)}</div><style>.card { flex: 0 0 var(--basis, auto); box-sizing: border-box; padding: 16px; border: 1px solid }</style></section>`,
    );
    const side = SIDES[layout] ?? ((share) => [share, 0.5] as const);
    const inner = (at: number): string => `k${at}(h${at} t${at})`;
    const all = (...order: number[]): string => `s(g(${order.map(inner).join(' ')}))`;
    const cardAt = async (selector: string, share: number): Promise<Point> => pointOf(selector, ...side(share));
    // A click beside the text of a card selects the card.
    const dragCard = (selector: string, to: Point): Promise<void> =>
      dragTo(selector, to, waitForDropIndicator as () => Promise<void>, true);
    await dragCard('#k0', await cardAt('#k2', 0.7));
    await waitForBlocks(all(1, 2, 0, 3));
    await clickButton(at.page, 'Undo');
    await waitForBlocks(all(0, 1, 2, 3));
    await dragCard('#k3', await cardAt('#k1', 0.3));
    await waitForBlocks(all(0, 3, 1, 2));
    await clickButton(at.page, 'Undo');
    await waitForBlocks(all(0, 1, 2, 3));
    // A drop in the middle of a card nests the dropped card, because an article may contain one.
    await dragCard('#k0', await pointOf('#k2', 0.5, 0.5));
    await at.page.waitForSelector('#k2 #k0');
  });
