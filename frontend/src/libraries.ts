/** `/libraries.js`: the components of a library with their states, for a page of the host. */
export { mountLibrary as mount } from './libraries/mount';
