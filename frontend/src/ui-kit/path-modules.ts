/** Filters and descendants in data paths, for the scripts of the frontend host, which have lazily loaded modules of their own. */
import { loadModule, moduleLoaders } from '../../../src/utils/scheduling/lazy-modules';

/** Loads what reads filters and descendant segments, in either language. */
export async function loadPathModules(): Promise<void> {
  moduleLoaders.advancedPaths ??= () => import('../../../src/utils/path/advanced');
  moduleLoaders.javascriptPaths ??= () => import('../../../src/utils/path/javascript-paths');
  moduleLoaders.rfc9535Paths ??= () => import('../../../src/utils/path/rfc9535-paths');
  await Promise.all([loadModule('advancedPaths'), loadModule('javascriptPaths'), loadModule('rfc9535Paths')]);
}
