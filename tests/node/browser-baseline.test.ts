/** Built scripts only use syntax that the oldest supported browsers have (README). */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { parse, type Options } from 'acorn';
import { BROWSERS, ECMASCRIPT, REGEXP_FLAGS, lowerRegExpFlags } from '../../scripts/browser-baseline';

const ROOT = new URL('../../', import.meta.url).pathname;

/** Folders with built files: for pages, for bundlers, for servers, and the React package. */
const FOLDERS = ['www', 'dist/components', 'dist/server', 'react-wrapper/dist'];

function scriptsIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(path).isDirectory()) return scriptsIn(path);
    return /\.[cm]?js$/.test(name) ? [path] : [];
  });
}

/** Returns the syntax of a script that the baseline does not have. */
function problems(code: string): string[] {
  const found: string[] = [];
  const options: Options = {
    ecmaVersion: ECMASCRIPT,
    sourceType: 'module',
    allowHashBang: true,
    onToken(token) {
      if (token.type.label !== 'regexp') return;
      const { flags, pattern } = (token as unknown as { value: { flags: string; pattern: string } }).value;
      const unknown = [...flags].filter((flag) => !REGEXP_FLAGS.includes(flag));
      if (unknown.length) found.push(`flag ${unknown.join('')} of /${pattern}/`);
      // Pattern modifiers came with ES2025. Lookbehind is part of the baseline since Safari 16.4.
      if (/\(\?[ims]*-?[ims]+:/.test(pattern)) found.push(`modifiers in /${pattern}/`);
    },
  };
  try {
    parse(code, options);
  } catch (error) {
    found.push((error as Error).message);
  }
  for (const [text, flags] of code.matchAll(/\bRegExp\((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'),\s*["']([a-z]*)["']\)/g))
    if ([...flags!].some((flag) => !REGEXP_FLAGS.includes(flag))) found.push(text.slice(0, 80));
  return found;
}

test('the check reports syntax that is newer than the baseline', () => {
  assert.deepEqual(problems('export const a = /[a-z]/v;').length > 0, true);
  assert.deepEqual(problems('a = new RegExp("x", "gv")').length, 1);
  assert.ok(problems('const { a } = b; using c = a;').length);
  assert.ok(problems('/(?i:a)b/').length);
  assert.deepEqual(
    problems('a ??= await import("./b.js"); class C { static { this.#d = 1 } static #d } /(?<=a)b/gu'),
    [],
  );
});

test('a regular expression with the flag v is written with the flag u, and matches the same texts', async () => {
  const code = String.raw`export default [/^(-?\d*):(-?\d*)$/v, /[\w$\-]+\([^\)]*\)/gv, /\p{L}/v, 1 / 2 / 3];`;
  const lowered = await lowerRegExpFlags(code);
  assert.deepEqual([problems(code).length > 0, problems(lowered)], [true, []]);
  const url = (text: string): string => `data:text/javascript,${encodeURIComponent(text)}`;
  const { default: before } = (await import(url(code))) as { default: RegExp[] };
  const { default: after } = (await import(url(lowered))) as { default: RegExp[] };
  for (const text of ['1:-2', 'a', 'name(x)', 'é', '', '-'])
    for (const at of [0, 1, 2])
      assert.deepEqual([...(text.match(after[at]!) ?? [])], [...(text.match(before[at]!) ?? [])]);
});

for (const folder of FOLDERS) {
  test(`every script in ${folder} is ES${ECMASCRIPT}`, () => {
    const scripts = scriptsIn(join(ROOT, folder));
    assert.ok(scripts.length, 'there are scripts');
    for (const path of scripts) assert.deepEqual(problems(readFileSync(path, 'utf8')), [], relative(ROOT, path));
  });
}

test('the README names the browsers of the baseline', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  for (const [name, version] of Object.entries(BROWSERS))
    assert.match(readme, new RegExp(`${name}\\W+${version}`, 'i'));
});
