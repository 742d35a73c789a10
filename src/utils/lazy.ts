import { loaders } from './parts';

/** Tells the kit where a page loads its sanitiser and its kept copies from. */
export function loadLazily(): void {
  loaders.markup = () => import('./template/markup');
  loaders.kept = () => import('./delivery/kept/kept');
}
