/** Requests of a visitor's browser before a component shows, and requests that it never sends. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { MEMBER_NAMES } from '../src/utils/template/member-names';
import { journey } from './lib/journey';
import { WWW, send } from './lib/server';
import { waitUntil } from './lib/wait-until';

const head = readFileSync(`${WWW}build/evergreen.html`, 'utf8');
const tags = [...head.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path!);
/** The file with the code of the elements. */
const elements = tags.find((path) => head.includes(`modulepreload" href="${path}"`))!;
/** A request whose response waits for a promise. */
let held: { path: string; until: Promise<void> } | undefined;
const ONE = '<script type="module" src="/build/one/feaas.js"></script>';
const BARE = '<script type="module" src="/build/feaas.esm.js"></script>';
const CARD =
  '<article class="card" data-path-scope="shop.cards.*"><h3 data-path="shop.cards.*.title">-</h3><a data-path-href="shop.cards.*.href">x</a><img data-path-src="shop.cards.*.image" alt=""></article>';

const at = journey({}, (_request, response, url) => {
  if (url.pathname === held?.path) {
    const { until } = held;
    void until.then(() => send(response, readFileSync(WWW + url.pathname.slice(1), 'utf8'), 'text/javascript'));
    return true;
  }
  if (url.pathname.startsWith('/visit')) {
    const data = {
      shop: {
        cards: [
          { title: 'One', href: '/1', image: '/1.gif' },
          { title: 'Two', href: '/2', image: '/2.gif' },
        ],
      },
    };
    send(
      response,
      `<!doctype html><html lang="en"><head><title>Visit</title>${url.searchParams.has('link') ? '<link rel="stylesheet" href="cdn/styles/lib/published.css">' : ''}${{ '/visit-one': ONE, '/visit-bare': BARE }[url.pathname] ?? head}</head><body>
        <feaas-component cdn="/cdn" library="lib" component="card" data='${JSON.stringify(data)}'></feaas-component>
        ${url.searchParams.has('all') ? '<feaas-loader hidden></feaas-loader><feaas-stylesheet cdn="/cdn" library="lib"></feaas-stylesheet>' : ''}
        <script>document.addEventListener('feaasRender', () => { window.scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map(({ name }) => new URL(name).pathname) })</script></body></html>`,
      'text/html; charset=utf-8',
    );
  } else if (url.pathname === '/own')
    send(
      response,
      `<!doctype html><title>Own</title>${head}<feaas-component template="<b data-path='a'></b>" data='{"a":"own"}'></feaas-component>`,
      'text/html',
    );
  else if (url.pathname.includes('/components/')) send(response, CARD);
  else if (url.pathname.includes('/styles/')) send(response, '.card { color: red }', 'text/css');
  else return undefined;
  return true;
});
beforeEach(() => void (at.server.log.length = at.consoleMessages.length = 0));

const visit = async (path: string): Promise<string[]> => {
  await at.page.goto(at.server.origin + path);
  await at.page.waitForFunction(() => (window as any).scripts);
  assert.equal(await at.page.evaluate(() => document.querySelector('feaas-component')!.textContent), 'OnexTwox');
  return at.page.evaluate(() => (window as any).scripts as string[]);
};

test('the tags of evergreen.html load exactly these files, however deep their imports', async () => {
  const scripts = await visit('/visit');
  assert.deepEqual(scripts.sort(), [...tags].sort());
  assert.ok(scripts.length <= 4);
});

const asked = (path: string): number => at.server.log.filter((line) => line.startsWith(`GET ${path}`)).length;

test(
  'S5: template and stylesheet are requested, once, before the code of the elements has arrived',
  { timeout: 60_000 },
  async () => {
    // Clear the storage, because later visits show cached content.
    await at.page.evaluate(() => localStorage.clear());
    let answer!: () => void;
    held = { path: elements, until: new Promise<void>((resolve) => (answer = resolve)) };
    try {
      const visited = visit('/visit?late');
      await waitUntil(() => !!asked('/cdn/components/') && !!asked('/cdn/styles/'));
      answer();
      await visited;
    } finally {
      answer();
      held = undefined;
    }
    assert.deepEqual([asked('/cdn/components/'), asked('/cdn/styles/')], [1, 1]);
  },
);

test('a page with nothing but the script, or with a template of its own, shows it as well', async () => {
  assert.ok((await visit('/visit-bare')).includes(elements));
  await at.page.goto(`${at.server.origin}/own`);
  await at.page.waitForFunction(() => document.querySelector('feaas-component b')?.textContent === 'own');
});

test('S2: a stylesheet that the page links, also by a relative URL, is not requested again', async () => {
  await at.page.evaluate(() => localStorage.clear());
  at.server.log.length = 0;
  await visit('/visit?link');
  assert.deepEqual([asked('/cdn/components/'), asked('/cdn/styles/')], [1, 1]);
});

test('the one-file build loads one file', async () => {
  assert.deepEqual(await visit('/visit-one'), ['/build/one/feaas.js']);
});

test('a hint tells browsers to compile all functions of the first render’s files while they load, and of no others', () => {
  const isHinted = (path: string): boolean =>
    readFileSync(WWW + path.slice(1), 'utf8').startsWith('//# allFunctionsCalledOnLoad\n');
  const scripts = readdirSync(`${WWW}build`, { recursive: true, encoding: 'utf8' }).flatMap((name) =>
    // The folder of a version contains the same files.
    /^(?:one\/)?[\w-]+(?:\.\w+)?\.js$/.test(name) ? [`/build/${name}`] : [],
  );
  assert.deepEqual(scripts.filter(isHinted).sort(), [...tags, '/build/one/feaas.js'].sort());
});

for (const path of ['/visit', '/visit-one']) {
  test(`${path}, all elements: template and stylesheet are requested once each, without credentials, and the console is empty`, async () => {
    await visit(`${path}?all`);
    assert.deepEqual(at.server.log.filter((line) => line.includes('/cdn/')).sort(), [
      'GET /cdn/components/lib/card/responsive/published.html',
      'GET /cdn/styles/lib/published.css',
    ]);
    assert.deepEqual(
      at.consoleMessages.filter((line) => !line.includes('404')),
      [],
    );
  });
}

test('D13: the server refuses at least the member names of the browser’s documents and forms', async () => {
  const names = await at.page.evaluate(() => {
    const all = new Set<string>();
    for (let at: object | null = Document.prototype; at; at = Object.getPrototypeOf(at) as object | null)
      Object.getOwnPropertyNames(at).forEach((name) => all.add(name));
    for (let at: object | null = HTMLFormElement.prototype; at; at = Object.getPrototypeOf(at) as object | null)
      Object.getOwnPropertyNames(at).forEach((name) => all.add(name));
    return [...all];
  });
  const taken = new Set<string>(MEMBER_NAMES);
  // A newer browser may have globals that the list does not contain.
  const missing = names.filter((name) => !taken.has(name));
  assert.ok(missing.length <= 10, missing.join(' '));
});
