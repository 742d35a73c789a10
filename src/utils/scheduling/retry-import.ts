/** Retries failed imports of the kit's own modules, because a host may be down or busy for a moment (E14). */

/** Milliseconds before each retry. The file exists on its host, so the cause is a short outage or a deployment. */
export const IMPORT_RETRY_DELAYS: readonly number[] = [300, 1200, 4800];

/**
 * Imports a module, with retries and backoff. Builds for pages give each retry another URL
 * (`scripts/fresh-imports.ts`).
 * @throws the error of the last retry.
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
