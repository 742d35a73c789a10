/** Typing in a component in the page: a real keyboard in a real browser. */
import assert from 'node:assert/strict';
import test, { before } from 'node:test';
import { build } from 'esbuild';
import { journey } from './lib/journey';
import { typeWithoutPauses } from './lib/type-without-pauses';
import { send } from './lib/server';

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Editor view</title>
<link rel="icon" href="data:,">
<script type="module" src="/build/feaas.esm.js"></script></head><body><main></main>
<script type="module" src="/editor-view.js"></script></body></html>`;

let script = '';
const at = journey({}, (_request, response, { pathname }) => {
  if (pathname === '/editor-view.js') send(response, script, 'text/javascript');
  if (pathname === '/editor-view.html') send(response, PAGE);
});
before(async () => {
  const { outputFiles } = await build({
    absWorkingDir: new URL('..', import.meta.url).pathname,
    entryPoints: ['tests/pages/editor-view.ts'],
    bundle: true,
    format: 'esm',
    write: false,
  });
  script = outputFiles[0]!.text;
});

async function edit(view: string, data: unknown = {}): Promise<void> {
  await at.page.goto(`${at.server.origin}/editor-view.html`);
  at.consoleMessages.length = 0;
  await at.page.evaluate((view, data) => (window as any).edit(view, data), view, data);
}
const text = (): Promise<string> => at.page.evaluate(() => (window as any).text());
const run = (name: string): Promise<boolean> => at.page.evaluate((name) => (window as any).run(name), name);
/** Waits until the view contains all typed text. */
const waitForDocumentText = (wanted: string): Promise<unknown> =>
  at.page
    .waitForFunction((wanted) => (window as any).text() === wanted, { timeout: 3000 }, wanted)
    .catch(async () => assert.equal(await text(), wanted));
const shown = (): Promise<string> => at.page.$eval('feaas-component', (element) => (element as HTMLElement).innerText);

test('typing one word changes exactly these characters', async () => {
  const view = `<section class='a'  id=x>\n  <h2>Title &amp; more</h2>\n  <p>One\n    two <b>three</b> four&nbsp;five</p><!-- note -->\n</section>\n`;
  await edit(view);
  await at.page.click('p b');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type(' six');
  await waitForDocumentText(view.replace('four&nbsp;five', 'four&nbsp;five six'));
  await at.page.click('h2');
  await at.page.keyboard.press('Home');
  await at.page.keyboard.type('A ');
  await waitForDocumentText(view.replace('four&nbsp;five', 'four&nbsp;five six').replace('Title', 'A Title'));
  assert.deepEqual(at.consoleMessages, []);
});

test('Enter splits, Backspace at the start joins; no text typed meanwhile is lost', async () => {
  await edit('<div><p>one two</p></div>');
  await at.page.click('p');
  await at.page.keyboard.press('Home');
  for (let count = 0; count < 4; count++) await at.page.keyboard.press('ArrowRight');
  // Press the key without waiting for a frame.
  await at.page.keyboard.press('Enter');
  await at.page.keyboard.type('x');
  await at.page.keyboard.press('Enter');
  await at.page.keyboard.type('yz');
  await waitForDocumentText('<div><p>one </p><p>x</p><p>yztwo</p></div>');
  await at.page.keyboard.press('Home');
  await at.page.keyboard.press('Backspace');
  await waitForDocumentText('<div><p>one </p><p>xyztwo</p></div>');
  await at.page.keyboard.type('!');
  await waitForDocumentText('<div><p>one </p><p>x!yztwo</p></div>');
});

test('undo and redo restore the caret; marks', async () => {
  await edit('<p>one two</p>');
  await at.page.click('p');
  await at.page.keyboard.press('End');
  await typeWithoutPauses(at.page, ' three');
  await waitForDocumentText('<p>one two three</p>');
  await at.page.keyboard.down('Control');
  await at.page.keyboard.press('z');
  await at.page.keyboard.up('Control');
  await waitForDocumentText('<p>one two</p>');
  await at.page.waitForFunction(() => document.querySelector('p')!.innerText === 'one two');
  await at.page.keyboard.type('!');
  await waitForDocumentText('<p>one two!</p>');
  await at.page.keyboard.down('Shift');
  for (let count = 0; count < 4; count++) await at.page.keyboard.press('ArrowLeft');
  await at.page.keyboard.up('Shift');
  await run('bold');
  await waitForDocumentText('<p>one <strong>two!</strong></p>');
  await at.page.waitForFunction(() => document.querySelector('p strong'));
  await at.page.keyboard.press('ArrowRight');
  await at.page.keyboard.type('?');
  await waitForDocumentText('<p>one <strong>two!?</strong></p>');
});

test('a value from data is a chip: typing around it never breaks it', async () => {
  const view = '<p>Hello <span data-path="user.name">you</span>, welcome</p>';
  await edit(view, { user: { name: 'Ada Lovelace' } });
  assert.equal((await shown()).trim(), 'Hello Ada Lovelace, welcome');
  await at.page.click('p');
  await at.page.keyboard.press('Home');
  for (let count = 0; count < 7; count++) await at.page.keyboard.press('ArrowRight');
  await at.page.keyboard.type('!');
  await waitForDocumentText('<p>Hello <span data-path="user.name">you</span>!, welcome</p>');
});

test('a click on a value from data selects it, and keys do not replace it', async () => {
  const view = '<div><h2 data-path="title">Title</h2><div data-path="lead"><p>Lead</p></div><p>Own</p></div>';
  await edit(view, { title: 'From data', lead: '<p>Also from <b>data</b></p>' });
  const chosen = (): Promise<unknown> => at.page.evaluate(() => (window as any).chosen.splice(0));
  for (const selector of ['h2', 'div > div b']) {
    await at.page.click(selector);
    await at.page.keyboard.type('x');
    assert.equal(((await chosen()) as number[]).length, 1, selector);
  }
  assert.equal(await text(), view);
  // Focus the first editable block of the component.
  await at.page.evaluate(() => (window as any).focus());
  await at.page.keyboard.type('My ');
  await waitForDocumentText(view.replace('Own', 'My Own'));
});

test('the caret goes to the clicked point of the component', async () => {
  await edit('<div><p>One</p><p>Two</p></div>');
  const point = await at.page.$eval('p + p', (element) => {
    const { left, bottom } = element.getBoundingClientRect();
    return { x: left + 200, y: bottom - 4 };
  });
  await at.page.evaluate((point) => (window as any).focus(point), point);
  await at.page.keyboard.type('!');
  await waitForDocumentText('<div><p>One</p><p>Two!</p></div>');
});

test('typing in any item of a repeat changes all items', async () => {
  const view = '<ul><li data-path-scope="items">Item: <b data-path="items.*.name">n</b></li></ul>';
  await edit(view, { items: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] });
  const items = await at.page.$$('li');
  await items[1]!.click();
  await at.page.keyboard.press('Home');
  await at.page.keyboard.type('The ');
  await waitForDocumentText(view.replace('Item', 'The Item'));
  await at.page.waitForFunction(() =>
    [...document.querySelectorAll('li')].every((item, index) => item.innerText === `The Item: ${'abc'[index]}`),
  );
  await at.page.keyboard.type('x');
  await waitForDocumentText(view.replace('Item', 'The xItem'));
});

test('a repeat within a line is one object of it, however many items it shows', async () => {
  const view = '<p>All: <i data-path-scope="items" data-path="items.*.name">n</i> and more</p>';
  await edit(view, { items: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] });
  assert.equal((await shown()).trim(), 'All: abc and more');
  await at.page.click('p');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type('!');
  await waitForDocumentText(view.replace('more', 'more!'));
  await at.page.keyboard.press('Home');
  await at.page.keyboard.type('x');
  await waitForDocumentText(view.replace('more', 'more!').replace('All', 'xAll'));
});

/** Number of characters to type; more with `FEAAS_LONG=1`. */
const CHARACTERS = process.env['FEAAS_LONG'] ? 2000 : 400;

test(`${CHARACTERS} characters while data changes every 100 ms: the caret never moves by itself`, async () => {
  const view = '<div><p data-path="time">0</p><p>Start: </p></div>';
  await edit(view, { time: '0' });
  await at.page.evaluate(() => {
    let count = 0;
    setInterval(() => (window as any).data({ time: `tick ${++count}` }), 100);
  });
  await at.page.click('p + p');
  await at.page.keyboard.press('End');
  const typed = Array.from({ length: CHARACTERS }, (_, index) => (index % 7 ? 'abcdefghij'[index % 10] : ' '))
    .join('')
    .trim();
  await at.page.keyboard.type(typed);
  await waitForDocumentText(view.replace('Start: ', `Start:${typed} `));
  await at.page.waitForFunction(() => /^tick/.test(document.querySelector('p')!.innerText));
});

test('the editor leaves nothing in the page', async () => {
  const view = '<div>Loose <i>text</i><p>one</p></div>';
  await edit(view);
  await at.page.click('div i');
  await at.page.keyboard.press('End');
  await at.page.keyboard.type('!');
  await waitForDocumentText('<div>Loose <i>text!</i><p>one</p></div>');
  await at.page.evaluate(() => (window as any).end());
  await at.page.waitForFunction(
    () => document.querySelector('feaas-component')!.innerHTML === '<div>Loose <i>text</i><p>one</p></div>',
  );
  assert.equal(await at.page.evaluate(() => document.adoptedStyleSheets.length), 0);
});
