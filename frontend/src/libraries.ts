/** `/libraries.js`: the list of a library's components with their states, for a page of the host. */
export { mountLibrary as mount } from './libraries/mount';
