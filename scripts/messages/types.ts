/** The types of the catalogs: their keys, and the names and types of each message's values. */
import { writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { CATALOGS, readCatalog, valuesOf, type CatalogFile } from './catalogs';

const ROOT = new URL('../..', import.meta.url).pathname;
const HEADER = '/** Made by `npm run messages`; do not edit. */\n';

/** The import specifier of a module in another file. */
const specifier = (from: string, to: string): string => {
  const path = relative(dirname(from), to).replace(/\.ts$/, '');
  return path.startsWith('.') ? path : `./${path}`;
};

function interfaceOf(catalog: CatalogFile): string {
  const rows = [...valuesOf(readCatalog(catalog))].map(([key, values]) => {
    const members = [...values].map(([name, kind]) => `readonly ${name}: ${kind}`);
    return `  readonly ${/^[a-z]\w*$/i.test(key) ? key : `'${key}'`}: ${members.length ? `{ ${members.join('; ')} }` : 'undefined'};`;
  });
  return `export interface ${catalog.type} {\n${rows.join('\n')}\n}\n`;
}

/** The generated files of a catalog, by their paths relative to the root. */
export function typeFilesOf(catalog: CatalogFile): ReadonlyMap<string, string> {
  const { file, type, typeFile } = catalog;
  const declaration = file.replace(/\.json$/, '.d.json.ts');
  const imports = [
    ...(typeFile ? [`import type { ${type} } from '${specifier(file, typeFile)}';\n`] : []),
    `import type { Catalog } from '${specifier(file, 'frontend/src/ui-kit/messages.ts')}';\n`,
  ];
  const value = `declare const catalog: Catalog<${type}>;\nexport default catalog;\n`;
  return new Map([
    [declaration, `${HEADER}${imports.join('')}\n${typeFile ? '' : `${interfaceOf(catalog)}\n`}${value}`],
    ...(typeFile ? [[typeFile, HEADER + interfaceOf(catalog)] as const] : []),
  ]);
}

/** Writes the generated files of all catalogs. */
export function writeMessageTypes(): void {
  for (const catalog of CATALOGS)
    for (const [path, text] of typeFilesOf(catalog)) writeFileSync(join(ROOT, path), text);
}
