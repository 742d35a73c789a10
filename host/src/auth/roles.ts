export { type Role, ROLES } from '../lib/roles.js';
