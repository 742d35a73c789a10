/** Repeats imports of the kit's own modules that fail, as a host may be down or busy for a moment (E14). */

/** Milliseconds before each repetition. A failed import is a file that its host has: a short outage, or a deployment. */
export const IMPORT_RETRY_DELAYS: readonly number[] = [300, 1200, 4800];

/**
 * Imports a module, and again with backoff when that fails. The builds for pages see to it that each repetition has another URL
 * (`scripts/fresh-imports.ts`).
 * @throws the error of the last repetition.
 */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (const delay of IMPORT_RETRY_DELAYS)
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  return load();
}
