/** `/customizations.js`: the screen of a library's customizations, for a page of the host. */
export { mountForks as mount } from './customizations/mount';
