/** Filters and descendants in data paths, for the scripts of the frontend host, which have lazily loaded modules of their own. */
import { loadModule, moduleLoaders } from '../../../src/utils/scheduling/lazy-modules';

/** Loads what reads filters and descendant segments. */
export async function loadAdvancedPaths(): Promise<void> {
  moduleLoaders.advancedPaths ??= () => import('../../../src/utils/path/advanced');
  await loadModule('advancedPaths');
}
