/** Preview links in browsers that have no token: the host’s preview page, and a page of another origin by `feaasSrc` (E9). */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test, type TestContext } from 'node:test';
import type { Browser, Page } from 'puppeteer';
import { launch, openPage } from './lib/browser';
import { startRealHost, type RealHost } from './lib/real-host';
import { cleanUp } from './lib/clean-up';

let browser: Browser | undefined;
after(() => browser?.close());

const ID = 'aurora/hero/responsive';

interface Editor {
  /** Saves a view as the next revision. */
  save(view: string): Promise<void>;
  /** Creates a link. Returns its path and its id. */
  link(args: string): Promise<{ path: string; sources: string[]; id: string }>;
  revoke(id: string): Promise<void>;
}

async function editorOf(host: RealHost): Promise<Editor> {
  const authorization = `Bearer ${await host.token('tests')}`;
  let revision = 1;
  const graphql = async (query: string, variables: object = {}): Promise<any> => {
    const headers = { 'content-type': 'application/json', authorization };
    const body = JSON.stringify({ query, variables });
    const response = await fetch(`${host.url}/graphql`, { method: 'POST', headers, body });
    const { data, errors } = (await response.json()) as any;
    assert.equal(errors, undefined, JSON.stringify(errors));
    return data;
  };
  return {
    async save(view) {
      const save = `mutation ($view: String!) { saveVersion(id: "${ID}", view: $view, expectedRevision: ${revision}) { id } }`;
      await graphql(save, { view });
      revision++;
    },
    async link(args) {
      const { createPreviewLink } = await graphql(
        `mutation { createPreviewLink(library: "aurora", ids: ["${ID}"], ${args}) { path sources link { id } } }`,
      );
      return { ...createPreviewLink, id: createPreviewLink.link.id };
    },
    revoke: (id) => graphql(`mutation { revokePreviewLink(library: "aurora", id: "${id}") { id } }`),
  };
}

/** Starts a site of another origin, whose page has one component for previews. */
async function siteOf(t: TestContext, host: RealHost): Promise<string> {
  const page = `<!doctype html><title>Site</title>
    <script type="module" src="${host.url}/build/feaas.esm.js"></script>
    <feaas-context library="aurora" origins="${host.url}" cdn="${host.url}"><feaas-component preview></feaas-component></feaas-context>`;
  const server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(page));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanUp(t, () => void (server.closeAllConnections(), server.close()));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** Returns the content of the component on a site's page, or its error. */
async function shownOn(page: Page, address: string): Promise<string> {
  await page.goto(address);
  const found = await page.waitForFunction(
    () =>
      document.querySelector<HTMLElement>('feaas-component')?.innerText || document.documentElement.dataset['error'],
    { timeout: 60_000, polling: 50 },
  );
  return String(await found.jsonValue());
}

/** Returns the content and the status of the host's own preview page. */
async function shownByHost(page: Page, address: string): Promise<{ text: string; status: string }> {
  await page.goto(address);
  await page.waitForFunction(
    () =>
      !/^(?:Loading.*|)$/.test(document.getElementById('status')?.textContent?.replace(/[\u2068\u2069]/g, '') ?? ''),
    { timeout: 60_000, polling: 50 },
  );
  return page.evaluate(() => ({
    text: document.querySelector('iframe')!.contentDocument!.body.innerText,
    status: document.getElementById('status')!.textContent!.replace(/[\u2068\u2069]/g, ''),
  }));
}

test('E9 a link shows a draft without a token, pinned or newest, until it is revoked; it does not show another component', async (t) => {
  const host = await startRealHost(t);
  const site = await siteOf(t, host);
  const editor = await editorOf(host);
  browser = await launch();
  const page = await openPage(browser);
  await page.evaluateOnNewDocument(() =>
    addEventListener('feaasError', (event) => {
      document.documentElement.dataset['error'] = `error: ${(event as CustomEvent<Error>).detail.message}`;
    }),
  );
  await editor.save('<h2>First draft</h2>');
  const pinned = await editor.link('pinned: true');
  const newest = await editor.link('days: 1');
  const onSite = (source: string): string => `${site}/?feaasSrc=${encodeURIComponent(source)}`;
  const of = (link: { sources: string[] }): string => onSite(host.url + link.sources[0]);

  const withoutLink = await shownOn(page, onSite(`${host.url}/components/${ID}/saved`));
  assert.match(withoutLink, /^error: /, 'the draft itself needs a token');
  for (const link of [pinned, newest]) assert.match(await shownOn(page, of(link)), /^First draft/);
  await editor.save('<h2>Second draft</h2>');
  assert.match(await shownOn(page, of(pinned)), /^First draft/, 'a pinned link stays');
  assert.match(await shownOn(page, of(newest)), /^Second draft/, 'the newest follows');
  // Users write a source without the file extension.
  assert.match(await shownOn(page, onSite(`${host.url}${newest.path}/components/${ID}/saved`)), /^Second draft/);

  // The shared link redirects to the host's own page.
  const opened = await shownByHost(page, host.url + newest.path);
  assert.match(opened.text, /Second draft/);
  assert.match(opened.status, /^Showing aurora\/hero\/responsive\/saved\./);
  assert.deepEqual(
    await page.evaluate(() =>
      ['token-field', 'link-source'].map((id) => document.getElementById(id)!.checkVisibility()),
    ),
    [false, false],
    'nothing to sign in with, and nothing to choose',
  );
  const another = `${newest.path}/components/aurora/footer/responsive/saved`;
  assert.match(await shownOn(page, onSite(host.url + another)), /^error: /);
  const refused = await shownByHost(page, `${host.url}/preview.html?feaasSrc=${encodeURIComponent(another)}`);
  assert.equal(refused.status, 'This preview link does not show that. Ask for a link that does.');

  await editor.revoke(newest.id);
  const ended = await shownOn(page, of(newest));
  assert.match(ended, /^error: /, 'nothing is left of it in the browser either');
  assert.doesNotMatch(ended, /draft/i);
  const hostPage = `${host.url}/preview.html?feaasSrc=${encodeURIComponent(newest.sources[0]!)}`;
  assert.deepEqual(await shownByHost(page, hostPage), {
    text: '',
    status: 'This preview link shows nothing any more. Ask for a new one.',
  });
  const response = await page.goto(host.url + newest.path);
  assert.equal(response!.status(), 410);
  assert.match(
    await page.evaluate(() => document.body.innerText),
    /This preview link was revoked\. Ask for a new one\./,
  );
  assert.match(await shownOn(page, of(pinned)), /^First draft/, 'the other link holds');
  // The kit does not cache drafts for the next visit.
  const kept = await page.evaluate(async () => {
    const names = (await indexedDB.databases()).map(({ name }) => name!);
    const texts = await Promise.all(
      names.map(
        (name) =>
          new Promise<string>((resolve) => {
            const opening = indexedDB.open(name);
            opening.onsuccess = () => {
              const stores = [...opening.result.objectStoreNames];
              if (stores.length === 0) return resolve('');
              const found: string[] = [];
              const reading = opening.result.transaction(stores);
              for (const store of stores)
                reading.objectStore(store).getAll().onsuccess = (event) =>
                  void found.push(JSON.stringify((event.target as IDBRequest).result));
              reading.oncomplete = () => resolve(found.join());
            };
          }),
      ),
    );
    return texts.join();
  });
  assert.doesNotMatch(kept, /First draft|Second draft/);
});
