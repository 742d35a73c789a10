/** The compatibility package with content that fails to load, and with ids that are names of object members. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test, type TestContext } from 'node:test';
import { build } from 'esbuild';
import type { createElement, ElementType, ReactElement } from 'react';

const ROOT = new URL('../../', import.meta.url).pathname;
const requireHere = createRequire(`${ROOT}package.json`);

test('content whose module fails to load reaches the error boundary, and loads once', { timeout: 20_000 }, async () => {
  const { outputFiles } = await build({
    entryPoints: [`${ROOT}compat/src/content.ts`],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    packages: 'external',
    plugins: [
      {
        name: 'failing-nodes',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^#/ }, ({ path }) => ({ path, namespace: 'own' }));
          onLoad({ filter: /.*/, namespace: 'own' }, ({ path }) => ({
            resolveDir: ROOT,
            contents:
              path === '#nodes'
                ? `exports.nodesOfTemplate = () => (globalThis.loads++ > 5 ? [] : Promise.reject(new Error('No module')));`
                : path === '#graph'
                  ? 'exports.isReactServer = false;'
                  : path === '#owner'
                    ? 'exports.owner = {};'
                    : `module.exports = require('feaas-kit');`,
          }));
        },
      },
    ],
  });
  const counts = globalThis as { loads?: number };
  counts.loads = 0;
  const module = { exports: {} as { Component: ElementType } };

  new Function('module', 'exports', 'require', outputFiles[0]!.text)(module, module.exports, requireHere);
  const { createElement: h } = requireHere('react') as { createElement: typeof createElement };
  const { renderToReadableStream } = requireHere('react-dom/server') as {
    renderToReadableStream: (
      element: ReactElement,
      options: object,
    ) => Promise<ReadableStream & { allReady: Promise<void> }>;
  };
  const errors: string[] = [];
  const stream = await renderToReadableStream(
    h(module.exports.Component, { template: '<b>1</b>', renderNode: () => null }),
    { onError: (error: Error) => void errors.push(error.message) },
  );
  await stream.allReady;
  assert.deepEqual([errors, counts.loads], [['No module'], 1]);
  delete counts.loads;
});

test('ids that are names of object members are not registered', () => {
  const { getComponent, getDatasource, BYOCDataTypes } = requireHere('feaas-kit-compat') as {
    getComponent: (id: string) => unknown;
    getDatasource: (id: string) => unknown;
    BYOCDataTypes: Record<string, unknown>;
  };
  for (const id of ['constructor', '__proto__', 'toString', 'hasOwnProperty'])
    assert.deepEqual(
      [id, getComponent(id), getDatasource(id), BYOCDataTypes[id]],
      [id, undefined, undefined, undefined],
    );
});

/** Loads the compatibility package, with a function that renders with React. */
const compat = (): {
  Compat: Record<string, ElementType>;
  h: typeof createElement;
  print: (element: ReactElement) => string;
} => ({
  Compat: requireHere('feaas-kit-compat/react') as Record<string, ElementType>,
  h: (requireHere('react') as { createElement: typeof createElement }).createElement,
  print: (requireHere('react-dom/server') as { renderToStaticMarkup: (element: ReactElement) => string })
    .renderToStaticMarkup,
});

interface Cyclic {
  a: number;
  self?: Cyclic;
}
const cyclic = (): Cyclic => {
  const value: Cyclic = { a: 1 };
  value.self = value;
  return value;
};

test('a cyclic property reaches its component, and does not become an attribute', () => {
  const { Compat, h, print } = compat();
  const register = Compat['registerComponent'] as unknown as (component: unknown, options: object) => void;
  register(({ value }: { value: Cyclic }) => h('i', null, value.self!.self!.a), {
    name: 'cyclic',
    properties: { value: { type: 'object' } },
  });
  const html = print(h(Compat['ExternalComponent']!, { componentName: 'cyclic', value: cyclic(), text: 'b' }));
  assert.match(html, /^<feaas-external data-external-id="cyclic" text="b"[^>]*><i>1<\/i><\/feaas-external>$/);
  // A component that is registered only in pages.
  print(h(Compat['ExternalComponent']!, { componentName: 'later', value: cyclic() }));
});

test('§5: cyclic data is logged and counts as empty', (t) => {
  const said: string[] = [];
  t.mock.method(console, 'error', (message: string) => void said.push(message));
  const { Compat, h, print } = compat();
  for (const more of [{}, { renderNode: () => undefined }]) {
    const data = { b: cyclic() };
    assert.match(print(h(Compat['Component']!, { template: '<b data-path="b.a">x</b>', data, ...more })), />x<\/b>/);
    assert.match(said.pop()!, /^\[feaas\] <Component>: data is not JSON and counts as empty\. Correct it: /);
  }
  assert.deepEqual(said, []);
});

