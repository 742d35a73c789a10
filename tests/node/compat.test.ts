/** Compares the compatibility package with the original: the same exports, the same HTML from a server. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, test } from 'node:test';
import { build } from 'esbuild';
import type { createElement, ElementType, ReactElement } from 'react';
import ts from 'typescript';
import { packagesIn } from '../../scripts/folders';
import { normalizeCompatHTML } from '../lib/compat-html';
import { LIST_CASES, DIFFERING_LIST_CASES, visibleText, visibleHTML, type ListCase } from '../lib/compat-lists';

const ROOT = new URL('../../', import.meta.url).pathname;
const requireHere = createRequire(`${ROOT}package.json`);
const requireOriginal = createRequire(`${packagesIn('tests/compat')}/package.json`);

type Names = Record<string, unknown>;
/** Entries of the original packages, and the replacement entry. */
const ENTRIES = [
  ['@sitecore-feaas/clientside', 'feaas-kit-compat'],
  ['@sitecore-feaas/clientside/ui', 'feaas-kit-compat/ui'],
  ['@sitecore-feaas/clientside/headless', 'feaas-kit-compat/headless'],
  ['@sitecore-feaas/clientside/react', 'feaas-kit-compat/react'],
  ['@sitecore/byoc', 'feaas-kit-compat'],
  ['@sitecore/byoc/react', 'feaas-kit-compat/react'],
] as const;

/** Omitted names, which are not part of the documented API. docs/migrate.md names the replacements. */
const LEFT_OUT = new Set(
  (
    'BYOCRegistration ComponentProps ControlledPromise DOM DataPath DataScope Element FEAASComponentsProps FEAASContextProps ' +
    'FEAASEditorProps FEAASElement FEAASLoaderProps FEAASPickerProps FEAASStylesheetProps HTMLNodeToReact JSONPath MyComponent ' +
    'Thumbnail adjustNumbers autoloadScripts cleanCollectionBit createStylesheet fetchAndRevalidate fetchAndRevalidateComponent ' +
    'fetchAndRevalidateStylesheet fetchBypassingCache fetchCache fetchToValidateCache fetchWithCacheAwareness findStylesheet ' +
    'getFetchCache getFramePosition getHumanizedLabel getLastPathBit getQualifier loadScript loadStylesheetAllowStale ' +
    'normalizeCollectionScope normalizeFetchAttribute observeDOMElement parseLimit parseRange queryObject queryObjectRaw ' +
    'queryScopes renderDOMElement renderStylesheet renderStylesheetPromise serializedContextProperties setDOMAttribute ' +
    'transformSchemaObject transformUiSchema traverseSchema'
  ).split(' '),
);

for (const [original, ours] of ENTRIES)
  test(`${original}: all its names are there, but for those that are left out`, () => {
    const there = new Set(Object.keys(requireHere(ours) as Names));
    const missing = Object.keys(requireOriginal(original) as Names).filter((name) => !there.has(name));
    assert.deepEqual(
      missing.filter((name) => !LEFT_OUT.has(name)),
      [],
    );
  });

test('the guide names the omitted exports', () => {
  const guide = readFileSync(`${ROOT}docs/migrate.md`, 'utf8');
  assert.deepEqual(
    [...LEFT_OUT].filter((name) => !guide.includes(`\`${name}\``)),
    [],
  );
});

test('import and require give the same exports', () => {
  const names = [...new Set(ENTRIES.map(([, ours]) => ours))];
  const keysOf = (module: unknown): string =>
    Object.keys(module as Names)
      .sort()
      .join();
  const code = `for (const name of ${JSON.stringify(names)}) console.log(Object.keys(await import(name)).sort().join());`;
  const imported = execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: ROOT, encoding: 'utf8' });
  assert.deepEqual(
    imported.trim().split('\n'),
    names.map((name) => keysOf(requireHere(name))),
  );
});

