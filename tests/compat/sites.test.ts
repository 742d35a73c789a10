/**
 * A Next.js site that is written against the original packages, installed and built twice: with them, and with feaas-kit-compat as npm's
 * override of them. What a server sends and what a page shows is compared. Where they differ by intent, both are stated.
 */
import assert from 'node:assert/strict';
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '../../host/test/support/free-port';
import { openPage } from '../lib/browser';
import { normalized } from '../lib/compat-html';
import { journey, listen } from '../lib/journey';
import { send } from '../lib/server';

const ROOT = new URL('../../', import.meta.url).pathname;
const PACKAGES = { 'feaas-kit': '.', 'feaas-kit-react': 'react-wrapper', 'feaas-kit-compat': 'compat' };
const run = promisify(execFile);

const at = journey({}, (_request, response, { pathname }) => {
  if (pathname.startsWith('/components/lib/card/'))
    return (send(response, '<article class="card"><h2 data-path="user.name">-</h2><p>Card</p></article>'), true);
  if (pathname.startsWith('/styles/lib')) return (send(response, '', 'text/css'), true);
  if (pathname === '/data.json') return (send(response, '{"user":{"name":"Fetched"}}', 'application/json'), true);
  return undefined;
});

let home = '';
const origins: string[] = [];
const sites: ChildProcess[] = [];

const json = async (path: string): Promise<{ dependencies: Record<string, string> }> =>
  JSON.parse(await readFile(join(ROOT, path), 'utf8')) as { dependencies: Record<string, string> };

/** Installs, builds and starts the site. */
async function start(name: string, manifest: object): Promise<string> {
  const folder = join(home, name);
  const port = String(await freePort());
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    CONTENT_ORIGIN: at.server.origin,
    NEXT_TELEMETRY_DISABLED: '1',
  };
  await cp(join(ROOT, 'tests/compat/next'), folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', ...manifest }));
  const quiet = ['--silent', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
  await run('npm', ['install', ...quiet], { cwd: folder });
  const next = join(folder, 'node_modules/next/dist/bin/next');
  await run(process.execPath, [next, 'build'], { cwd: folder, env: env as NodeJS.ProcessEnv }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => assert.fail(`${name}: ${stdout}${stderr}`),
  );
  const site = spawn(process.execPath, [next, 'start', '--port', port, '--hostname', '127.0.0.1'], {
    cwd: folder,
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  sites.push(site);
  site.stderr.on('data', (text: Buffer) => console.error(`${name}: ${text.toString()}`));
  const origin = `http://127.0.0.1:${port}`;
  while (!(await fetch(origin).catch(() => undefined))) await new Promise((resolve) => setTimeout(resolve, 100));
  return origin;
}

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'feaas-compat-sites-'));
  const { dependencies } = await json('tests/compat/package.json');
  const next = await json('examples/next/package.json');
  const all = { ...dependencies, next: next.dependencies['next']! };
  const packed = await Promise.all(
    Object.values(PACKAGES).map(async (folder) => {
      const { stdout } = await run('npm', ['pack', '--silent', '--pack-destination', home], {
        cwd: join(ROOT, folder),
      });
      return `file:${join(home, stdout.trim().split('\n').at(-1)!)}`;
    }),
  );
  const [kit, react, compat] = packed;
  origins.push(await start('original', { dependencies: all }));
  origins.push(
    await start('ours', {
      // The way of docs/migrate.md; the tarballs stand for versions of the registry.
      dependencies: { ...all, '@sitecore-feaas/clientside': compat },
      overrides: {
        '@sitecore-feaas/clientside': '$@sitecore-feaas/clientside',
        '@sitecore/byoc': compat,
        'feaas-kit': kit,
        'feaas-kit-react': react,
      },
    }),
  );
});
after(async () => {
  for (const site of sites) {
    if (site.exitCode !== null) continue;
    const ended = new Promise((resolve) => site.once('exit', resolve));
    site.kill('SIGTERM');
    await ended;
  }
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
});

/** What differs from Next's own is its parts: each section of a page, by id. */
function sections(html: string): Record<string, string> {
  const main = /<main>[^]*<\/main>/.exec(html)?.[0] ?? '';
  return Object.fromEntries(
    [...normalized(main, true).matchAll(/<section id="([^"]+)">([^]*?)<\/section>/g)].map(([, id, part]) => [
      id!,
      part!,
    ]),
  );
}

const ofServers = (path: string): Promise<Record<string, string>[]> =>
  Promise.all(origins.map(async (origin) => sections(await (await fetch(origin + path)).text())));

interface Shown {
  readonly parts: Record<string, string>;
  readonly said: readonly string[];
}

/** What a page shows once a selector is there, and, when one is clicked, another. */
async function ofPages(path: string, ready: string, click?: string, then = ''): Promise<readonly [Shown, Shown]> {
  const shown: Shown[] = [];
  for (const origin of origins) {
    const page = await openPage(at.browser);
    const said: string[] = [];
    listen(page, said);
    await page.goto(origin + path, { waitUntil: 'networkidle0' });
    await page.waitForFunction((code: string) => Function(`return ${code}`)() as boolean, { timeout: 30_000 }, ready);
    if (click) {
      await page.click(click);
      await page.waitForFunction((code: string) => Function(`return ${code}`)() as boolean, { timeout: 30_000 }, then);
    }
    shown.push({ parts: sections(await page.content()), said });
    await page.close();
  }
  return shown as unknown as readonly [Shown, Shown];
}

