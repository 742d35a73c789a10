import { loaders } from './parts';

/** Tells the kit where a page loads its late parts from. */
export function loadPartsLazily(): void {
  loaders.more = () => import('./more');
  loaders.paths = () => import('./path/complex');
  loaders.markup = () => import('./template/markup');
}