test('server components have all exports of the entries', async () => {
  const { errors, warnings } = await build({
    entryPoints: ['index', 'headless', 'react'].map((name) => `${ROOT}compat/dist/${name}.js`),
    bundle: true,
    write: false,
    outdir: '/out',
    format: 'esm',
    conditions: ['react-server'],
    external: ['react', 'react-dom', 'react-dom/*', 'react/*', 'parse5', 'json-p3'],
    logLevel: 'silent',
  });
  assert.deepEqual([...errors, ...warnings], []);
});

interface Side {
  readonly F: Record<string, never>;
  readonly h: typeof createElement;
  readonly render: (element: ReactElement) => Promise<string>;
}

/** React, its server renderer, and the package of one side. */
function side(require: NodeJS.Require, name: string): Side {
  const { createElement: h } = require('react') as { createElement: typeof createElement };
  const { renderToReadableStream } = require('react-dom/server') as {
    renderToReadableStream: (
      element: ReactElement,
      options: object,
    ) => Promise<ReadableStream<Uint8Array> & { allReady: Promise<void> }>;
  };
  return {
    F: require(name) as Side['F'],
    h,
    render: async (element) => {
      const stream = await renderToReadableStream(element, { onError: () => {} });
      await stream.allReady;
      return new Response(stream).text();
    },
  };
}
const SIDES = [
  side(requireOriginal, '@sitecore-feaas/clientside/react'),
  side(requireHere, 'feaas-kit-compat/react'),
] as const;

const TEMPLATE =
  '<section class="k"><h1 data-path="user.name">-</h1><img src="x.png" alt="q"><p style="color: red">Hi <b>you</b></p>' +
  '<a data-path-href="user.url" href="#">-</a>' +
  '<feaas-external data-external-id="hello" first-name="Ann" count="3"></feaas-external></section>';
const DATA = { user: { name: 'Jo', url: '/jo' } };

for (const { F, h } of SIDES) {
  const { registerComponent, setContextProperties } = F as unknown as {
    registerComponent(component: unknown, options: object): void;
    setContextProperties(properties: object): void;
  };
  const Hello = ({ firstName, count, children: _children, ...rest }: Names): ReactElement =>
    h('b', { title: JSON.stringify(rest) }, `Hello ${String(firstName)} ${String(count)} ${typeof count}`);
  registerComponent(Hello, {
    name: 'hello',
    title: 'Hello you',
    required: ['firstName'],
    properties: { firstName: { type: 'string', default: 'nobody' }, count: { type: 'number', required: true } },
    ui: { firstName: { 'ui:widget': 'textarea' } },
  });
  registerComponent(({ name }: Names) => h('em', null, String(name)), {
    name: 'wine',
    properties: { name: { type: 'string' } },
  });
  setContextProperties({ site: 'S', firstName: 'of the context' });
}

type Case = readonly [title: string, render: (side: Side) => ReactElement];
const of =
  (name: string, props: object | ((side: Side) => object)): Case[1] =>
  (at) =>
    at.h(at.F[name] as unknown as ElementType, typeof props === 'function' ? props(at) : props);

