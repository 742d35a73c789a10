/** The lazily loaded module `updates`: rendering where content is there already. */
export { hydrate } from './hydrate';
export { morph } from './morph';
export { reconcile } from './reconcile';
