/** The example of Storybook, in a new folder with the packed packages: its types, its build, and its stories in a browser. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import type { Browser, Page } from 'puppeteer';
import { launch, openPage } from './lib/browser';
import { packKit } from './lib/docs-sites';
import { startEditingHost, type EditingHost } from './lib/editing-host';
import { recordConsole } from './lib/journey';
import { send, sendFile, startServer, type TestServer } from './lib/server';

const ROOT = new URL('../', import.meta.url).pathname;
const run = promisify(execFile);

/** The example takes a minute, so only the long suite runs it. */
describe('storybook', { skip: !process.env['FEAAS_LONG'] }, () => {
  let folder: string;
  let host: EditingHost;
  let browser: Browser;
  let server: TestServer;
  let page: Page;
  const said: string[] = [];

  const tsc = (): Promise<string> =>
    run(process.execPath, ['node_modules/typescript/bin/tsc'], { cwd: folder }).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'feaas-storybook-'));
    [host, browser] = await Promise.all([startEditingHost(), launch()]);
    await cp(`${ROOT}examples/storybook`, folder, {
      recursive: true,
      filter: (path) => !path.includes('node_modules'),
    });
    const packages = await packKit(folder);
    const npm = (...args: string[]): Promise<unknown> =>
      run('npm', [...args, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel', 'error'], { cwd: folder });
    await npm('ci');
    await npm('install', '--no-save', ...packages);
    const env = { ...process.env, STORYBOOK_FEAAS_HOST: host.origin, STORYBOOK_DISABLE_TELEMETRY: '1' };
    await run('npm', ['run', 'build'], { cwd: folder, env, maxBuffer: 1e8 }).catch(
      (error: Error & { stdout?: string; stderr?: string }) => {
        throw new Error(`The build failed:\n${error.stdout}\n${error.stderr}`, { cause: error });
      },
    );
    const built = join(folder, 'storybook-static/');
    server = await startServer(
      (_request, response, { pathname }) =>
        sendFile(response, built, pathname) || send(response, 'not found', 'text/plain', {}, 404),
    );
    page = await openPage(browser);
    recordConsole(page, said);
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    await host?.stop();
    if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  const open = (story: string): Promise<unknown> =>
    page.goto(`${server.origin}/iframe.html?viewMode=story&id=${story}`);
  const becomes = (selector: string, text: string): Promise<unknown> =>
    page.waitForFunction(
      (selector, text) => document.querySelector(selector)?.textContent === text,
      { timeout: 30_000 },
      selector,
      text,
    );

  test('the generated types match the library', async () => {
    const file = join(folder, 'src/feaas-content.d.ts');
    await run(process.execPath, [
      `${ROOT}dist/cli.js`,
      'types',
      `${ROOT}host/library/aurora`,
      '--out',
      file,
      '--check',
    ]);
  });

  test('a component of the library shows with data of the story, and with data of the host', async () => {
    await open('library-hero--own-data');
    await becomes('feaas-component h1', 'Good evening');
    await open('library-hero--host-data');
    await becomes('feaas-component h1', 'The night is the destination');
  });

  test('a component of the site shows alone, as an element and in content', async () => {
    await open('own-components-price-tag--alone');
    await becomes('.price-tag', '€1,490');
    await open('own-components-price-tag--as-element');
    await becomes('feaas-external .price-tag', '€1,490');
    await open('own-components-price-tag--in-content&args=currency:NOK');
    await becomes('feaas-component feaas-external .price-tag', 'NOK 1,490'.replace(' ', '\u00a0'));
    assert.deepEqual(
      said.filter((line) => !/404|\/media\//.test(line)),
      [],
    );
  });

  test('a wrong path, and a wrong prop, do not compile', async () => {
    const path = join(folder, 'src/hero.stories.tsx');
    const code = await readFile(path, 'utf8');
    await writeFile(path, code.replace("title: 'Good evening'", "titel: 'Good evening'"));
    assert.match(await tsc(), /'titel' does not exist/);
    await writeFile(path, code);
    const own = join(folder, 'src/price-tag.stories.tsx');
    await writeFile(
      own,
      (await readFile(own, 'utf8')).replace(
        'data-external-id="price-tag" {...args}',
        'data-external-id="price-tag" amount="1"',
      ),
    );
    assert.match(await tsc(), /'string' is not assignable to type 'number'/);
  });
});
