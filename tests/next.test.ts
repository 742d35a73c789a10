/** A site of Next.js, built and served: client components in a boundary that streams late, and components that servers render. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { after, before, beforeEach, test } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '../host/test/support/free-port';
import { packagesIn } from '../scripts/folders';
import { journey } from './lib/journey';
import { send } from './lib/server';
import { startService, type Service } from './lib/service';

const ROOT = new URL('../', import.meta.url).pathname;
const NEXT = `${packagesIn('examples/next')}/node_modules/next/dist/bin/next`;
const FOLDER = `${ROOT}tests/next`;

const at = journey({}, (_request, response, url) => {
  if (url.pathname === '/components/lib/card/responsive/published.html')
    return (send(response, '<h2>Card</h2><b data-path="s.t">-</b>'), true);
  if (url.pathname === '/styles/lib/published.css') return (send(response, '', 'text/css'), true);
  return undefined;
});

let origin = '';
let site: Service | undefined;

before(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    CONTENT_ORIGIN: at.server.origin,
    NEXT_TELEMETRY_DISABLED: '1',
  };
  const options = { cwd: FOLDER, env: environment as NodeJS.ProcessEnv };
  await promisify(execFile)(process.execPath, [NEXT, 'build'], { ...options, maxBuffer: 1e8 }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => assert.fail(`next build: ${stdout}${stderr}`),
  );
  site = startService(process.execPath, [NEXT, 'start', '--port', String(port), '--hostname', '127.0.0.1'], {
    name: 'next start',
    ...options,
  });
  await site.waitForResponse(`${origin}/registered`);
});
after(async () => {
  await site?.stop();
  await rm(`${FOLDER}/.next`, { recursive: true, force: true });
});
beforeEach(() => void (at.consoleMessages.length = 0));

const source = async (path: string): Promise<string> =>
  (await (await fetch(origin + path)).text()).replace(/<script[^>]*>.*?<\/script>/gs, '');

test('E15: client components in a boundary that streams late hydrate without an error, in each of 3 loads', async () => {
  for (let load = 0; load < 3; load++) {
    await at.page.goto(`${origin}/boundary`, { waitUntil: 'domcontentloaded' });
    await at.page.waitForFunction(
      () =>
        [...document.querySelectorAll('feaas-component')].map(({ textContent }) => textContent).join() ===
        'Card-,Card-,CardBound',
    );
    await at.page.click('#inside');
    await at.page.waitForFunction(() => document.querySelector('#inside')!.textContent === 'Clicked 1');
    assert.deepEqual(at.consoleMessages, [], `load ${load}`);
  }
});

test('components registered in a server module are in the HTML, in templates and in the tree', async () => {
  const html = await source('/registered');
  const [, template = '', tree = ''] = /id="template">([^]*?)<div id="tree">([^]*?)<\/main>/.exec(html) ?? [];
  for (const [part, name, size] of [
    [template, 'Ada', 3],
    [tree, 'Bob', 5],
  ] as const) {
    const text = part.replace(/<!--.*?-->| template="[^"]*"/g, '');
    assert.match(
      text,
      new RegExp(
        `<feaas-external [^>]*data-external-id="plain"[^>]*><h3 class="plain">Server ${name}</h3></feaas-external>`,
      ),
    );
    assert.match(
      text,
      new RegExp(`<div class="async">Async ${size} <button id="in-async" type="button">Clicked 0</button></div>`),
    );
    assert.match(text, /<em class="server-half">Server half<\/em>/);
    assert.doesNotMatch(text, /Fallback/);
  }
});

test('in the page, they stay, their handlers work, and client components take over', async () => {
  await at.page.goto(`${origin}/registered`, { waitUntil: 'networkidle0' });
  for (const part of ['#template', '#tree']) {
    const text = (): Promise<string> =>
      at.page.$eval(part, (element) => (element as HTMLElement).innerText.replace(/\s+/g, ' ').trim());
    await at.page.waitForSelector(`${part} .client-half`);
    const [name, size] = part === '#tree' ? ['Bob', 5] : ['Ada', 3];
    assert.equal(await text(), `${part === '#tree' ? '' : 'Ada '}Server ${name} Async ${size} Clicked 0 Client half 0`);
    await at.page.click(`${part} #in-async`);
    await at.page.click(`${part} .client-half`);
    await at.page.waitForFunction(
      (part: string) =>
        /Clicked 1 Client half 1$/.test(
          document.querySelector<HTMLElement>(part)!.innerText.replace(/\s+/g, ' ').trim(),
        ),
      { timeout: 30_000 },
      part,
    );
  }
  assert.deepEqual(at.consoleMessages, []);
});
