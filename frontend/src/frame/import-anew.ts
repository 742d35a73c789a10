/** Parts that are loaded when they are needed: one that failed is asked for anew the next time. */

/** How often each has failed, by the text of its import. */
const failures = new Map<string, number>();
const PATH = /import\(\s*["'`](\.[^"'`]+)["'`]/;

/**
 * Stands around each `import()` of what is built (`vite.config.ts`). Browsers may remember a module that failed, by its URL:
 * then it is asked for by another one.
 * @param load the import; its text names the file, and all files that come later are in one folder.
 */
export function importAnew<Module>(load: () => Promise<Module>): Promise<Module> {
  const text = String(load);
  const failed = failures.get(text) ?? 0;
  const path = failed > 0 ? PATH.exec(text)?.[1] : undefined;
  const loading = path ? (import(/* @vite-ignore */ `${path}?retry=${failed}`) as Promise<Module>) : load();
  loading.catch(() => failures.set(text, failed + 1));
  return loading;
}
