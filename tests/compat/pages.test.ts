/** Pages that no server prints: one of React, which Vite and webpack build with an alias, and one without a bundler. Each beside the original. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { build as bundle } from 'esbuild';
import { build, type Alias } from 'vite';
import { packagesIn } from '../../scripts/folders';
import { openPage } from '../lib/browser';
import { normalizeCompatHTML } from '../lib/compat-html';
import { LIST_CASES, DIFFERING_LIST_CASES, visibleText, visibleHTML, type ListCase } from '../lib/compat-lists';
import { journey, recordConsole } from '../lib/journey';
import { send } from '../lib/server';

const ROOT = new URL('../../', import.meta.url).pathname;
const ORIGINALS = `${packagesIn('tests/compat')}/node_modules`;
const WEBPACK = `${packagesIn('tests/compat/webpack')}/node_modules`;

/** What is used of webpack, which is not installed in the root. */
type Webpack = (
  options: object,
  done: (error: Error | null, stats?: { hasErrors(): boolean; toString(options: string): string }) => void,
) => void;

/** Builds the page of React by webpack, as docs/migrate.md says. */
async function buildByWebpack(path: string, alias: Readonly<Record<string, string>>): Promise<void> {
  const webpack = createRequire(`${WEBPACK}/package.json`)('webpack') as Webpack;
  const options = {
    mode: 'production',
    entry: `${ROOT}tests/compat/vite/main.tsx`,
    // Scripts that are modules do not know their own address.
    output: { path, filename: 'main.js', publicPath: '/' },
    performance: false,
    module: {
      rules: [
        {
          test: /\.tsx$/,
          loader: 'esbuild-loader',
          options: { loader: 'tsx', tsconfigRaw: { compilerOptions: { jsx: 'react-jsx' } } },
        },
      ],
    },
    resolveLoader: { modules: [WEBPACK] },
    resolve: {
      extensions: ['.tsx', '.js'],
      modules: ['node_modules', WEBPACK, `${ROOT}node_modules`],
      // One React for the page and for the packages of this repository.
      alias: { ...alias, react: `${WEBPACK}/react`, 'react-dom': `${WEBPACK}/react-dom` },
    },
    // One script.
    optimization: { splitChunks: false },
  };
  await new Promise<void>((resolve, reject) => {
    webpack(options, (error, stats) => {
      if (error || stats?.hasErrors()) reject(error ?? new Error(stats!.toString('errors-only')));
      else resolve();
    });
  });
}

/** Scripts by their path. */
const scripts = new Map<string, string>();
const at = journey({}, (_request, response, { pathname }) => {
  const script = scripts.get(pathname);
  if (script !== undefined) return (send(response, script, 'text/javascript'), true);
  const page = /^\/(vite|webpack|plain)-(original|ours)$/.exec(pathname);
  if (page && page[1] !== 'plain')
    return (send(response, `<div id="root"></div><script type="module" src="${pathname}.js"></script>`), true);
  if (pathname === '/empty') return (send(response, '<main></main>'), true);
  if (page) return (send(response, plain(`${pathname}.js`)), true);
  if (pathname.startsWith('/components/lib/card/'))
    return (send(response, '<article class="card"><h2 data-path="user.name">-</h2></article>'), true);
  if (pathname.startsWith('/styles/lib')) return (send(response, '', 'text/css'), true);
  if (pathname === '/data.json') return (send(response, '{"name":"Fetched"}', 'application/json'), true);
  return undefined;
});

/** A page without a bundler: elements, and functions. */
const plain = (script: string): string => `<main>
  <section id="template"><feaas-component template='<p data-path="a">-</p>' data='{"a": "Ada"}'></feaas-component></section>
  <section id="source"></section>
  <section id="rendered"></section>
  <section id="promised"></section>
</main>
<script type="module">
  import * as FEAAS from '${script}';
  document.querySelector('#source').innerHTML =
    \`<feaas-component cdn="\${location.origin}" library="lib" component="card" data='{"user": {"name": "Bob"}}'></feaas-component>\`;
  const element = FEAAS.renderComponent({ template: '<b data-path="user.name">-</b>', data: { user: { name: 'Cy' } } });
  document.querySelector('#rendered').append(element);
  FEAAS.renderComponent({ template: '<b data-path="user.name">-</b>', data: { user: { name: 'Dee' } } }, element);
  const promised = await FEAAS.renderComponentPromise({ cdn: location.origin, library: 'lib', component: 'card', data: { user: { name: 'Eve' } } });
  document.querySelector('#promised').append(promised);
  const { template } = await FEAAS.fetchComponent({ cdn: location.origin, library: 'lib', component: 'card' });
  document.title = [template.length, JSON.stringify(await FEAAS.DataSettings.fetch({ url: location.origin + '/data.json' })), FEAAS.getComponentURL({ library: 'l', component: 'c' })].join(' ');
</script>`;