const source = { cdn: 'https://c', library: 'l', component: 'c', version: 'responsive', revision: 'published' };
const CASES: readonly Case[] = [
  ['a template with data', of('Component', { template: TEMPLATE, data: DATA })],
  ['a template without data', of('Component', { template: TEMPLATE })],
  ['a template with its source', of('Component', { template: '<p>x</p>', ...source, instance: 'i', fetch: [] })],
  ['a source alone', of('Component', { ...source, data: {} })],
  ['classes, id and style', of('Component', { template: '<p></p>', class: 'k', id: 'q', 'data-x': 1 })],
  ['when it was changed', of('Component', { template: '<p></p>', lastModified: 'yesterday' })],
  ...['data', ['data'], ['data', 'template', 'stylesheet'], '', [], null, undefined, false].map((fetch): Case => [
    `fetch ${JSON.stringify(fetch)}`,
    of('Component', { template: '<p></p>', ...source, fetch }),
  ]),
  [
    'a node that is replaced',
    of('Component', ({ h }) => ({
      template: '<p class="k" title="t">a<i data-q="1">b</i></p><a href="#">x</a>',
      renderNode: (node: { localName: string }) => (node.localName === 'i' ? h('u', null, 'other') : undefined),
    })),
  ],
  [
    'attributes that are changed',
    of('Component', {
      template: '<p class="k" for="x">a<i data-q="1">b</i></p>',
      renderNode: (node: { nodeName: string; getAttribute(name: string): unknown }, attributes: Names) => {
        if (node.nodeName === 'i') attributes['id'] = node.getAttribute('data-q');
        return attributes;
      },
    }),
  ],
  ['a component', of('ExternalComponent', { componentName: 'hello', firstName: 'Ann', count: '4' })],
  ['a component by its other names', of('ReactExternalComponent', { componentName: 'hello', count: 4 })],
  ['a component of values', of('ExternalComponent', { componentName: 'hello', list: [1], flag: true, deep: { a: 1 } })],
  ['a component with defaults in its id', of('ExternalComponent', { componentName: 'hello?firstName=Q&x=1' })],
  [
    'a component with data sources',
    of('ExternalComponent', {
      componentName: 'hello',
      uid: 'u1',
      datasources: { _: { firstName: 'DS', other: 'o' }, second: { count: 7 } },
    }),
  ],
  ['nobody', of('ExternalComponent', { componentName: 'nobody', a: 1, someText: 'x', deep: { b: 1 } })],
  [
    'nobody, with a fallback',
    of('ExternalComponent', ({ h }) => ({ componentName: 'nobody', fallback: h('i', null, 'F') })),
  ],
  [
    'nobody, with a fallback of the page',
    of('ExternalComponent', ({ h }) => ({ componentName: 'nobody', clientFallback: h('i', null, 'F') })),
  ],
];

for (const [title, render] of CASES)
  test(`a server prints the same: ${title}`, async () => {
    const [original, ours] = await Promise.all(
      SIDES.map(async (at) => normalizeCompatHTML(await at.render(render(at)))),
    );
    assert.equal(ours, original);
  });

const printedLists = (list: ListCase): Promise<string[]> =>
  Promise.all(
    SIDES.map(async (at) => {
      const html = normalizeCompatHTML(await at.render(of('Component', list)(at)));
      // The original also renders data as an attribute of the element. A preload hint for an image can precede the element.
      return /<feaas-component[^]*/.exec(html)?.[0] ?? '';
    }),
  );
for (const [title, { template, data }] of Object.entries(LIST_CASES))
  test(`a server prints the same list: ${title}`, async () => {
    const [original, ours] = await printedLists({ template, data });
    assert.equal(visibleHTML(ours!), visibleHTML(original!));
  });
for (const [title, { template, data, shows }] of Object.entries(DIFFERING_LIST_CASES))
  test(`a server prints a list that the original does not print: ${title}`, async () => {
    const [original, ours] = await printedLists({ template, data });
    assert.equal(visibleText(ours!), shows);
    assert.notEqual(visibleText(original!), shows);
  });

test('a component replaces elements of a tag', async () => {
  const printed = await Promise.all(
    SIDES.map(async (at) => {
      const { setElementImplementation } = at.F as unknown as {
        setElementImplementation(tag: string, to: unknown): void;
      };
      setElementImplementation('img', ({ alt, src }: Names) => at.h('picture', { title: alt as string }, String(src)));
      return normalizeCompatHTML(await at.render(of('Component', { template: TEMPLATE, data: DATA })(at)));
    }),
  );
  assert.equal(printed[1], printed[0]);
  assert.match(printed[1]!, /<picture title="q">x\.png<\/picture>/);
});

