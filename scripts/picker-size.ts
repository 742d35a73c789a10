/**
 * Measures the bytes that a picker loads in addition to an editor, and compares them with a budget. Visitors do not
 * load them.
 */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Maximum bytes after gzip, for each of its two sizes. */
export const PICKER_BUDGET = 120_000;

const FOLDER = 'www';
const STATIC = /(?:from|import)\s*"(\.[^"]+)"/g;
const LATE = /import\(\s*["'`](\.[^"'`]+)["'`]/g;

/** Files that a file needs, including itself and optionally its dynamic imports. Skips files in `known`. */
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

/** Bytes after gzip that a picker loads in addition to the editor and the context. */
export function pickerSizes(): readonly (readonly [what: string, bytes: number])[] {
  const none = new Set<string>();
  const known = new Set(['editor.js', 'context.js'].flatMap((name) => [...files(name, none, false)]));
  return [
    ['ready', weight(files('picker.js', known, false))],
    ['with all modes, languages and libraries', weight(files('picker.js', known, true))],
  ];
}