const names = ['original', 'ours'] as const;
let home = '';
before(async () => {
  home = await mkdtemp(join(tmpdir(), 'feaas-compat-pages-'));
  const react: Alias[] = ['react-dom', 'react'].map((name) => ({
    find: new RegExp(`^${name}(?=/|$)`),
    replacement: `${ROOT}node_modules/${name}`,
  }));
  // The alias of docs/migrate.md; the paths are those of this repository.
  const alias: Readonly<Record<(typeof names)[number], Alias[]>> = {
    original: [
      {
        find: /^@sitecore-feaas\/clientside\/react$/,
        replacement: `${ORIGINALS}/@sitecore-feaas/clientside/dist/browser/react.esm.js`,
      },
      { find: /^@sitecore\/byoc$/, replacement: `${ORIGINALS}/@sitecore/byoc/dist/browser/index.esm.js` },
    ],
    ours: [
      { find: /^@sitecore-feaas\/clientside/, replacement: 'feaas-kit-compat' },
      { find: /^@sitecore\/byoc/, replacement: 'feaas-kit-compat' },
    ],
  };
  for (const name of names) {
    await build({
      root: `${ROOT}tests/compat/vite`,
      configFile: false,
      logLevel: 'error',
      esbuild: { jsx: 'automatic' },
      resolve: { alias: [...alias[name], ...react] },
      build: {
        outDir: join(home, name),
        rollupOptions: {
          input: `${ROOT}tests/compat/vite/main.tsx`,
          output: { entryFileNames: 'main.js', inlineDynamicImports: true },
        },
      },
    });
    scripts.set(`/vite-${name}.js`, await readFile(join(home, name, 'main.js'), 'utf8'));
    const replaced = { '@sitecore-feaas/clientside': 'feaas-kit-compat', '@sitecore/byoc': 'feaas-kit-compat' };
    await buildByWebpack(join(home, `webpack-${name}`), name === 'ours' ? replaced : {});
    for (const file of await readdir(join(home, `webpack-${name}`)))
      scripts.set(
        file === 'main.js' ? `/webpack-${name}.js` : `/${file}`,
        await readFile(join(home, `webpack-${name}`, file), 'utf8'),
      );
  }
  const { outputFiles } = await bundle({
    entryPoints: [`${ORIGINALS}/@sitecore-feaas/clientside/dist/browser/index.esm.js`],
    bundle: true,
    write: false,
    format: 'esm',
    logLevel: 'silent',
  });
  scripts.set('/plain-original.js', outputFiles[0]!.text);
  scripts.set('/plain-ours.js', await readFile(`${ROOT}compat/dist/page.js`, 'utf8'));
});
after(() => rm(home, { recursive: true, force: true }));

/** What the pages of both show: after they are ready, and after what is done to them. */
async function shown(
  page: string,
  ready: string,
  act?: readonly [click: string, ready: string][],
): Promise<string[][]> {
  const all: string[][] = [];
  for (const name of names) {
    const tab = await openPage(at.browser);
    const said: string[] = [];
    recordConsole(tab, said);
    const wait = (code: string): Promise<unknown> =>
      tab.waitForFunction(
        (expression: string) => Function(`return ${expression}`)() as boolean,
        { timeout: 30_000 },
        code,
      );
    const main = async (): Promise<string> =>
      normalizeCompatHTML(await tab.$eval('main', ({ outerHTML }) => outerHTML), true);
    await tab.goto(`${at.server.origin}/${page}-${name}`, { waitUntil: 'networkidle0' });
    await wait(ready);
    const states = [await main()];
    for (const [click, then] of act ?? []) {
      await tab.click(click);
      await wait(then);
      states.push(await main());
    }
    states.push(await tab.title());
    if (name === 'ours') assert.deepEqual(said, []);
    all.push(states);
    await tab.close();
  }
  return all;
}

