/**
 * Browsers may cache by URL that a module failed to load: Firefox never requests it again. So in builds for pages, a
 * failed import is retried with another URL (E14). The importing code decides when
 * (`src/utils/scheduling/retry-import.ts`).
 */
import type { Plugin } from 'rollup';

/**
 * Inserted at the top of each chunk with such imports. Counts the failures of each import, and passes a different query
 * each time.
 */
const FRESH_IMPORT = `const importFailures = {};
const freshImport = (name, load) =>
  load(importFailures[name] ? '?retry=' + importFailures[name] : '').catch((error) => {
    importFailures[name] = (importFailures[name] || 0) + 1;
    throw error;
  });
`;

/**
 * Rollup plugin for imports between own modules; imports in dependencies are not changed.
 * @param isOwn whether the module with an id is own code
 * @param isForPages whether a build with these module ids is loaded by pages directly
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

/** A short name of a module that does not depend on the location of the repository. */
const nameOf = (id: string): string => /([^/\\]+)\.\w+(?:\?|$)/.exec(id)?.[1] ?? 'module';
