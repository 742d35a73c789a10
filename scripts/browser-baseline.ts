/**
 * The minimum browser versions for all builds (README). Their newest common syntax is ES2022. Stencil, Vite and esbuild
 * lower newer syntax, except flags of regular expressions, which need another pattern. This module lowers those.
 */
import { transformAsync } from '@babel/core';
import unicodeSets from '@babel/plugin-transform-unicode-sets-regex';
import type { Plugin } from 'rollup';

/** The oldest supported versions. */
export const BROWSERS = { chrome: 111, edge: 111, firefox: 115, safari: '16.4' } as const;

/** The ECMAScript version that all of them support. */
export const ECMASCRIPT = 2022;

/** Regular expression flags that all of them support. `v` is newer: Chrome 112, Firefox 116, Safari 17. */
export const REGEXP_FLAGS = 'dgimsuy';

/** Whether a regular expression with the flag `v` may occur. Compiling is slow, and few files have one. */
const MAY_HAVE_V = /\/[a-z]*v[a-z]*\b/;

/** Replaces regular expressions with the flag `v` by equivalent ones with the flag `u`. */
export async function lowerRegExpFlags(code: string): Promise<string> {
  if (!MAY_HAVE_V.test(code)) return code;
  const result = await transformAsync(code, {
    ...{ configFile: false, babelrc: false, sourceType: 'unambiguous', compact: false },
    plugins: [unicodeSets],
  });
  return result?.code ?? code;
}

/** Rollup plugin that lowers all chunks it writes, including those with third-party code. */
export function lowerRegExps(): Plugin {
  return {
    name: 'feaas-browser-baseline',
    renderChunk: async (code) => ({ code: await lowerRegExpFlags(code), map: null }),
  };
}
