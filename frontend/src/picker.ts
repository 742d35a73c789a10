/** `/picker.js`. */
export { API as api } from '../../src/utils/frontend/contract';
export { mount } from './picker/mount';
