/** Sites and components of other frameworks. Their packages are installed when a journey first needs them. */
import { packagesIn } from '../../scripts/folders';

export const FRAMEWORKS = ['vue', 'svelte', 'angular'] as const;
export type Framework = (typeof FRAMEWORKS)[number];

/** Builds a framework's site. Returns its files by name; `app.js` is its script. */
export async function buildSite(framework: Framework): Promise<ReadonlyMap<string, string>> {
  packagesIn('tests/frameworks');
  const sites = (await import('../frameworks/sites' as string)) as { buildSite: typeof buildSite };
  return sites.buildSite(framework);
}

/** Builds an Angular site. @param sources by file name, `main.ts` first @returns the built files by name */
export async function buildAngular(sources: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  packagesIn('tests/frameworks');
  const sites = (await import('../frameworks/sites' as string)) as { buildAngular: typeof buildAngular };
  return sites.buildAngular(sources);
}

/** Writes `frameworks.js`, the script of a site with its own components, into a served folder. */
export async function bundleFrameworks(folder: string): Promise<void> {
  packagesIn('tests/frameworks');
  const page = (await import('../frameworks/page' as string)) as { bundleFrameworks: typeof bundleFrameworks };
  await page.bundleFrameworks(folder);
}
