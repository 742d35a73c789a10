/** `/picker.js`. */
export { API as api } from '../../src/utils/frontend/types';
export { mount } from './picker/mount';
