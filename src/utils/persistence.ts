/**
 * The lazily loaded module `persistence`. It also contains the restoring of stylesheets and the shortcut of the
 * inspector, which only pages need, after the first render.
 */
import { keepStylesheets } from './delivery/keep-stylesheets';
import { Persistence } from './delivery/persistence';
import { resourceStore } from './delivery/resource-store';
import { loadModule, moduleLoaders, type ModuleName } from './scheduling/lazy-modules';
import { requirementsOf } from './template/requirements';

/** The page's cache across visits, with its revalidation. */
export const persistence = new Persistence(resourceStore, {
  requirementsOf,
  loadRequirement: (name) => {
    // Another version of the kit may have written the name.
    if (name in moduleLoaders) loadModule(name as ModuleName).catch(() => {});
  },
});

keepStylesheets();

const inspect = (): void => void import('./inspect/open').then(({ toggleInspector }) => toggleInspector());

addEventListener('keydown', (event) => {
  if (event.code === 'KeyI' && event.ctrlKey && event.altKey && event.shiftKey) inspect();
});
if (location.href.includes('feaasDebug')) inspect();