const text = (selector: string): string => `(document.querySelector('${selector}')?.textContent ?? '')`;

for (const bundler of ['vite', 'webpack'])
  test(`React with ${bundler}: the alias replaces both packages, and the page is the same`, async () => {
    const [original, ours] = await shown(
      bundler,
      `${text('#source h2')} && ${text('#content .stars')} && ${text('#own .stars')}`,
      [
        ['#count', `${text('#content h2')} === 'Title 1' && /Own 1/.test(${text('#own')})`],
        ['#content .stars', `/number 4/.test(${text('#content .stars')})`],
      ],
    );
    assert.deepEqual(ours, original);
    assert.match(ours![1]!, /Title 1.*href="\/more".*In content number 3.*Own 1 number 2/);
    assert.match(ours![0]!, /<article class="card"><h2 data-path="user\.name">Fetched/);
  });

test('without a bundler: one module defines the elements and holds the functions', async () => {
  const [original, ours] = await shown(
    'plain',
    `document.title.includes('Fetched') && ${text('#source h2')} === 'Bob'`,
  );
  // The original shows nothing for a template that stands in HTML, although its README does.
  const compared = (states: string[]): string[] =>
    states.map((state) => state.replace(/<section id="template">[^]*?<\/section>/, '').replace(/<div[^>]*>/g, '<div>'));
  assert.deepEqual(compared(ours!), compared(original!));
  assert.match(ours![0]!, /Ada.*Bob.*Dee.*Eve/s);
});

/** What an element shows of each list, and after each change of its data. */
async function shownLists(lists: Readonly<Record<string, ListCase>>): Promise<Record<string, string[]>[]> {
  const all: Record<string, string[]>[] = [];
  for (const name of names) {
    const tab = await openPage(at.browser);
    const said: string[] = [];
    recordConsole(tab, said);
    await tab.goto(`${at.server.origin}/empty`);
    const shown = await tab.evaluate(
      async (module: string, each: Record<string, ListCase>) => {
        const { External, registerComponent, renderComponent } = (await import(module)) as Record<string, unknown>;
        const register = (registerComponent ?? (External as { registerComponent: unknown }).registerComponent) as (
          component: unknown,
          options: object,
        ) => void;
        const { WebComponent } = (await import(module)) as { WebComponent: typeof HTMLElement };
        class Wine extends WebComponent {
          connectedCallback(): void {
            this.textContent = this.getAttribute('name');
          }
        }
        register(Wine, { name: 'wine', properties: { name: { type: 'string' } } });
        const render = renderComponent as (props: object, element?: HTMLElement) => HTMLElement;
        const frames = (): Promise<unknown> =>
          new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const result: Record<string, string[]> = {};
        for (const [title, { template, data, updates = [] }] of Object.entries(each)) {
          const element = render({ template, data });
          document.querySelector('main')!.replaceChildren(element);
          await frames();
          const states = [element.innerHTML];
          for (const changed of updates) {
            render({ template, data: changed }, element);
            await frames();
            states.push(element.innerHTML);
          }
          result[title] = states;
        }
        return result;
      },
      `/plain-${name}.js`,
      lists as Record<string, ListCase>,
    );
    assert.deepEqual(
      said.filter((line) => !/404|wines|shop/.test(line)),
      [],
    );
    await tab.close();
    all.push(
      Object.fromEntries(
        Object.entries(shown).map(([title, states]) => [
          title,
          states.map((html) => visibleHTML(normalizeCompatHTML(html, true)).replaceAll(`${at.server.origin}/`, '')),
        ]),
      ),
    );
  }
  return all;
}

test('lists in a page: the same, and the same after each change of the data', async () => {
  const [original, ours] = await shownLists(LIST_CASES);
  assert.deepEqual(ours, original);
});

test('lists in a page that the original does not show', async () => {
  const [original, ours] = await shownLists(DIFFERING_LIST_CASES);
  for (const [title, { shows }] of Object.entries(DIFFERING_LIST_CASES)) {
    assert.equal(visibleText(ours![title]![0]!), shows, title);
    assert.notEqual(visibleText(original![title]![0]!), shows, title);
  }
});
