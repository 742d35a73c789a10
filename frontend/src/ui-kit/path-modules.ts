/** Registers lazy modules for filters and descendants in data paths, for the frontend's scripts, which have their own bundle. */
import { loadModule, moduleLoaders } from '../../../src/utils/scheduling/lazy-modules';

/** Loads the modules for filters and descendant segments, in both path languages. */
export async function loadPathModules(): Promise<void> {
  moduleLoaders.advancedPaths ??= () => import('../../../src/utils/path/advanced');
  moduleLoaders.javascriptPaths ??= () => import('../../../src/utils/path/javascript-paths');
  moduleLoaders.rfc9535Paths ??= () => import('../../../src/utils/path/rfc9535-paths');
  await Promise.all([loadModule('advancedPaths'), loadModule('javascriptPaths'), loadModule('rfc9535Paths')]);
}
