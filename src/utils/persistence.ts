/**
 * The lazily loaded module `persistence`, and beside it what keeps stylesheets in the page, and the way to the inspector: all are a page's,
 * and behind its first render.
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
    // An older or newer kit may have written it.
    if (name in moduleLoaders) loadModule(name as ModuleName).catch(() => {});
  },
});

keepStylesheets();

const inspect = (): void => void import('./inspect/open').then(({ toggleInspector }) => toggleInspector());

addEventListener('keydown', (event) => {
  if (event.code === 'KeyI' && event.ctrlKey && event.altKey && event.shiftKey) inspect();
});
if (location.href.includes('feaasDebug')) inspect();