test('component definitions and properties equal those of the original', () => {
  const [original, ours] = SIDES.map(({ F }) => {
    const { getComponent, getMergedComponentProperties, getComponentProperties } = requireFunctions(F);
    const found = getComponent('hello?count=3') as { schema: object; id: string; group: string; thumbnail: string };
    return JSON.parse(
      JSON.stringify([
        { ...found, uiSchema: undefined },
        getComponent('nothing'),
        getComponentProperties('hello', { count: '5', 'first-name': 'F', other: '1' }),
        getComponentProperties('nothing', { a: '1' }),
        getMergedComponentProperties({ componentName: 'hello', className: 'c', list: [1], none: undefined }),
        getMergedComponentProperties({ componentName: 'nothing', datasources: { a: { x: 1 }, b: { y: 2 } }, x: 'own' }),
        getMergedComponentProperties({ componentName: 'nothing', datasources: '{"_": {"x": 1}}' }),
      ]),
    ) as unknown;
  });
  assert.deepEqual(ours, original);
});

type Functions = Record<
  | 'getComponent'
  | 'getComponentProperties'
  | 'getMergedComponentProperties'
  | 'parseValue'
  | 'registerComponent'
  | 'registerDataType'
  | 'toCamelCase'
  | 'toKebabCase',
  (...values: unknown[]) => unknown
>;
/** The functions of `@sitecore/byoc` in a side's package. */
const requireFunctions = (F: Side['F']): Functions =>
  (F === SIDES[0].F ? requireOriginal('@sitecore/byoc') : F) as unknown as Functions;

test('values are parsed and names are formatted like in the original', () => {
  const values = ['1', 'x', '', '1.5', 'true', 'false', '[1]', '{"a":1}', 'null', null, 5, { a: 1 }];
  const types = ['number', 'boolean', 'array', 'object', 'string', undefined];
  const [original, ours] = SIDES.map(({ F }) => {
    const { parseValue, toKebabCase, toCamelCase } = requireFunctions(F);
    return [
      values
        .filter((value) => typeof value === 'string')
        .flatMap((value) => types.map((type) => [value, type, parseValue(value, type)])),
      ['firstName', 'First name', 'a1B'].map((name) => toKebabCase(name)),
      ['first-name', 'First name', 'data_x'].map((name) => toCamelCase(name)),
    ];
  });
  assert.deepEqual(ours, original);
});

test('types of Sitecore fields have the same shapes as in the original', () => {
  const names = Object.keys((requireOriginal('@sitecore/byoc') as { XMTypes: object }).XMTypes);
  const shape = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (key, each: unknown) =>
        ['title', 'description', 'uiSchema', 'thumbnail'].includes(key) ? undefined : each,
      ),
    );
  const [original, ours] = SIDES.map(({ F }) => {
    const { registerComponent, registerDataType, getComponent } = requireFunctions(F);
    registerDataType((schema: object) => ({ type: 'string', maxLength: 3, ...schema, pattern: 'x' }), {
      name: 'Mine',
    });
    const properties = Object.fromEntries(
      [...names, 'Mine', 'Unknown'].map((type) => [`of${type}`, { type, properties: { q: { type: 'string' } } }]),
    );
    registerComponent(() => null, { name: 'fields', properties });
    return shape(getComponent('fields')) as { schema: { properties: Names } };
  });
  const [before, after] = [original!.schema.properties, ours!.schema.properties];
  const { ofSingleLineText, ...same } = after;
  const { ofSingleLineText: text, ...expected } = before;
  assert.deepEqual(same, expected);
  // The original uses its own type name, which JSON Schema does not have.
  assert.deepEqual(text, { ...(ofSingleLineText as object), type: 'SingleLineText' });
});

