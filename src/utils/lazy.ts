import { hasKept } from './delivery/request';
import { loadPart, loaders } from './parts';

/** Tells the kit where a page loads its sanitiser and its kept copies from. */
export function loadLazily(): void {
  loaders.markup = () => import('./template/markup');
  loaders.kept = () => import('./late');
}

loadLazily();
// Elements are going to ask for copies where there are any: what knows them is on its way meanwhile.
if (hasKept()) loadPart('kept').catch(() => {});
