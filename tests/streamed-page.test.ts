/** Pages that arrive in parts: an element starts before the parser has read its end tag (E6, E12). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { journey } from './lib/journey';
import { send } from './lib/server';

/** Sends the rest of the page. */
let release = (): void => {};
let parts: readonly [string, string] = ['', ''];

const HEAD =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Streamed</title><link rel="icon" href="data:,">' +
  '<script type="module" async src="/build/feaas.esm.js"></script><script type="module" async>' +
  `import { registerComponent } from '/build/index.esm.js';
   registerComponent({ name: 'box', mount(element) { element.innerHTML = '<input name="q" value="page">'; } });
   globalThis.isReady = true;</script><body><main>`;

const at = journey({}, (_request, response, { pathname }) => {
  if (pathname === '/components/lib/card/responsive/published.html')
    return (send(response, '<b data-path="s.t">-</b><em>End</em>'), true);
  if (pathname === '/styles/lib/published.css') return (send(response, 'b { color: red }', 'text/css'), true);
  if (pathname !== '/streamed.html') return undefined;
  response.writeHead(200, { 'content-type': 'text/html' });
  response.write(HEAD + parts[0]);
  release = () => void response.end(`${parts[1]}</main>`);
  return true;
});

const BOUND = `<feaas-component fetch="false" data='{"a":"A","l":[1,2]}'>`;
const CARD = `<feaas-component cdn="/" library="lib" component="card" data='{"s":{"t":"A"}}'`;
const CASES: readonly [what: string, first: string, rest: string, text: string, withData?: string][] = [
  [
    'children, cut between two',
    `${BOUND}<p data-path="a">x</p>`,
    '<i data-path="a">y</i><u data-path-scope="l" data-path="l.*">l</u></feaas-component>',
    'A A12',
    'B B3',
  ],
  [
    'children, cut within one',
    `${BOUND}<p data-path="a">par`,
    't <u>t</u></p><p data-path="a">q</p></feaas-component>',
    'A A',
    'B B',
  ],
  ['children, cut before the first', BOUND, '<p data-path="a">x</p></feaas-component>', 'A', 'B'],
  [
    'children of two elements, the outer one not closed',
    `<section>${BOUND}<p data-path="a">x</p></feaas-component>`,
    `${BOUND}<p data-path="a">x</p></feaas-component></section>`,
    'A A',
    'B A',
  ],
  [
    'server content',
    `${CARD} last-modified="Wed, 15 Nov 2023 00:00:00 GMT" class="-feaas"><b data-path="s.t">A</b>`,
    '<em>End</em></feaas-component>',
    'AEnd',
    'BEnd',
  ],
  ['fallback content', `${CARD}><p>One</p>`, '<p>Two</p></feaas-component>', 'AEnd', 'BEnd'],
  ['no content', CARD + '>', '</feaas-component>', 'AEnd', 'BEnd'],
  [
    'server content, cut before the first node',
    `${CARD} last-modified="Wed, 15 Nov 2023 00:00:00 GMT" class="-feaas">`,
    '<b data-path="s.t">A</b><em>End</em></feaas-component>',
    'AEnd',
    'BEnd',
  ],
  ['fallback content, cut before the first node', CARD + '>', '<p>One</p><p>Two</p></feaas-component>', 'AEnd', 'BEnd'],
  [
    'fallback content of a template attribute, cut before the first node',
    `<feaas-component fetch="" data='{"a":"A"}' template="<p data-path=a>-</p>">`,
    '<p>One</p></feaas-component>',
    'A',
    'B',
  ],
  [
    'server content of an external component',
    '<feaas-external data-external-id="box" data-server-rendered="">Server',
    '<input name="q" value="server"></feaas-external>',
    '',
  ],
];

for (const [what, first, rest, text, withData] of CASES)
  test(`${what}: no content is lost or duplicated`, async () => {
    parts = [first, rest];
    const loaded = at.page.goto(`${at.server.origin}/streamed.html`);
    await at.page.waitForFunction(async () => {
      if (location.pathname !== '/streamed.html' || !('isReady' in window)) return false;
      const element = document.querySelector<any>('feaas-component, feaas-external');
      if (!element?.shadowRoot) return false;
      for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => requestAnimationFrame(resolve));
      return true;
    });
    release();
    await loaded;
    const shows = (text: string): Promise<unknown> =>
      at.page
        .waitForFunction(
          (text: string) => document.querySelector('main')!.innerText.replace(/\s+/g, ' ').trim() === text,
          { timeout: 5000 },
          text,
        )
        .catch(async () => assert.equal(await at.page.$eval('main', (main) => main.innerHTML), text));
    await shows(text);
    if (withData === undefined) {
      await at.page.waitForFunction(() => document.querySelector('input')?.value === 'page', { timeout: 5000 });
      assert.equal(await at.page.$$eval('input', (all) => all.length), 1);
      return;
    }
    await at.page.$eval('feaas-component', (element) => {
      Object.assign(element, { data: { a: 'B', l: [3], s: { t: 'B' } } });
    });
    await shows(withData);
  });
