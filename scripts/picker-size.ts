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
const DYNAMIC = /import\(\s*["'`](\.[^"'`]+)["'`]/g;

/** Files that a file needs, including itself and optionally its dynamic imports. Skips files in `excluded`. */
function filesOf(
  name: string,
  excluded: ReadonlySet<string>,
  hasDynamic: boolean,
  into = new Set<string>(),
): Set<string> {
  if (into.has(name) || excluded.has(name)) return into;
  into.add(name);
  const code = readFileSync(join(FOLDER, name), 'utf8');
  for (const kind of hasDynamic ? [STATIC, DYNAMIC] : [STATIC])
    for (const [, path] of code.matchAll(kind)) filesOf(join(dirname(name), path!), excluded, hasDynamic, into);
  return into;
}

const weight = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(FOLDER, name)), { level: 9 }).length, 0);

/** Bytes after gzip that a picker loads in addition to the editor and the context. */
export function pickerSizes(): readonly (readonly [what: string, bytes: number])[] {
  const empty = new Set<string>();
  const editorFiles = new Set(['editor.js', 'context.js'].flatMap((name) => [...filesOf(name, empty, false)]));
  return [
    ['ready', weight(filesOf('picker.js', editorFiles, false))],
    ['with all modes, languages and libraries', weight(filesOf('picker.js', editorFiles, true))],
  ];
}