test('data with a BigInt, a Date or a URL renders as in a page, also in an attribute', (t) => {
  const said: string[] = [];
  t.mock.method(console, 'error', (message: string) => void said.push(message));
  const { Compat, h, print } = compat();
  const data = {
    big: 9007199254740993n,
    deep: { list: [{ big: 2n }] },
    date: new Date(0),
    url: new URL('https://shop.example/'),
  };
  const paths = ['big', 'deep.list[0].big', 'date', 'url'];
  const template = paths.map((path) => `<b data-path="${path}">x</b>`).join('');
  for (const more of [{}, { renderNode: () => undefined }]) {
    const html = print(h(Compat['Component']!, { template, data, ...more }));
    assert.deepEqual(
      [...html.matchAll(/<b [^>]*>([^<]*)<\/b>/g)].map(([, text]) => text),
      ['9007199254740993', '2', '1970-01-01T00:00:00.000Z', 'https://shop.example/'],
    );
    const [, attribute] = / data="([^"]*)"/.exec(html)!;
    assert.equal(
      attribute!.replaceAll('&quot;', '"'),
      '{"big":"9007199254740993","deep":{"list":[{"big":"2"}]},"date":"1970-01-01T00:00:00.000Z","url":"https://shop.example/"}',
    );
  }
  const external = print(h(Compat['ExternalComponent']!, { componentName: 'later', value: { big: 1n } }));
  assert.match(external, / value="{&quot;big&quot;:&quot;1&quot;}"/);
  assert.deepEqual(said, []);
});

/** Returns the HTML that a server renders for content with replaceable nodes, and the messages of React and the package. */
function replaced(t: TestContext, template: string, data?: unknown): [html: string, said: string[]] {
  const said: string[] = [];
  t.mock.method(console, 'error', (message: string) => void said.push(message));
  const { Compat, h, print } = compat();
  const html = print(h(Compat['Component']!, { template, data, renderNode: () => undefined }));
  return [/<feaas-component[^>]*>([^]*)<\/feaas-component>/.exec(html)![1]!, said];
}

test('§5: data of replaced content that is not JSON is logged and counts as empty', (t) => {
  const template = '<b data-path="a">x</b>';
  const [html, said] = replaced(t, template, '{"a": 1');
  assert.equal(html, template);
  assert.equal(said.length, 1);
  assert.match(said[0]!, /^\[feaas\] <Component>: data is not JSON and counts as empty\. Correct it: /);
  assert.deepEqual(replaced(t, template, ''), [template, []]);
  assert.deepEqual(replaced(t, template, '{"a": 1}'), ['<b data-path="a">1</b>', []]);
});

test('visitors can change fields of replaced content, and attributes with a meaning in React are harmless', (t) => {
  const fields = '<input value="a"/><input type="checkbox" checked="" value="b"/>';
  assert.deepEqual(replaced(t, `${fields}<p ref="x" key="y" children="z" id="p">1</p>`), [
    `${fields}<p id="p">1</p>`,
    [],
  ]);
});

test('editable inputs get the value as their default value; all others keep it', async () => {
  const { elementNode, toReact } =
    (await import('../../compat/src/html-node')) as typeof import('../../compat/src/html-node');
  const propsOf = (type: string): Record<string, unknown> => {
    const attributes = Object.entries({ type, value: 'Send', name: 'go' }).map(([name, value]) => ({ name, value }));
    const [element] = toReact([elementNode('input', attributes, [])], undefined, () => null);
    return (element as ReactElement<Record<string, unknown>>).props;
  };
  for (const type of ['submit', 'RESET', 'button', 'image', 'hidden', 'checkbox', 'radio'])
    assert.deepEqual([propsOf(type)['value'], propsOf(type)['defaultValue']], ['Send', undefined], type);
  for (const type of ['text', 'search', 'number', ''])
    assert.deepEqual([propsOf(type)['value'], propsOf(type)['defaultValue']], [undefined, 'Send'], type);
});

test('renderNode and components that replace elements get `hidden` unchanged', async () => {
  const { elementNode, implementations, toReact } =
    (await import('../../compat/src/html-node')) as typeof import('../../compat/src/html-node');
  const node = elementNode('p', [{ name: 'hidden', value: 'until-found' }], []);
  const given: unknown[] = [];
  const renderNode = (_node: unknown, attributes: unknown): undefined => void given.push(attributes);
  const show = (): Record<string, unknown> => {
    const [element] = toReact([node], renderNode, () => null);
    return (element as ReactElement<Record<string, unknown>>).props;
  };
  assert.equal(show()['HIDDEN'], 'until-found');
  const Own = (): null => null;
  implementations.set('p', Own);
  assert.equal(show()['hidden'], 'until-found');
  implementations.delete('p');
  assert.deepEqual(given, [{ hidden: 'until-found' }, { hidden: 'until-found' }]);
});
