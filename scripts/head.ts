/** `head.html`: the tags a page copies, so that the browser requests every file of the first render at once. */
import { readFileSync } from 'node:fs';

const SCRIPT = 'feaas.esm.js';
const imports = (code: string): string[] =>
  [...code.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map(([, name]) => name!);

/** A file and all that it imports statically. */
function withImports(folder: string, name: string, found = new Set<string>()): Set<string> {
  if (!found.has(name)) {
    found.add(name);
    for (const each of imports(readFileSync(`${folder}/${name}`, 'utf8'))) withImports(folder, each, found);
  }
  return found;
}

/** The file that has the class of `feaas-component`, as the script names it. */
function componentFile(folder: string): string {
  const script = readFileSync(`${folder}/${SCRIPT}`, 'utf8');
  const [, name] = /\["(p-[^"]+)",\[\[\d+,"feaas-component"/.exec(script) ?? [];
  if (!name) throw new Error(`${folder}/${SCRIPT} names no file for feaas-component.`);
  return `${name}.entry.js`;
}

/** Files that `feaas-component` needs: the script, what it imports, the element and what that imports. */
export function firstRenderFiles(folder: string): string[] {
  return [...withImports(folder, componentFile(folder), withImports(folder, SCRIPT))];
}

/** Script tag and modulepreload links, one a line; the first is the only one that is needed. */
export function headTags(folder: string, base: string): string {
  const [script, ...rest] = firstRenderFiles(folder);
  return [
    `<script type="module" src="${base}${script}"></script>`,
    ...rest.map((name) => `<link rel="modulepreload" href="${base}${name}">`),
  ].join('\n');
}
