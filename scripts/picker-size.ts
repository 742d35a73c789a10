/** What a picker weighs beyond what an editor has loaded, held against its budget: nothing of it is a visitor's. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Bytes after gzip, of each of its sizes. */
export const PICKER_BUDGET = 120_000;

const FOLDER = 'www';
const STATIC = /(?:from|import)\s*"(\.[^"]+)"/g;
const LATE = /import\(\s*["'`](\.[^"'`]+)["'`]/g;

/** Files that one needs, itself included; what it asks for later too, if that is wanted. What is in `known` is not looked at. */
function files(name: string, known: ReadonlySet<string>, late: boolean, into = new Set<string>()): Set<string> {
  if (into.has(name) || known.has(name)) return into;
  into.add(name);
  const code = readFileSync(join(FOLDER, name), 'utf8');
  for (const kind of late ? [STATIC, LATE] : [STATIC])
    for (const [, path] of code.matchAll(kind)) files(join(dirname(name), path!), known, late, into);
  return into;
}

const weight = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(FOLDER, name)), { level: 9 }).length, 0);

/** What it loads beyond the editor and the context, each in bytes after gzip. */
export function pickerSizes(): readonly (readonly [what: string, bytes: number])[] {
  const none = new Set<string>();
  const known = new Set(['editor.js', 'context.js'].flatMap((name) => [...files(name, none, false)]));
  return [
    ['ready', weight(files('picker.js', known, false))],
    ['with all modes, languages and libraries', weight(files('picker.js', known, true))],
  ];
}
