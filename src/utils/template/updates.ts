/** The lazily loaded module `updates`: rendering where content is there already. */
export { reconcile } from './reconcile';
export { rerender } from './rerender';
