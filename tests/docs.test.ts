/** The documentation on the real host, under its policy (D13): running examples, pages, and search by keyboard. */
import assert from 'node:assert/strict';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { packagesIn } from '../scripts/folders';
import { GROUPS, urlOf } from '../scripts/docs/order';
import { blocksOf, pagesIn } from '../scripts/docs/pages';
import { findViolations } from './lib/axe';
import { normalizeExampleHTML } from './lib/docs-html';
import { hostPage } from './lib/host-page';
import { WWW } from './lib/server';

const at = hostPage();
const ROOT = new URL('../', import.meta.url).pathname;
const pages = pagesIn(`${ROOT}docs`);
const blocks = pages.flatMap((page) =>
  blocksOf(page).map((block) => ({ ...block, page: page.name, at: `docs/${page.name}.md:${block.line}` })),
);
const paths = GROUPS.flatMap(([, names]) => names).map((name) => urlOf(name));

/** Waits until every example of a page shows. */
async function openPage(path: string): Promise<void> {
  await at.page.goto(at.host.origin + path);
  await at.page.evaluate(() =>
    Promise.all(
      [...document.querySelectorAll<HTMLFeaasComponentElement>('.code__live feaas-component')].map(async (each) => {
        await customElements.whenDefined('feaas-component');
        await each.whenRendered();
      }),
    ),
  );
}

for (const page of pages.filter((page) => blocksOf(page).some(({ marks }) => marks.includes('live')))) {
  test(`${page.name}: each example shows the documented result`, async () => {
    await openPage(urlOf(page.name));
    const own = blocks.filter((block) => block.page === page.name);
    const expected = own.flatMap(({ marks }, index) =>
      marks.includes('live') ? [normalizeExampleHTML(own[index + 1]!.code)] : [],
    );
    const painted = await at.page.$$eval('.code__live > feaas-component', (all) => all.map((each) => each.innerHTML));
    assert.deepEqual(painted.map(normalizeExampleHTML), expected);
  });
}

/** Messages about components and data sources that an example leaves to the page, and about a fork that does not exist. */
const LEFT_TO_THE_PAGE = /the page has no component 'clock'|datasource:weather|404 .*\/faq\/home\/published\.html$/;
/** Messages of the example with hostile data: the kit reports removed handlers, and browsers may report them as well. */
const OF_HOSTILE = /HTML in the data held what is not allowed|inline event handler|policy: script-src-attr inline/;
/** Messages of Vue about a policy of its own, which the page does not allow. */
const OF_VUE = /policy.*vue|Vue warn/i;

for (const block of blocks.filter(({ language, marks }) => language === 'html' && marks.includes('page'))) {
  test(`${block.at}: ${block.title} works on the host`, async () => {
    const code = block.code.replaceAll('http://127.0.0.1:3333', at.host.origin);
    const isWhole = /^<!doctype/i.test(code);
    await at.host.writePage('example.html', isWhole ? '' : code);
    if (isWhole) writeFileSync(`${at.host.site}/example.html`, code);
    await at.page.goto(`${at.host.origin}/example.html`);
    await at.page.waitForFunction(
      () =>
        [...document.querySelectorAll('feaas-component')].every(
          (each) => each.firstElementChild ?? each.shadowRoot?.querySelector('[part=content] *'),
        ),
      { timeout: 30_000 },
    );
    assert.deepEqual(
      at.consoleMessages.filter((line) => !LEFT_TO_THE_PAGE.test(line)),
      [],
    );
  });
}

/** Bundles a code block with all its imports as a module. */
async function bundled(code: string, platform: 'browser' | 'node'): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: code.replaceAll('https://content.example', at.host.origin), resolveDir: ROOT, loader: 'ts' },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    platform,
    // Packages that only a server loads stay external.
    packages: platform === 'node' ? 'external' : 'bundle',
    // Examples for other frameworks use the packages of this folder.
    nodePaths: [`${packagesIn('tests/frameworks')}/node_modules`],
    write: false,
  });
  return outputFiles[0]!.text;
}

const STAGE =
  '<feaas-context library="aurora" cdn="/cdn"><feaas-component component="faq" fetch="template stylesheet"></feaas-component></feaas-context><p id="price"></p>';

for (const block of blocks.filter(({ language, marks }) => language === 'ts' && marks.includes('page'))) {
  test(`${block.at}: ${block.title} runs in a page`, async () => {
    writeFileSync(`${at.host.site}/example.js`, await bundled(`${block.code};document.title = 'Done';`, 'browser'));
    const script = '<script type="module" src="/example.js"></script>';
    // Examples that render themselves need a page without elements, because two copies of the kit would create its policy twice.
    if (/render|loadStylesheet/.test(block.code))
      writeFileSync(
        `${at.host.site}/example.html`,
        `<!doctype html><link rel="icon" href="data:,"><p id="price"></p>${script}`,
      );
    else await at.host.writePage('example.html', STAGE + script);
    await at.page.goto(`${at.host.origin}/example.html`);
    await at.page
      .waitForFunction(() => document.title === 'Done', { timeout: 20_000 })
      .catch(() => assert.fail(at.consoleMessages.join('\n') || 'the code did not come to its end'));
    assert.deepEqual(
      at.consoleMessages.filter((line) => !OF_VUE.test(line)),
      [],
    );
  });
}