const KINDS = ['client', 'server', 'hybrid', 'swapped', 'wrapper', 'augmented'];
const text = (selector: string): string => `(document.querySelector('${selector}')?.textContent ?? '')`;

for (const path of ['/', '/template']) {
  test(`${path}: the server sends the same for each kind of component`, async () => {
    const [original, ours] = await ofServers(path);
    assert.deepEqual(Object.keys(ours!).slice(0, 6), KINDS);
    assert.deepEqual(ours, original);
    assert.match(ours!['server']!, /Ada number 5 of 3/);
    assert.match(ours!['swapped']!, /Of the server: Ada/);
    assert.doesNotMatch(ours!['client']!, /button/);
  });

  test(`${path}: the page shows the same, and what servers alone have stays`, async () => {
    const [original, ours] = await ofPages(
      path,
      `${text('#client button')} && ${text('#swapped h3')} === 'In the page' && ${text('#augmented button')}`,
    );
    const server = (await ofServers(path))[1]!;
    for (const [kind, html] of Object.entries(original.parts))
      if (kind === 'server' || kind === 'wrapper') {
        // The original removes them from the page.
        assert.doesNotMatch(html, /<p|<h3/, kind);
        assert.equal(ours.parts[kind], server[kind], kind);
      } else assert.equal(ours.parts[kind], html, kind);
    assert.deepEqual(
      ours.said.filter((line) => !line.includes("no component 'nobody'")),
      [],
    );
  });
}

test('what is interactive works: in components of pages, in halves of pages, and in components of servers', async () => {
  for (const path of ['/', '/template'])
    for (const kind of ['client', 'swapped', 'augmented', 'wrapper']) {
      if (kind === 'wrapper') {
        const page = await openPage(at.browser);
        await page.goto(origins[1]! + path, { waitUntil: 'networkidle0' });
        await page.click('#wrapper button');
        await page.waitForFunction(() => /: 1$/.test(document.querySelector('#wrapper button')!.textContent ?? ''));
        await page.close();
        continue;
      }
      const [original, ours] = await ofPages(
        path,
        `${text(`#${kind} button`)}`,
        `#${kind} button`,
        `/: 1$/.test(${text(`#${kind} button`)})`,
      );
      assert.equal(ours.parts[kind], original.parts[kind], `${path} ${kind}`);
    }
});

test('content in client components: the same from the server, in the page, and after a change', async () => {
  const [original, ours] = await ofServers('/client');
  assert.deepEqual(ours, original);
  const pages = await ofPages('/client', text('#source article'), '#more', `${text('#data .in-context')} === 'Ada 1'`);
  assert.deepEqual(pages[1].parts, pages[0].parts);
  assert.match(pages[1].parts['data']!, /Count 1.*Ada 1.*Bob number 3.*Aurora/);
  assert.match(pages[1].parts['error']!, /It failed/);
  assert.match(pages[1].parts['nodes']!, /data-link="\/there".*replaced/);
  assert.match(pages[1].parts['source']!, /Dee/);
  assert.deepEqual(
    pages[1].said.filter((line) => !/It failed|no component 'nobody'/.test(line)),
    [],
  );
});

test('content and data that the server fetches', async () => {
  const [original, ours] = await ofServers('/served');
  assert.deepEqual(ours, original);
  assert.match(ours!['served']!, /Fetched/);
  const pages = await ofPages('/served', text('#served h2'));
  assert.deepEqual(pages[1].parts, pages[0].parts);
  assert.deepEqual(pages[1].said, []);
});

test('the wrappers of the Content SDK 2.4, in the app router', async () => {
  const [original, ours] = await ofServers('/sdk');
  assert.deepEqual(ours, original);
  assert.match(ours!['content']!, /Eve/);
  const pages = await ofPages('/sdk', text('#own .hybrid'));
  assert.deepEqual(pages[1].parts, pages[0].parts);
  assert.deepEqual(
    pages[1].said.filter((line) => !line.includes("no component 'nobody'")),
    [],
  );
});

test('the wrappers of JSS 22.9, in the pages router: the same in the page, without its hydration errors', async () => {
  const [original, ours] = await ofServers('/jss');
  assert.equal(ours!['content'], original!['content']);
  assert.match(ours!['content']!, /Gus/);
  // The original leaves all components to the page there.
  assert.doesNotMatch(original!['hybrid']!, /Flo number 4/);
  assert.match(ours!['hybrid']!, /Flo number 4/);
  assert.equal(ours!['client'], original!['client']);
  const pages = await ofPages('/jss', `${text('#client button')} && ${text('#hybrid .hybrid')}`);
  assert.deepEqual(pages[1].parts, pages[0].parts);
  assert.deepEqual(
    // The bundle of pages, which registers the second, is loaded late.
    pages[1].said.filter((line) => !/no component '(?:nobody|client)'/.test(line)),
    [],
  );
});
