/** `/customisations.js`: the screen of a library's customisations, for a page of the host. */
export { mountForks as mount } from './forks/mount';
