/**
 * Browsers may remember that a module failed to load, by its URL: Firefox never requests it again. In the builds that pages load
 * as they are, an import that failed is therefore repeated under another URL (E14). When it is repeated is decided by the code
 * that imports (`src/utils/scheduling/retry-import.ts`).
 */
import type { Plugin } from 'rollup';

/** Stands at the top of each chunk that has such imports: counts the failures of each, and passes a query that differs each time. */
const FRESH_IMPORT = `const importFailures = {};
const freshImport = (name, load) =>
  load(importFailures[name] ? '?retry=' + importFailures[name] : '').catch((error) => {
    importFailures[name] = (importFailures[name] || 0) + 1;
    throw error;
  });
`;

/**
 * Rollup plugin. Imports of our own modules alone: how a dependency imports is its own business.
 * @param isOwn whether a module, by its id, is ours.
 * @param isForPages whether a build, by the ids of its modules, is one that pages load as it is.
 */
export function freshImports(
  isOwn: (id: string) => boolean,
  isForPages: (ids: Iterable<string>) => boolean = () => true,
): Plugin {
  return {
    name: 'feaas-fresh-imports',
    renderDynamicImport({ moduleId, targetModuleId }) {
      if (!targetModuleId || !isOwn(moduleId) || !isOwn(targetModuleId) || !isForPages(this.getModuleIds()))
        return null;
      return { left: `freshImport(${JSON.stringify(nameOf(targetModuleId))}, (query) => import(`, right: ' + query))' };
    },
    intro(chunk) {
      const imports = chunk.moduleIds
        .filter(isOwn)
        .some((id) => this.getModuleInfo(id)?.dynamicallyImportedIds.some(isOwn));
      return imports && isForPages(this.getModuleIds()) ? FRESH_IMPORT : '';
    },
  };
}

/** A short name of a module, which is the same on every machine. */
const nameOf = (id: string): string => /([^/\\]+)\.\w+(?:\?|$)/.exec(id)?.[1] ?? 'module';
