/**
 * Plugins for imports of message catalogs in builds of Vite and esbuild. Importing `editor.json` provides a function
 * per language, which loads only the compiled messages of that language.
 */
import { dirname, resolve } from 'node:path';
import type { Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin } from 'rollup';
import { CATALOGS, LANGUAGES, compileLanguage, pathOf, readCatalog, type CatalogFile, type Language } from './catalogs';

/** A module that is generated from a catalog: the loaders of its languages, or one of the languages. */
interface CatalogModule {
  readonly catalog: CatalogFile;
  readonly language?: Language;
}

const catalogId = (catalog: CatalogFile): string => pathOf(catalog).replace(/\.json$/, '.catalog.js');
const languageId = (catalog: CatalogFile, language: Language): string =>
  pathOf(catalog).replace(/\.json$/, `.${language}.js`);

/** The modules by their ids, which are not files. */
const MODULES: ReadonlyMap<string, CatalogModule> = new Map(
  CATALOGS.flatMap((catalog) => [
    [catalogId(catalog), { catalog }] as const,
    ...LANGUAGES.map((language) => [languageId(catalog, language), { catalog, language }] as const),
  ]),
);

/** The id of the module for an import. */
function resolveModule(source: string, folder: string): string | undefined {
  if (MODULES.has(source)) return source;
  const path = source.endsWith('.json') ? resolve(folder, source) : undefined;
  const catalog = CATALOGS.find((each) => pathOf(each) === path);
  return catalog && catalogId(catalog);
}

/** @throws Error with all problems of the catalog. */
function codeOf({ catalog, language }: CatalogModule): string {
  const messages = readCatalog(catalog);
  if (language) return compileLanguage(messages, language);
  const imports = LANGUAGES.map((each) => `${each}: () => import(${JSON.stringify(languageId(catalog, each))})`);
  return `export default { ${imports.join(', ')} };`;
}

/** For Vite and Rollup. */
export const messageCatalogs = (): Plugin & { enforce: 'pre' } => ({
  name: 'feaas-message-catalogs',
  // Must run before Vite's own JSON plugin.
  enforce: 'pre',
  resolveId: (source, importer) => (importer ? resolveModule(source, dirname(importer)) : undefined),
  load(id) {
    const found = MODULES.get(id);
    if (!found) return undefined;
    this.addWatchFile(pathOf(found.catalog));
    return codeOf(found);
  },
});

/** For esbuild. */
export const esbuildMessageCatalogs = (): EsbuildPlugin => ({
  name: 'feaas-message-catalogs',
  setup(build) {
    build.onResolve({ filter: /\.(?:json|js)$/ }, ({ path, resolveDir }) => {
      const id = resolveModule(path, resolveDir);
      return id ? { path: id, namespace: 'messages' } : undefined;
    });
    build.onLoad({ filter: /./, namespace: 'messages' }, ({ path: id }) => {
      const found = MODULES.get(id)!;
      const path = pathOf(found.catalog);
      return { contents: codeOf(found), resolveDir: dirname(path), watchFiles: [path] };
    });
  },
});
