/**
 * `head.html`: the tags a page copies, so that the browser asks for every file of the first paint as early as it helps. What asks
 * for templates comes first and alone; what paints them is asked for while it comes, by a script of one line, and arrives before
 * they do.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

const SCRIPT = 'feaas.esm.js';
const imports = (code: string): string[] =>
  [...code.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map(([, name]) => name!);
const PAINTING = /\.painting\s*=\s*\(\)\s*=>\s*import\("\.\/([^"]+)"\)/;

/** A file and all that it imports statically. */
function withImports(folder: string, name: string, found = new Set<string>()): Set<string> {
  if (!found.has(name)) {
    found.add(name);
    for (const each of imports(readFileSync(`${folder}/${name}`, 'utf8'))) withImports(folder, each, found);
  }
  return found;
}

/** The file that paints, as those name it that load it. */
function paintingFile(folder: string): string {
  for (const name of withImports(folder, SCRIPT)) {
    const [, file] = PAINTING.exec(readFileSync(`${folder}/${name}`, 'utf8')) ?? [];
    if (file) return file;
  }
  throw new Error(`${folder}: nothing loads the part "painting".`);
}

/** The script of one line that asks for it, and its name. */
function ahead(folder: string): readonly [name: string, line: string] {
  const line = `import("./${paintingFile(folder)}");\n`;
  return [`p-${createHash('sha256').update(line).digest('base64url').slice(0, 8)}.js`, line];
}

/** Writes that script. */
export function writeAhead(folder: string): void {
  const [name, line] = ahead(folder);
  writeFileSync(`${folder}/${name}`, line);
}

/** Files that the component's element needs: the script, what it imports, what asks for the rest ahead, the rest. */
export function firstPaintFiles(folder: string): string[] {
  const found = withImports(folder, SCRIPT);
  found.add(ahead(folder)[0]);
  return [...withImports(folder, paintingFile(folder), found)];
}

/** Script tags and modulepreload links, one a line; the first is the only one that is needed. */
export function headTags(folder: string, base: string): string {
  const [script, ...rest] = withImports(folder, SCRIPT);
  return [
    `<script type="module" src="${base}${script}"></script>`,
    `<script type="module" async src="${base}${ahead(folder)[0]}"></script>`,
    ...rest.map((name) => `<link rel="modulepreload" href="${base}${name}">`),
  ].join('\n');
}
