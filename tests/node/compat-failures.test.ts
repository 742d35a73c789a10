/** What the compatibility package does with content that can not load, and with ids that objects have as names. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
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

test('ids that objects have as names are not registered', () => {
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
