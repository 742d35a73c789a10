import { loaders } from './parts';

/** Tells the kit where a page loads its sanitiser from. */
export function loadMarkupLazily(): void {
  loaders.markup = () => import('./template/markup');
}
