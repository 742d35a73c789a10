/** The lazily loaded module `updates`: rendering over existing content. */
export { reconcile } from './reconcile';
export { rerender } from './rerender';
export { isValueChanged } from './changed-value';
