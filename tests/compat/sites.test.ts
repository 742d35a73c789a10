/**
 * Next.js sites that are written against the original packages, installed and built twice: with them, and with feaas-kit-compat as npm's
 * override of them. What a server sends and what a page shows is compared. Where they differ by intent, both are stated.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { freePort } from '../../host/test/support/free-port';
import { packagesIn } from '../../scripts/folders';
import { packFolders } from '../../scripts/pack';
import { openPage } from '../lib/browser';
import { normalizeCompatHTML } from '../lib/compat-html';
import { journey, recordConsole } from '../lib/journey';
import { send } from '../lib/server';
import { startService, type Service } from '../lib/service';

const ROOT = new URL('../../', import.meta.url).pathname;
const PACKAGES = { 'feaas-kit': '.', 'feaas-kit-react': 'react-wrapper', 'feaas-kit-compat': 'compat' };
const ORIGINALS = ['@sitecore-feaas/clientside', '@sitecore/byoc'];
const QUIET = ['--silent', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
const run = promisify(execFile);

const at = journey({}, (_request, response, { pathname }) => {
  if (pathname.startsWith('/components/lib/card/'))
    return (send(response, '<article class="card"><h2 data-path="user.name">-</h2><p>Card</p></article>'), true);
  if (pathname.startsWith('/styles/lib')) return (send(response, '', 'text/css'), true);
  if (pathname === '/data.json') return (send(response, '{"user":{"name":"Fetched"}}', 'application/json'), true);
  return undefined;
});

interface Manifest {
  readonly dependencies: Record<string, string>;
  readonly overrides?: Readonly<Record<string, string>>;
}
const sites = new Set<Service>();
let home = '';
/** The packages of this repository, as npm packs them. */
let packed: Record<keyof typeof PACKAGES, string>;

/** Copies a site with its packages, and, for ours, follows docs/migrate.md; the tarballs stand for versions of the registry. */
async function install(name: string, from: string, isOurs: boolean): Promise<string> {
  const folder = join(home, name);
  // Node's own copy takes minutes for packages.
  await run('cp', ['-R', from, folder]);
  await cp(join(ROOT, 'tests/compat/next'), folder, { recursive: true });
  if (!isOurs) return folder;
  await run('npm', ['uninstall', ...QUIET, ...ORIGINALS], { cwd: folder });
  const path = join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(path, 'utf8')) as Manifest;
  const ours: Manifest = {
    ...manifest,
    dependencies: { ...manifest.dependencies, '@sitecore-feaas/clientside': packed['feaas-kit-compat'] },
    overrides: {
      '@sitecore-feaas/clientside': '$@sitecore-feaas/clientside',
      '@sitecore/byoc': packed['feaas-kit-compat'],
      'feaas-kit': packed['feaas-kit'],
      'feaas-kit-react': packed['feaas-kit-react'],
    },
  };
  await writeFile(path, JSON.stringify(ours));
  await run('npm', ['install', ...QUIET], { cwd: folder });
  return folder;
}

/** Builds a site, and starts it. */
async function start(folder: string, build: readonly string[]): Promise<string> {
  const port = String(await freePort());
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    CONTENT_ORIGIN: at.server.origin,
    NEXT_TELEMETRY_DISABLED: '1',
  } as NodeJS.ProcessEnv;
  const next = join(folder, 'node_modules/next/dist/bin/next');
  await rm(join(folder, '.next'), { recursive: true, force: true });
  const from = Date.now();
  await run(process.execPath, [next, 'build', ...build], { cwd: folder, env }).catch(
    ({ stdout, stderr }: { stdout: string; stderr: string }) => assert.fail(`${folder}: ${stdout}${stderr}`),
  );
  console.log(
    `${folder.slice(home.length + 1)}: next build ${build.join(' ')} ${Math.round((Date.now() - from) / 1000)} s`,
  );
  const site = startService(process.execPath, [next, 'start', '--port', port, '--hostname', '127.0.0.1'], {
    name: folder,
    cwd: folder,
    env,
  });
  sites.add(site);
  const origin = `http://127.0.0.1:${port}`;
  await site.waitForResponse(origin);
  return origin;
}

async function stop(): Promise<void> {
  for (const site of sites) {
    sites.delete(site);
    await site.stop();
  }
}

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'feaas-compat-sites-'));
  const tarballs = await packFolders(home, Object.values(PACKAGES));
  packed = Object.fromEntries(
    Object.keys(PACKAGES).map((name, index) => [name, `file:${tarballs[index]}`]),
  ) as typeof packed;
});
after(async () => {
  await stop();
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
});

/** What differs from Next's own is its parts: each section of a page, by id. */
function sections(html: string): Record<string, string> {
  const main = /<main>[^]*<\/main>/.exec(html)?.[0] ?? '';
  return Object.fromEntries(
    [...normalizeCompatHTML(main, true).matchAll(/<section id="([^"]+)">([^]*?)<\/section>/g)].map(([, id, part]) => [
      id!,
      part!,
    ]),
  );
}

/** The original site's origin, and ours. */
const origins: string[] = [];

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
    recordConsole(page, said);
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

/** What every site shows. */
function sameEverywhere(): void {
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
    const pages = await ofPages(
      '/client',
      text('#source article'),
      '#more',
      `${text('#data .in-context')} === 'Ada 1' && ${text('#data .t')} === 'Count 1' && /Cy 1/.test(${text('#external')})`,
    );
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
}

function contentSdk(): void {
  test('the components of @sitecore-content-sdk/nextjs 2.4, in the app router', async () => {
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
}

function jss(): void {
  test('the components of @sitecore-jss/sitecore-jss-nextjs 22.9, in the pages router: the same in the page, without hydration errors', async () => {
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
}

/** Sites, how they are built, and what each has beside what all have. */
const SITES = [
  { name: 'next-15', packages: () => packagesIn('tests/compat/next-15'), builds: { webpack: [] }, own: jss },
  {
    name: 'next-16',
    packages: () => packagesIn('tests/compat/next-16'),
    builds: { Turbopack: [], webpack: ['--webpack'] },
    own: contentSdk,
  },
] as const;

for (const { name, packages, builds, own } of SITES)
  describe(name, () => {
    const folders: string[] = [];
    before(async () => {
      const from = packages();
      for (const isOurs of [false, true])
        folders.push(await install(`${name}-${isOurs ? 'ours' : 'original'}`, from, isOurs));
    });
    for (const [bundler, build] of Object.entries(builds) as [string, readonly string[]][])
      describe(`${name}, built by ${bundler}`, () => {
        before(async () => {
          for (const folder of folders) origins.push(await start(folder, build));
        });
        after(async () => {
          origins.length = 0;
          await stop();
        });
        sameEverywhere();
        own();
      });
  });