for (const block of blocks.filter(({ marks }) => marks.includes('host'))) {
  test(`${block.at}: ${block.title} runs on a server`, async () => {
    // Node resolves packages only from within the repository.
    const path = `${ROOT}dist/documented-${block.page}-${block.line}.mjs`;
    writeFileSync(path, await bundled(block.code, 'node'));
    try {
      const module = (await import(pathToFileURL(path).href)) as { default?: { fetch?: () => Response } };
      const text = await module.default?.fetch?.().text();
      if (text !== undefined) assert.match(text, /<feaas-component[^>]*><section/);
    } finally {
      rmSync(path);
    }
  });
}

test('every link of every page has a target', async () => {
  const missing: string[] = [];
  const ids = new Map<string, Set<string>>();
  const links = new Map<string, string>();
  for (const path of paths) {
    await at.page.goto(at.host.origin + path, { waitUntil: 'domcontentloaded' });
    const found = await at.page.evaluate(() => ({
      ids: [...document.querySelectorAll('[id]')].map(({ id }) => id),
      links: [...document.querySelectorAll('a')].filter((each) => !each.closest('.code__live')).map(({ href }) => href),
    }));
    ids.set(path, new Set(found.ids));
    for (const link of found.links) links.set(link, path);
  }
  for (const [link, from] of links) {
    const { origin, pathname, hash } = new URL(link);
    if (origin !== at.host.origin) continue;
    const { ok } = await fetch(origin + pathname);
    const known = ids.get(pathname);
    if (!ok || (hash && known && !known.has(decodeURIComponent(hash.slice(1))))) missing.push(`${from}: ${link}`);
  }
  assert.deepEqual(missing, []);
});

const MODES = [
  { width: 320, scheme: 'light', rtl: false },
  { width: 768, scheme: 'dark', rtl: true },
  { width: 1440, scheme: 'light', rtl: true },
  { width: 1920, scheme: 'dark', rtl: false },
] as const;

test('at any width, light and dark, from both sides: axe finds nothing, nothing scrolls sideways', async () => {
  await at.page.setBypassCSP(true);
  const found: string[] = [];
  for (const [index, path] of paths.entries()) {
    await openPage(path);
    for (const [turn, { width, scheme, rtl }] of MODES.entries()) {
      await at.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
      await at.page.setViewport({ width, height: 900 });
      const isWide = await at.page.evaluate((rtl) => {
        document.documentElement.dir = rtl ? 'rtl' : 'ltr';
        const { scrollWidth, clientWidth } = document.documentElement;
        return scrollWidth > clientWidth;
      }, rtl);
      if (isWide) found.push(`${path} is wider than ${width} px`);
      // Each page uses one of the modes, so that each mode is used by some pages. With FEAAS_LONG=1, each page uses all.
      if (index % MODES.length !== turn && !process.env['FEAAS_LONG']) continue;
      found.push(...(await findViolations(at.page)).map((each) => `${path}, ${width} px: ${each}`));
    }
  }
  assert.deepEqual(found, []);
  assert.deepEqual(
    at.consoleMessages.filter((line) => !OF_HOSTILE.test(line)),
    [],
  );
});

test('the search loads on its first use', async () => {
  const isOfSearch = (url: string): boolean => url.endsWith('/docs/search.json');
  await openPage('/docs/');
  assert.equal(at.requestURLs.some(isOfSearch), false);
  await at.page.keyboard.press('/');
  await at.page.keyboard.type('placehold');
  await at.page.waitForSelector('#found li a', { visible: true });
  assert.equal(at.requestURLs.filter(isOfSearch).length, 1);
  await Promise.all([at.page.waitForNavigation(), at.page.keyboard.press('Enter')]);
  assert.equal(new URL(at.page.url()).pathname, '/docs/data.html');
  assert.deepEqual(
    at.consoleMessages.filter((line) => !OF_HOSTILE.test(line)),
    [],
  );
});

test('without scripts, pages contain their texts, title and description', async () => {
  await at.page.setJavaScriptEnabled(false);
  for (const path of paths) {
    assert.ok(existsSync(`${WWW}${path.endsWith('/') ? `${path}index.html` : path}`), path);
    await at.page.goto(at.host.origin + path);
    const seen = await at.page.evaluate(() => ({
      lang: document.documentElement.lang,
      headings: document.querySelectorAll('h1').length,
      title: document.title.length,
      description: document.querySelector<HTMLMetaElement>('meta[name=description]')?.content.length ?? 0,
      search: document.querySelector<HTMLElement>('.docs__search')!.hidden,
    }));
    assert.deepEqual(
      { ...seen, title: seen.title > 0, description: seen.description > 20 },
      {
        lang: 'en',
        headings: 1,
        title: true,
        description: true,
        search: true,
      },
    );
  }
});
