/** `head.html`: the tags a page copies, so that the browser asks for every file of the first paint at once. */
import { readFileSync } from 'node:fs';

const imports = (code: string): string[] =>
  [...code.matchAll(/(?:from|import)\s*"\.\/([^"]+)"/g)].map(([, name]) => name!);

/** Files that the component's element needs, each before those that import it last. */
export function firstPaintFiles(folder: string): string[] {
  const found = new Set<string>();
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    imports(readFileSync(`${folder}/${name}`, 'utf8')).forEach(add);
  };
  add('feaas.esm.js');
  return [...found];
}

/** Script tag and modulepreload links, one a line. */
export function headTags(folder: string, base: string): string {
  const [script, ...rest] = firstPaintFiles(folder);
  return [
    `<script type="module" src="${base}${script}"></script>`,
    ...rest.map((name) => `<link rel="modulepreload" href="${base}${name}">`),
  ].join('\n');
}