/** Code of a site that uses the original API: any error is in the package's types. */
const SITE = `
import * as FEAAS from '@sitecore-feaas/clientside/react';
import { DataSettings, renderComponent, type Data, type DataOptions, type DataScopes } from '@sitecore-feaas/clientside';
import * as UI from '@sitecore-feaas/clientside/ui';
import * as Headless from '@sitecore-feaas/clientside/headless';
import * as BYOC from '@sitecore/byoc';
import { Component as ByocComponent, type ContextProperties } from '@sitecore/byoc/react';

const data: DataOptions = { user: { name: 'John' } };
const scopes: Promise<DataScopes> = DataSettings.fetch(data);
const plain: Data = { a: 1 };
DataSettings.fetchImplementation = async (url: RequestInfo | URL, options: RequestInit = {}) => fetch(url, options);
const template: Promise<{ template: string }> = FEAAS.fetchComponent('https://c/components/l/c/v/published');
const element: HTMLElement = renderComponent({ template: '<p></p>', data: plain });

const Hello = ({ firstName }: { firstName?: string }) => <b>{firstName}</b>;
FEAAS.registerComponent(Hello, {
  name: 'hello',
  required: ['firstName'],
  properties: { firstName: { type: 'string', title: 'First name', required: true } },
  ui: { firstName: { 'ui:autofocus': true } },
});
FEAAS.External.registerComponent(Hello, { name: 'hello' });
BYOC.registerComponent(async () => <i />, { name: 'later', datasourceIds: ['a'] });
BYOC.registerDataType((schema) => ({ type: 'string', ...schema }), { name: 'Mine' });
BYOC.registerDatasource(async () => [1], { id: 'wines', sample: [1] });
FEAAS.registerDatasource(() => ({ url: 'https://wines' }), { id: 'wines' });
FEAAS.setElementImplementation('img', (props: Record<string, string>) => <img {...props} />);
const context: ContextProperties = { site: 'S' };
FEAAS.setContextProperties(context);

const props: FEAAS.FEAASComponentProps = { library: 'l', component: 'c', data };
const external: FEAAS.ExternalComponentProps = { componentName: 'hello', firstName: 'A', anything: 1 };
const source: FEAAS.FEAASCDNComponentParams = FEAAS.parseComponentSource('l/c');
export const Bundle = (given: FEAAS.ExternalComponentProps) => FEAAS.ExternalComponent(given);
export default async function Page() {
  return (
    <>
      <FEAAS.Stylesheet library="l" />
      <FEAAS.Component {...props} />
      <FEAAS.Component template="<p></p>" fetch={[]} lastModified={new Date()} renderNode={(node, attributes) => node.getAttribute('a') ? <i {...attributes} /> : null} />
      <FEAAS.Component library="l" component="c" revision="staged" fetch="data template" preload />
      <FEAAS.ServerComponent src="l/c" data={{ url: 'https://d' }} />
      <FEAAS.ExternalComponent {...external} fallback={<i />} clientFallback={<b />} datasources={{ _: {} }} />
      <FEAAS.External.Preview src="l/c" />
      <ByocComponent componentName="hello" />
      <FEAAS.ExternalComponentBundle />
      <feaas-component library="l" component="c" data='{"a": 1}' />
      <feaas-stylesheet library="l" />
      <feaas-context library="l"><feaas-picker mode="library" /></feaas-context>
      <feaas-external data-external-id="hello" first-name="A" />
    </>
  );
}
// A component that passes on undeclared props, as in the Next.js example of the original.
FEAAS.registerComponent((props: { firstName: string; telephone?: string }) => <Hello {...props} />, {
  name: 'more',
  required: ['firstName'],
  properties: {
    firstName: { type: 'string', title: 'First name' },
    telephone: { type: 'number', minLength: 10 },
    bold: { type: 'boolean', title: 'Bold' },
  },
  ui: { bold: { 'ui:widget': 'radio' } },
});
// @ts-expect-error: a property has a type.
FEAAS.registerComponent(Hello, { name: 'untyped', properties: { bold: { title: 'Bold' } } });
void [scopes, template, element, source, UI.Picker, UI.Context, UI.Loader, Headless.Component, FEAAS.DataSettings.clean({})];
// @ts-expect-error: a library is a text.
FEAAS.getComponentURL({ library: 1, component: 'c' });
// @ts-expect-error: a component has a name.
FEAAS.registerComponent(Hello, {});
// @ts-expect-error: there is no such revision.
<FEAAS.Component library="l" component="c" revision="publishd" />;
// @ts-expect-error: an external component has a name.
<FEAAS.ExternalComponent firstName="A" />;
// @ts-expect-error: nothing has this name.
void FEAAS.nothing;
`;

