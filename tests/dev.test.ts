/** `npm run dev`: the elements from Stencil's dev server, content from the host on the second port, reload on change. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer';
import { endWithTests } from '../host/test/support/end-with-tests';
import { freePort } from '../host/test/support/free-port';
import { launch, openPage } from './lib/browser';
import { recordConsole } from './lib/journey';
import { killAll, markedProcesses, type MarkedProcess } from './lib/marked-processes';
import { copyRepository, type RepositoryCopy } from './lib/repository-copy';
import { pollUntil } from './lib/wait-until';

/** Folders and files that Stencil, Vite and the site's scripts read. The host is not watched. */
const COPIED = ['src', 'scripts', 'site', 'frontend', 'stencil.config.ts', 'tsconfig.json', 'package.json'];
const LINKED = ['node_modules', 'host'];
/** Milliseconds for each test. A test that hangs is reported by name before the limit of the file. */
const LIMIT = 200_000;
/** Environment variable that marks all processes that `npm run dev` starts. */
const MARK = 'DEV_TEST';
const mark = randomUUID();
/** Path relative to the repository. */
const PAGE = 'src/pages/journey.html';

let copy: RepositoryCopy;
let dev: ChildProcess;
let output = '';
let browser: Browser;
let page: Page;
let origin: string;
let hostPort: number;
const said: string[] = [];

/** Waits until the dev server responds with a file whose text fulfills a condition. */
async function waitForResponse(path: string, isWanted: (text: string) => boolean = () => true): Promise<void> {
  const isThere = await pollUntil(async () => {
    const answer = await fetch(origin + path, { signal: AbortSignal.timeout(5000) }).catch(() => undefined);
    return !!answer?.ok && isWanted(await answer.text());
  }, Boolean);
  assert.ok(isThere, `${path} does not come:\n${output}`);
}

before(async () => {
  const port = await freePort();
  hostPort = await freePort();
  origin = `http://localhost:${port}`;
  copy = await copyRepository(COPIED, LINKED);
  dev = spawn(process.execPath, ['--import', 'tsx', 'scripts/dev.ts'], {
    cwd: copy.folder,
    env: { ...process.env, PORT: String(port), FEAAS_HOST_PORT: String(hostPort), [MARK]: mark },
  });
  endWithTests(dev);
  for (const stream of [dev.stdout!, dev.stderr!]) stream.on('data', (text) => (output += String(text)));
  const ended = new Promise((_resolve, reject) => dev.once('exit', () => reject(new Error(`dev ended:\n${output}`))));
  await Promise.race([waitForResponse('/site/site.js'), ended]);
  browser = await launch();
  page = await openPage(browser);
  recordConsole(page, said);
});

let isBroken = false;
/** Declares a test that fails with the output of `npm run dev`. Later tests then fail at once. */
function journey(name: string, run: () => Promise<void>): void {
  test(name, async () => {
    if (isBroken) throw new Error('not tried, as a test before it has failed');
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`not done after ${LIMIT} ms`)), LIMIT);
    });
    try {
      await Promise.race([run(), late]);
    } catch (error) {
      isBroken = true;
      throw new Error(`${String(error)}\nnpm run dev has printed:\n${output.slice(-4000)}`, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  });
}

/** Ends it as a terminal does. Resolves with the processes that did not end, after killing them. */
async function end(): Promise<readonly MarkedProcess[]> {
  dev.kill();
  const left = await pollUntil(
    () => markedProcesses(MARK, mark),
    (processes) => !processes.length,
    LIMIT / 2,
  );
  killAll(left);
  // Open streams would keep this file from ending.
  for (const stream of [dev.stdout!, dev.stderr!]) stream.destroy();
  return left;
}
after(async () => {
  await end();
  await browser?.close();
  await copy?.remove();
});

journey('the site shows its components with content from the host on the second port', async () => {
  await page.goto(`${origin}/`);
  await page.waitForFunction(() => document.querySelectorAll('feaas-component.-feaas').length >= 13, {
    timeout: LIMIT,
  });
  assert.deepEqual(
    said.filter((line) => /feaas|404/.test(line)),
    [],
  );
  const direct = await fetch(`http://127.0.0.1:${hostPort}/cdn/components/aurora/hero/responsive/published.html`);
  assert.equal(direct.status, 200);
});

journey('a preview shows feaasSrc', async () => {
  await page.goto(`${origin}/playground.html?feaasSrc=${encodeURIComponent('/cdn/components/aurora/faq')}`);
  await page.waitForFunction(() => document.querySelector('feaas-component[preview] details'), { timeout: LIMIT });
});

journey('the scripts for editors load and connect', async () => {
  await waitForResponse('/context.js');
  await page.goto(`${origin}/`);
  const answer = await page.evaluate(async () => {
    const context = document.createElement('feaas-context') as HTMLElement & { connect(): Promise<any> };
    context.setAttribute('library', 'aurora');
    document.body.append(context);
    await customElements.whenDefined('feaas-context');
    const { library } = await context.connect();
    return library;
  });
  assert.equal(answer, 'aurora');
});

journey('a change of a page reloads it', async () => {
  let written = 0;
  const write = (text: string): void =>
    writeFileSync(
      join(copy.folder, PAGE),
      `<!doctype html><html lang="en"><head><title>Journey ${++written}</title><script type="module" src="/build/feaas.esm.js"></script></head><body><feaas-component fetch="" template="<p data-path='t'>-</p>" data='{"t":"${text}"}'></feaas-component></body></html>`,
    );
  // Leave the page, because every change reloads an open page, even during a navigation.
  await page.goto('about:blank');
  write('first');
  await waitForResponse('/journey.html', (text) => text.includes('first'));
  // A delayed notification of that change may interrupt the navigation.
  await page.goto(`${origin}/journey.html`).catch(() => undefined);
  await page.waitForFunction(() => document.querySelector('p')?.textContent === 'first', { timeout: LIMIT });
  // The page misses changes before it has connected to the server, and nothing tells when it has. So write again.
  const reloads = (): Promise<boolean> =>
    page
      .waitForFunction(() => document.querySelector('p')?.textContent === 'second', { timeout: 30_000 })
      .then(Boolean, () => false);
  do {
    assert.ok(written < 9, 'the page was never reloaded');
    write('second');
  } while (!(await reloads()));
});

journey('it ends all processes that it has started, also during a build', async () => {
  writeFileSync(join(copy.folder, PAGE), '<!doctype html><title>Journey</title>');
  appendFileSync(join(copy.folder, 'site/src/site.ts'), '// changed\n');
  await page.goto('about:blank');
  assert.deepEqual(await end(), []);
  for (const port of [new URL(origin).port, hostPort]) await assert.rejects(fetch(`http://127.0.0.1:${port}/`));
});
