/** The scripts of a version: their URLs, their hashes, and the browser's reaction to a changed file. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { after, before, beforeEach, test } from 'node:test';
import type { Browser, Page } from 'puppeteer';
import { BROWSERS, openPage } from './lib/browser';
import { recordConsole } from './lib/journey';
import { recordRequestURLs } from './lib/page-observers';
import { send, startServer, WWW, type Route, type TestServer } from './lib/server';
import { waitUntil } from './lib/wait-until';

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const head = readFileSync(`${WWW}build/head.html`, 'utf8').trim();
const mapTag = readFileSync(`${WWW}build/import-map.html`, 'utf8').trim();
const evergreen = readFileSync(`${WWW}build/evergreen.html`, 'utf8').trim();
const { integrity: map } = JSON.parse(readFileSync(`${WWW}build/${version}/integrity.json`, 'utf8')) as {
  integrity: Readonly<Record<string, string>>;
};

interface Tag {
  readonly tag: string;
  readonly path: string;
  readonly integrity: string | undefined;
}

const tagsOf = (html: string): readonly Tag[] =>
  html
    .split('\n')
    .filter((line) => /(?:src|href)=/.test(line))
    .map((tag) => ({
      tag,
      path: /(?:src|href)="([^"]+)"/.exec(tag)![1]!,
      integrity: /integrity="([^"]+)"/.exec(tag)?.[1],
    }));

const hashOf = (path: string): string =>
  `sha384-${createHash('sha384')
    .update(readFileSync(WWW + path.slice(1)))
    .digest('base64')}`;

const POLICY_HASH = `'sha256-${createHash('sha256')
  .update(JSON.stringify({ integrity: map }))
  .digest('base64')}'`;
const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const tags = tagsOf(head);

test('head.html names the files of this version, each with its hash; evergreen.html names the same files without', () => {
  for (const { path, integrity, tag } of tags) {
    assert.ok(path.startsWith(`/build/${version}/`), tag);
    assert.equal(integrity, hashOf(path), tag);
  }
  const others = tagsOf(evergreen);
  for (const { path, integrity } of others) assert.deepEqual([path, integrity], [`/build/${nameOf(path)}`, undefined]);
  assert.deepEqual(tags.map(({ path }) => nameOf(path)).sort(), others.map(({ path }) => nameOf(path)).sort());
});

test("the import map is integrity.json, its comment has the hash for a page's policy, and head.html has no inline script", () => {
  assert.doesNotMatch(head, /<script(?![^>]* src=)/);
  const [, text] = /<script type="importmap">(.*?)<\/script>/.exec(mapTag)!;
  assert.equal(text, readFileSync(`${WWW}build/${version}/integrity.json`, 'utf8'));
  assert.ok(mapTag.includes(POLICY_HASH), mapTag.slice(0, 200));
});

test('integrity.json has the hash of each script of the version, and of nothing else', () => {
  const folder = `${WWW}build/${version}`;
  const scripts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  assert.deepEqual(Object.keys(map).sort(), scripts.map((name) => `/build/${version}/${name}`).sort());
  assert.ok(scripts.length > 20, String(scripts.length));
  for (const [path, integrity] of Object.entries(map)) assert.equal(integrity, hashOf(path), path);
});

test('source maps of a version equal those of the evergreen files', () => {
  for (const path of Object.keys(map)) {
    const [, to] = /\/\/# sourceMappingURL=(\S+)\s*$/.exec(readFileSync(WWW + path.slice(1), 'utf8')) ?? [];
    if (to !== undefined) assert.ok(existsSync(new URL(to, `file://${WWW}${path.slice(1)}`)), `${path}: ${to}`);
  }
});

/** Script sources that the policies of the pages allow. */
const POLICIES: Readonly<Record<string, string>> = { '/head': "'self'", '/policy': `'self' ${POLICY_HASH}` };

