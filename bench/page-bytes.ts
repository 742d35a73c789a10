/**
 * `npm run bench:bytes`: bytes that a page with one component loads, by script tag and by a tree-shaken import.
 * Compares the kit with the peers of the benchmark, and writes tests/reports/bytes.md.
 */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { firstRenderFiles } from '../scripts/head';
import { bundleWithVite } from '../tests/lib/packed-bundles';
import { peerFiles } from './first-load';

const root = new URL('..', import.meta.url).pathname;
const OUT = 'tests/reports/bytes.md';

/** The site provides React. */
const REACT = /^react(?:-dom)?(?:\/|$)/;

/** A page's scripts: those of the first render, and those that may load later. */
interface Page {
  readonly first: readonly (string | Uint8Array)[];
  readonly later: readonly (string | Uint8Array)[];
}

/** Imports of a site, by the name of their row. */
const IMPORTS: readonly (readonly [name: string, code: string])[] = [
  [
    'kit, `feaas-kit/components/feaas-component`',
    "import { defineCustomElement } from 'feaas-kit/components/feaas-component'; defineCustomElement();",
  ],
  [
    'kit, `renderComponent` of `feaas-kit`',
    "import { renderComponent } from 'feaas-kit'; globalThis.show = renderComponent;",
  ],
  [
    'kit, `FeaasComponent` of `feaas-kit-react`, without React',
    "import { FeaasComponent } from 'feaas-kit-react'; globalThis.show = FeaasComponent;",
  ],
  ['peer, `@sitecore-feaas/clientside`', "import '@sitecore-feaas/clientside';"],
  [
    'peer, `@sitecore-feaas/clientside/react`, without React',
    "import * as peer from '@sitecore-feaas/clientside/react'; globalThis.show = peer.Component;",
  ],
  [
    'lit-html and its `repeat`, without a template',
    "import { html, render } from 'lit-html'; import { repeat } from 'lit-html/directives/repeat.js'; globalThis.show = [html, render, repeat];",
  ],
  [
    'handlebars, the runtime without its template',
    "import Handlebars from 'handlebars/runtime'; globalThis.show = Handlebars.template;",
  ],
];

const LAZY = `${root}www/build`;
const read = (name: string): Uint8Array => readFileSync(`${LAZY}/${name}`);

/** Names of the scripts in a folder. */
const scripts = (folder: string): string[] =>
  readdirSync(`${LAZY}/${folder}`).filter((name) => name.endsWith('.js') && !name.startsWith('index.'));

async function byTag(): Promise<[string, Page][]> {
  const first = firstRenderFiles(LAZY);
  const peer = new Map(await peerFiles());
  const rest = scripts('').filter((name) => !first.includes(name) && name !== 'feaas.js');
  const parts = scripts('one').filter((name) => name !== 'feaas.js');
  return [
    ['kit, the tags of `head.html`', { first: first.map(read), later: rest.map(read) }],
    ['kit, one file', { first: [read('one/feaas.js')], later: parts.map((name) => read(`one/${name}`)) }],
    [
      'peer, its file and the one that this imports',
      { first: [peer.get('/peer/clientside.js')!, peer.get('/peer/byoc.js')!], later: [] },
    ],
    ['peer, in one file', { first: [peer.get('/peer/one.js')!], later: [] }],
  ];
}

const byImport = async ([name, code]: (typeof IMPORTS)[number]): Promise<[string, Page]> => {
  const { initialFiles, lazyFiles } = await bundleWithVite(`${root}bench`, code, REACT);
  return [name, { first: initialFiles, later: lazyFiles }];
};

const sum = (files: Page['first'], pack: (file: string | Uint8Array) => Uint8Array): number =>
  files.reduce((total, file) => total + pack(file).length, 0);
const gzip = (file: string | Uint8Array): Uint8Array => gzipSync(file, { level: 9 });

function table(pages: readonly (readonly [string, Page])[]): string {
  const peer = sum(pages.find(([name]) => name.startsWith('peer'))![1].first, gzip);
  const rows = pages.map(([name, { first, later }]) => {
    const bytes = sum(first, gzip);
    const cells = [bytes, sum(first, brotliCompressSync), first.length, `${(peer / bytes).toFixed(2)}x`];
    return `| ${[name, ...cells, sum(later, gzip)].join(' | ')} |`;
  });
  return [
    '|  | bytes, gzip | bytes, brotli | files | the peer is | may follow, gzip |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

if (!existsSync(`${LAZY}/head.html`)) throw new Error('Not built: npm run build first.');
const imported: [string, Page][] = [];
for (const each of IMPORTS) imported.push(await byImport(each));
const text = `# Bytes of a page with one component

Written by \`npm run bench:bytes\`. Scripts that a page has loaded before its component shows, and all that it may ask for later:
elements that it does not have, data that is fetched, HTML out of data, filters in paths, the editor's elements. "The peer is":
times the bytes of the first row of the peer. The peer (\`@sitecore-feaas/clientside\`) fetches, binds and caches as the kit does;
lit-html and handlebars only render a template that is compiled ahead.

## By script tag

${table(await byTag())}

## By import, bundled and minified by Vite

${table(imported)}
`;
writeFileSync(root + OUT, text);
console.log(text);
