/** Sites and components of other frameworks, whose packages are installed when a journey asks for them. */
import { packagesIn } from '../../scripts/folders';

export const FRAMEWORKS = ['vue', 'svelte', 'angular'] as const;
export type Framework = (typeof FRAMEWORKS)[number];

/** Files of a framework's site, by their names; `app.js` is its script. */
export async function buildSite(framework: Framework): Promise<ReadonlyMap<string, string>> {
  packagesIn('tests/frameworks');
  const sites = (await import('../frameworks/sites' as string)) as { buildSite: typeof buildSite };
  return sites.buildSite(framework);
}

/** Files of a site of Angular whose sources are given by their names, `main.ts` first. */
export async function buildAngular(sources: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  packagesIn('tests/frameworks');
  const sites = (await import('../frameworks/sites' as string)) as { buildAngular: typeof buildAngular };
  return sites.buildAngular(sources);
}

/** Writes `frameworks.js`, the script of a site that has components of its own, into a folder that is served. */
export async function bundleFrameworks(folder: string): Promise<void> {
  packagesIn('tests/frameworks');
  const page = (await import('../frameworks/page' as string)) as { bundleFrameworks: typeof bundleFrameworks };
  await page.bundleFrameworks(folder);
}
