/** `/inspect.js`. */
export { API as api } from '../../src/utils/frontend/contract';
export { mount } from './inspect/mount';
