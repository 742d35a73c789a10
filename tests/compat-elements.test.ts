/** Custom element classes that sites register with the compatibility package: each id has a tag, whatever else the site defines. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { build } from 'esbuild';
import { kit } from './frameworks/page';
import { journey } from './lib/journey';
import { send } from './lib/server';

const ROOT = new URL('../', import.meta.url).pathname;

let script = '';
const at = journey({}, (_request, response, { pathname }) => {
  if (pathname === '/site.js') send(response, script, 'text/javascript');
  else if (pathname === '/site') send(response, '<!doctype html><body><script type="module" src="/site.js"></script>');
  else return undefined;
  return true;
});

const SITE = `
  import { defineCustomElements } from 'feaas-kit/loader';
  import { registerComponent, getComponent, WebComponent } from 'feaas-kit-compat/react';
  defineCustomElements();
  class Clock extends WebComponent {
    connectedCallback() { this.textContent = this.localName + ' ' + (this.zone ?? this.getAttribute('zone')); }
  }
  Object.assign(window, { registerComponent, getComponent, WebComponent, Clock });
`;

before(async () => {
  const { outputFiles } = await build({
    stdin: { contents: SITE, resolveDir: ROOT },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
    logLevel: 'error',
    conditions: ['browser', 'production'],
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [kit],
  });
  script = outputFiles[0]!.text;
});

/** Registers components in a new page, and returns the content of their elements. */
async function shown(code: string, ids: readonly string[]): Promise<string[]> {
  at.consoleMessages.length = 0;
  await at.page.goto(`${at.server.origin}/site`);
  await at.page.waitForFunction(() => 'Clock' in window);
  return at.page.evaluate(
    async (code: string, ids: readonly string[]) => {
      new Function(code)();
      const elements = ids.map((id) => {
        const element = document.body.appendChild(document.createElement('feaas-external'));
        element.setAttribute('data-external-id', id);
        element.setAttribute('zone', 'UTC');
        return element;
      });
      const isShown = (): boolean => elements.every((element) => element.textContent);
      for (let turns = 0; turns < 100 && !isShown(); turns++) await new Promise((resolve) => setTimeout(resolve, 50));
      return elements.map((element) => element.textContent!);
    },
    code,
    ids,
  );
}
const ZONE = `properties: { zone: { type: 'string' } }`;

test('an element shows a class that the site has registered with a tag of its own', async () => {
  const code = `customElements.define('my-clock', Clock); registerComponent(Clock, { name: 'clock', ${ZONE} });`;
  assert.deepEqual(await shown(code, ['clock']), ['byoc-clock UTC']);
});

test('an element uses the tag with which the site has defined the class itself', async () => {
  const code = `customElements.define('byoc-clock', Clock); registerComponent(Clock, { name: 'clock', ${ZONE} });`;
  assert.deepEqual(await shown(code, ['clock']), ['byoc-clock UTC']);
});

test('a name that is not a valid tag gets a tag, and so does an unusual name', async () => {
  const names = ['Clock!', 'a/b <c>', '東京', 'Größe', 'constructor', '__proto__'];
  const code = names.map((name) => `registerComponent(Clock, { name: ${JSON.stringify(name)}, ${ZONE} });`).join('');
  assert.deepEqual(await shown(code, names), [
    'byoc-clock- UTC',
    'byoc-a-b--c- UTC',
    'byoc-東京 UTC',
    'byoc-größe UTC',
    'byoc-constructor UTC',
    'byoc--proto- UTC',
  ]);
});

test('two ids with one name, and two names with one tag, have separate classes', async () => {
  const code = `
    class Other extends WebComponent { connectedCallback() { this.textContent = 'other ' + this.localName; } }
    registerComponent(Clock, { id: 'one', name: 'clock', ${ZONE} });
    registerComponent(Other, { id: 'two', name: 'clock' });
    registerComponent(Clock, { name: 'clock!', ${ZONE} });
    registerComponent(Other, { name: 'clock?' });
    registerComponent(Other, { name: 'clock-' });`;
  assert.deepEqual(await shown(code, ['one', 'two', 'clock!', 'clock-']), [
    'byoc-one UTC',
    'other byoc-two',
    'byoc-clock- UTC',
    'other byoc-clock--3',
  ]);
});

test('an id registered again with the same class keeps its tag; with another class it gets another tag', async () => {
  const code = `
    class Other extends WebComponent { connectedCallback() { this.textContent = 'other ' + this.localName; } }
    for (let turn = 0; turn < 2; turn++) registerComponent(Clock, { name: 'clock', ${ZONE} });
    if (customElements.get('byoc-clock-2')) throw new Error('a second tag');
    registerComponent(Other, { name: 'clock' });`;
  assert.deepEqual(await shown(code, ['clock']), ['other byoc-clock-2']);
});

test('a class that cannot define an element is refused with a message, and nothing is registered', async () => {
  await shown('', []);
  const refused = await at.page.evaluate(() => {
    const site = window as any;
    class Broken extends site.WebComponent {
      static get observedAttributes(): string[] {
        throw new Error('not yet');
      }
      attributeChangedCallback(): void {}
    }
    try {
      site.registerComponent(Broken, { name: 'broken' });
      return undefined;
    } catch (error) {
      return [(error as Error).name, (error as Error).message, site.getComponent('broken') === undefined];
    }
  });
  assert.deepEqual(refused, [
    'TypeError',
    'registerComponent: `component` must be the class of an element; that of "broken" can not be <byoc-broken>: not yet. Correct the class.',
    true,
  ]);
});
