/**
 * The browsers that everything built runs in (README). Their newest common syntax is ES2022. Stencil, Vite and esbuild lower what
 * is newer, except the flags of regular expressions, which need another pattern: that is done here.
 */
import { transformAsync } from '@babel/core';
import unicodeSets from '@babel/plugin-transform-unicode-sets-regex';
import type { Plugin } from 'rollup';

/** The oldest versions that are supported. */
export const BROWSERS = { chrome: 111, edge: 111, firefox: 115, safari: '16.4' } as const;

/** The ECMAScript version whose syntax all of them have. */
export const ECMASCRIPT = 2022;

/** Flags of regular expressions that all of them have. `v` is the newest one: Chrome 112, Firefox 116, Safari 17. */
export const REGEXP_FLAGS = 'dgimsuy';

/** Whether there may be a regular expression with the flag `v`; compiling is slow, and few files have one. */
const MAY_HAVE_V = /\/[a-z]*v[a-z]*\b/;

/** Writes regular expressions with the flag `v` as ones with the flag `u`; every pattern matches the same texts. */
export async function lowerRegExpFlags(code: string): Promise<string> {
  if (!MAY_HAVE_V.test(code)) return code;
  const result = await transformAsync(code, {
    ...{ configFile: false, babelrc: false, sourceType: 'unambiguous', compact: false },
    plugins: [unicodeSets],
  });
  return result?.code ?? code;
}

/** Rollup plugin that lowers the chunks it writes, whoever's code is in them. */
export function lowerRegExps(): Plugin {
  return {
    name: 'feaas-browser-baseline',
    renderChunk: async (code) => ({ code: await lowerRegExpFlags(code), map: null }),
  };
}