/** The code of a site without JSX. */
const PLAIN_SITE = `
import * as FEAAS from '@sitecore-feaas/clientside/react';
import { Component as ByocComponent } from '@sitecore/byoc/react';
import { createElement, type ComponentProps, type ComponentType, type ReactElement } from 'react';

const elements: ReactElement[] = [
  createElement(FEAAS.Component, { library: 'l', component: 'c', revision: 'staged', data: { a: 1 } }),
  createElement(FEAAS.Component, { template: '<p></p>', fetch: [], key: 'k' }),
  createElement(FEAAS.Component, { src: 'l/c', className: 'k' }),
  createElement(FEAAS.FEAASReactComponent, { template: '<p></p>' }),
  createElement(ByocComponent, { componentName: 'hello', firstName: 'A' }),
  createElement(FEAAS.ExternalComponent, { componentName: 'hello', firstName: 'A', fallback: createElement('i') }),
  createElement(FEAAS.Stylesheet, { library: 'l' }),
  createElement(FEAAS.ExternalComponentBundle),
  createElement('feaas-component', { library: 'l', component: 'c' }),
  FEAAS.Component({ library: 'l', component: 'c' }),
];
const shown: ReactElement | null = FEAAS.ExternalComponent({ componentName: 'hello' });
const served: Promise<ReactElement> = FEAAS.ServerComponent({ src: 'l/c' });
const content: ComponentType<FEAAS.FEAASComponentProps> = FEAAS.Component;
const props: ComponentProps<typeof FEAAS.Component> = { library: 'l', component: 'c', template: '<p></p>' };
void [elements, shown, served, content, createElement(FEAAS.Component, props)];
// @ts-expect-error: there is no such revision.
createElement(FEAAS.Component, { library: 'l', component: 'c', revision: 'publishd' });
// @ts-expect-error: content has a source.
createElement(FEAAS.Component, { className: 'k' });
// @ts-expect-error: an external component has a name.
createElement(FEAAS.ExternalComponent, { firstName: 'A' });
`;

/** Folders with the React types, by version. */
const REACTS = { 18: `${packagesIn('tests/react-18')}/node_modules`, 19: `${ROOT}node_modules` };