/** Path of the file that is served with one additional byte. */
let changed: string | undefined;
let server: TestServer;
const route: Route = (_request, response, url) => {
  const whole = `${mapTag}${head}`;
  const heads = { '/head': head, '/pinned': whole, '/policy': whole, '/evergreen': evergreen } as const;
  const tagsOfPage = heads[url.pathname as keyof typeof heads];
  if (url.pathname === changed) send(response, `${readFileSync(WWW + changed.slice(1), 'utf8')} `, 'text/javascript');
  else if (tagsOfPage !== undefined)
    send(
      response,
      `<!doctype html><html lang="en"><head><title>Page</title>${tagsOfPage}</head><body>
        <feaas-component template="<b data-path='a'>-</b>" data='{"a":"shown"}'></feaas-component></body></html>`,
      'text/html; charset=utf-8',
      POLICIES[url.pathname] === undefined
        ? {}
        : {
            'content-security-policy': `script-src ${POLICIES[url.pathname]}; require-trusted-types-for 'script'; trusted-types feaas`,
          },
    );
  else return undefined;
  return true;
};
before(async () => {
  server = await startServer(route);
});
after(() => server.close());
beforeEach(() => {
  changed = undefined;
});

const SHOWN = (): boolean => document.querySelector('feaas-component b')?.textContent === 'shown';
const textOf = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => document.querySelector('feaas-component b')?.textContent);
const refusals = (said: readonly string[]): readonly string[] => said.filter((line) => /integrity/i.test(line));
/** Whether the page can import a file. */
const loads = (page: Page, path: string): Promise<boolean> =>
  page.evaluate(
    (url) =>
      import(url).then(
        () => true,
        () => false,
      ),
    server.origin + path,
  );

for (const [browserName, start] of BROWSERS) {
  let browser: Browser;
  let page: Page;
  let said: string[];
  let requests: readonly string[];
  before(async () => {
    browser = await start();
  });
  after(() => browser.close());
  // Open a new page for each test, because the previous page may still load files.
  const open = async (path: string): Promise<void> => {
    page = await openPage(browser);
    recordConsole(page, (said = []));
    requests = recordRequestURLs(page);
    await page.goto(server.origin + path);
  };

  for (const name of ['head', 'pinned', 'policy'])
    test(`${browserName}, ${name}: a page shows a component with the files of the version only, each requested once`, async () => {
      await open(`/${name}`);
      await page.waitForFunction(SHOWN);
      const files = requests.map((url) => new URL(url).pathname).filter((path) => path.startsWith('/build/'));
      assert.deepEqual([...files].sort(), [...new Set(files)].sort());
      assert.deepEqual(
        files.filter((path) => !path.startsWith(`/build/${version}/`)),
        [],
      );
      for (const { path } of tags) assert.ok(files.includes(path), path);
      assert.deepEqual(said, []);
      await page.close();
    });

  for (const { path } of tags)
    test(`${browserName}, ${nameOf(path).replace(/-[\w-]{8}\.|-[\da-f]{8}\./, '-….')}: the browser refuses the file with one byte more`, async () => {
      changed = path;
      await open('/pinned');
      await waitUntil(() => refusals(said).length > 0);
      assert.equal(await loads(page, path), false);
      assert.equal(await textOf(page), undefined);
      assert.ok(
        refusals(said).some((line) => line.includes(nameOf(path))),
        said.join('\n'),
      );
      await page.close();
    });

  test(`${browserName}: hashes in the tags are sufficient to refuse a changed script`, async () => {
    changed = `/build/${version}/feaas.esm.js`;
    await open('/head');
    await waitUntil(() => refusals(said).length > 0);
    assert.equal(await textOf(page), undefined);
    await page.close();
  });

  test(`${browserName}: without hashes, the browser accepts the changed file`, async () => {
    changed = '/build/feaas.esm.js';
    await open('/evergreen');
    await page.waitForFunction(SHOWN);
    assert.deepEqual(refusals(said), []);
    await page.close();
  });

  test(`${browserName}: the browser also refuses a changed file that loads later`, async () => {
    const later = Object.keys(map).find(
      (path) => !path.includes('/one/') && !tags.some((tag) => tag.path === path) && /\/p-/.test(path),
    )!;
    for (const isChanged of [false, true]) {
      changed = isChanged ? later : undefined;
      await open('/pinned');
      await page.waitForFunction(SHOWN);
      assert.equal(await loads(page, later), !isChanged);
      await page.close();
    }
  });
}
