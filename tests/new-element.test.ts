/**
 * The recipe "An element" of CONTRIBUTING.md, followed in a copy of the repository: an element with `render()`, `@State`, a
 * reflected property and a stylesheet works in the lazy build and in the custom elements, without a change anywhere else.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser } from 'puppeteer';
import { launch, openPage } from './lib/browser';
import { copyRepository, type RepositoryCopy } from './lib/repository-copy';
import { send, startServer, type TestServer } from './lib/server';

const ROOT = new URL('../', import.meta.url).pathname;
/** Folders and files that a Stencil build reads. */
const COPIED = ['src', 'scripts', 'react-wrapper', 'stencil.config.ts', 'tsconfig.json', 'package.json'];
const TAG = 'feaas-counter';
const FOLDERS = { build: 'www/build', components: 'dist/components' } as const;

let copy: RepositoryCopy;
let browser: Browser;
let server: TestServer;

/** Returns the code of the element in the recipe. */
async function recipe(): Promise<string> {
  const guide = await readFile(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
  const [, code] = /\*\*An element\*\*[^]*?```tsx\n([^]*?)```/.exec(guide) ?? [];
  assert.ok(code, 'CONTRIBUTING.md shows the code of an element');
  return code;
}

before(async () => {
  copy = await copyRepository(COPIED);
  const folder = join(copy.folder, 'src/components', TAG);
  await mkdir(folder);
  await writeFile(join(folder, `${TAG}.tsx`), await recipe());
  await writeFile(join(folder, `${TAG}.css`), 'button { color: rgb(1, 2, 3) }\n');
  const stencil = join(copy.folder, 'node_modules/@stencil/core/bin/stencil');
  await promisify(execFile)(process.execPath, [stencil, 'build', '--docs', '--prod'], { cwd: copy.folder });
  server = await startServer(async (_request, response, { pathname }) => {
    const [, folder, name] = /^\/(build|components)\/([\w.-]+\.js)$/.exec(pathname) ?? [];
    if (folder)
      send(response, await readFile(join(copy.folder, FOLDERS[folder as 'build'], name!), 'utf8'), 'text/javascript');
    else if (pathname === '/page.html') send(response, '<!doctype html><title>New element</title><body></body>');
    else return undefined;
    return true;
  });
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.close();
  await copy?.remove();
});

const DEFINITIONS = {
  'the lazy build': "import('/build/feaas.esm.js')",
  'the custom elements': `import('/components/${TAG}.js').then(({ defineCustomElement }) => defineCustomElement())`,
};

for (const [build, define] of Object.entries(DEFINITIONS))
  test(`an element added by the recipe renders, reflects and has its styles in ${build}`, async () => {
    const page = await openPage(browser);
    await page.goto(`${server.origin}/page.html`);
    await page.evaluate(define);
    await page.evaluate((tag) => document.body.append(document.createElement(tag)), TAG);
    const button = await page.waitForSelector(`${TAG} >>> button`);
    assert.equal(await button!.evaluate((each) => getComputedStyle(each).color), 'rgb(1, 2, 3)');
    await button!.click();
    await page.waitForFunction(
      (tag) => document.querySelector(tag)!.shadowRoot!.textContent!.includes('Clicks: 1'),
      {},
      TAG,
    );
    await page.evaluate((tag) => Object.assign(document.querySelector(tag)!, { label: 'Presses' }), TAG);
    await page.waitForFunction(
      (tag) => {
        const element = document.querySelector(tag)!;
        return element.getAttribute('label') === 'Presses' && element.shadowRoot!.textContent!.includes('Presses: 1');
      },
      {},
      TAG,
    );
    await page.close();
  });