for (const [resolution, module, react] of [
  ['node10', ts.ModuleKind.ESNext, 19],
  ['node10', ts.ModuleKind.ESNext, 18],
  ['node10', ts.ModuleKind.CommonJS, 18],
  ['bundler', ts.ModuleKind.ESNext, 19],
  ['bundler', ts.ModuleKind.ESNext, 18],
  ['nodenext', ts.ModuleKind.NodeNext, 19],
] as const)
  test(`types: ${resolution}, ${ts.ModuleKind[module]}, React ${react}`, async () => {
    const home = await mkdtemp(join(tmpdir(), 'feaas-compat-'));
    try {
      await mkdir(`${home}/node_modules/@sitecore-feaas`, { recursive: true });
      await mkdir(`${home}/node_modules/@sitecore`);
      for (const name of ['@types', 'csstype'])
        await symlink(`${REACTS[react]}/${name}`, `${home}/node_modules/${name}`);
      for (const name of ['@sitecore-feaas/clientside', '@sitecore/byoc']) {
        await mkdir(`${home}/node_modules/${name}`);
        await copyFile(`${ROOT}compat/package.json`, `${home}/node_modules/${name}/package.json`);
        await symlink(`${ROOT}compat/dist`, `${home}/node_modules/${name}/dist`);
      }
      await writeFile(`${home}/package.json`, '{ "type": "module" }');
      await writeFile(`${home}/site.tsx`, SITE);
      await writeFile(`${home}/plain-site.ts`, PLAIN_SITE);
      const program = ts.createProgram([`${home}/site.tsx`, `${home}/plain-site.ts`], {
        strict: true,
        noEmit: true,
        preserveSymlinks: true,
        // Next.js loads these types of React 18: without them, components can not be async.
        types: react === 18 ? ['react/canary'] : [],
        typeRoots: [`${home}/node_modules/@types`],
        target: ts.ScriptTarget.ES2022,
        lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
        jsx: ts.JsxEmit.ReactJSX,
        module,
        moduleResolution: {
          node10: ts.ModuleResolutionKind.Node10,
          bundler: ts.ModuleResolutionKind.Bundler,
          nodenext: ts.ModuleResolutionKind.NodeNext,
        }[resolution],
      });
      // Check the site and the package's declarations.
      const checked = program.getSourceFiles().filter(({ fileName }) => /site\.tsx?$|@sitecore/.test(fileName));
      assert.ok(checked.length > 10, String(checked.length));
      assert.deepEqual(
        checked
          .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
          .map(({ file, start, messageText }) => {
            const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line : 0;
            return `${basename(file?.fileName ?? '')}:${line + 1} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
          }),
        [],
      );
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  });

let host: Server;
let origin = '';
before(async () => {
  host = createServer((request, response) => {
    const url = request.url ?? '';
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('last-modified', new Date(0).toUTCString());
    if (url.startsWith('/components/')) response.setHeader('content-type', 'text/html').end(TEMPLATE);
    else if (url.startsWith('/styles/')) response.setHeader('content-type', 'text/css').end('');
    else if (url.startsWith('/data.json'))
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ user: { name: `Fetched ${request.headers['x-key'] ?? ''}` } }));
    else response.writeHead(404).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => host.once('listening', resolve));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
});
after(() => void host.close());

test('a server component fetches the same content and data', async () => {
  const printed = await Promise.all(
    SIDES.map(async (at) => {
      const { ServerComponent } = at.F as unknown as { ServerComponent(props: object): Promise<ReactElement> };
      const element = await ServerComponent({
        cdn: origin,
        library: 'lib',
        component: 'card',
        data: { url: `${origin}/data.json`, headers: { 'x-key': 'K' } },
      });
      return normalizeCompatHTML(await at.render(element)).replace(/<feaas-component[^>]*>/, '<feaas-component>');
    }),
  );
  assert.equal(printed[1]!.replace(/<(?:link|script)[^>]*>(?:[^<]*<\/script>)?/g, ''), printed[0]);
  assert.match(printed[1]!, /Fetched K/);
});

test('data sources and data settings give the same results as in the original', async () => {
  const given = await Promise.all(
    SIDES.map(async ({ F }) => {
      const { DataSettings, registerDatasource, customizeDataSettings } = F as unknown as {
        DataSettings: ((settings: object) => object) & Record<string, (value: unknown) => unknown>;
        registerDatasource(handler: unknown, options: object): void;
        customizeDataSettings(id: string, settings: object): unknown;
      };
      registerDatasource((settings: object) => ({ ...settings, headers: { 'x-key': 'Q' } }), { id: 'changed' });
      registerDatasource(async () => ({ user: { name: 'given' } }), { id: 'given', sample: { user: {} } });
      const settings = { url: `${origin}/data.json` };
      return [
        DataSettings(settings),
        DataSettings['clean']!(DataSettings({ ...settings, method: 'post', headers: { A: 'b' } })),
        DataSettings['clean']!({}),
        await DataSettings['fetch']!({ changed: settings, given: settings, other: settings, plain: { a: 1 } }),
        await customizeDataSettings('given', settings),
        customizeDataSettings('nobody', settings),
      ];
    }),
  );
  assert.deepEqual(given[1], given[0]);
});

/** Bundles the wrappers of a Sitecore package and returns their HTML. An alias can replace the original package. */
async function wrappers(code: string, alias: Record<string, string>): Promise<Record<string, string>> {
  const { outputFiles } = await build({
    stdin: { contents: code, resolveDir: `${ROOT}tests/compat`, loader: 'js' },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    mainFields: ['module', 'main'],
    logLevel: 'silent',
    alias: { ...alias, react: `${ROOT}node_modules/react`, 'react-dom': `${ROOT}node_modules/react-dom` },
  });
  const module = { exports: {} as { run?: (origin: string) => Promise<Record<string, string>> } };
  new Function('module', 'exports', 'require', outputFiles[0]!.text)(module, module.exports, requireOriginal);
  return module.exports.run!(origin);
}

const ALIAS = {
  '@sitecore-feaas/clientside/react': `${ROOT}compat/dist/react.js`,
  '@sitecore/byoc': `${ROOT}compat/dist/index.js`,
};
const WRAPPERS = {
  'JSS 22.9': '@sitecore-jss/sitecore-jss-react',
  'Content SDK 2.4': '@sitecore-content-sdk/react',
};
for (const [name, specifier] of Object.entries(WRAPPERS))
  test(`${name}: its wrappers build with an alias and print the same`, async () => {
    const code = `
      import * as FEAAS from '@sitecore-feaas/clientside/react';
      import * as SDK from '${specifier}';
      import { createElement as h } from 'react';
      import { renderToString } from 'react-dom/server';
      FEAAS.External.registerComponent(({ title, columnsCount, note }) => h('p', null, title, ' ', typeof columnsCount, ' ', columnsCount, ' ', note), {
        name: 'columns',
        properties: { title: { type: 'string' }, columnsCount: { type: 'number' } },
      });
      FEAAS.registerComponent(({ firstName, count }) => h('b', null, firstName, ' ', typeof count), {
        name: 'hello',
        properties: { firstName: { type: 'string' }, count: { type: 'number' } },
      });
      const params = { LibraryId: 'lib', ComponentId: 'card', ComponentVersion: 'responsive', ComponentRevision: 'published', styles: 'wide ', RenderingIdentifier: 'r1' };
      const fields = { Title: { value: 'From fields' } };
      const byoc = { ComponentName: 'columns', ComponentProps: JSON.stringify({ title: 'T', columnsCount: '3' }), styles: 'narrow ' };
      export async function run(origin) {
        const at = { ...params, ComponentHostName: origin, ComponentDataOverride: JSON.stringify({ url: origin + '/data.json' }) };
        const content = await SDK.fetchFEaaSComponentServerProps(at, ${name.startsWith('JSS') ? 'undefined' : 'true'}, origin + '/components/lib/card/responsive/published');
        const data = await SDK.fetchBYOCComponentServerProps({ ComponentDataOverride: JSON.stringify({ note: { note: 'N' } }) });
        const print = (name, props) => renderToString(h(SDK[name], props));
        return {
          fetched: JSON.stringify(content),
          content: print('FEaaSComponent', { params: at, fields, ...content }),
          wrapper: print('FEaaSWrapper', { params: at, fields, ...content }),
          bare: print('FEaaSComponent', { params: at, revisionFallback: 'published' }),
          incomplete: print('FEaaSComponent', { params: {} }),
          component: print('BYOCComponent', { params: byoc, ...data, rendering: { componentName: 'BYOCComponent', uid: 'u' } }),
          byocWrapper: print('BYOCWrapper', { params: byoc, fields: { columnsCount: { value: '7' } } }),
          missing: print('BYOCComponent', { params: { ComponentName: 'nobody' } }),
          unnamed: print('BYOCComponent', { params: {} }),
          wrong: print('BYOCComponent', { params: { ComponentName: 'columns', ComponentProps: '{' } }),
        };
      }`;
    const [original, ours] = await Promise.all([wrappers(code, {}), wrappers(code, ALIAS)]);
    for (const [part, html] of Object.entries(original))
      assert.equal(
        part === 'fetched' ? ours[part] : normalizeCompatHTML(ours[part]!),
        part === 'fetched' ? html : normalizeCompatHTML(html),
        part,
      );
    assert.match(ours['wrapper']!, /Fetched/);
    assert.match(normalizeCompatHTML(ours['component']!), /T number 3 N/);
  });
