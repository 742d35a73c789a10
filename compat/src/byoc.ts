/** The exports of `@sitecore/byoc`, which the main entry has as well. */
export {
  WebComponent,
  contextProperties,
  getComponent,
  getComponentConfigurablePropertyNames,
  getComponentProperties,
  getMergedComponentProperties,
  isWebComponent,
  normalizeOptions,
  registerComponent,
  registered,
  setContextProperties,
  setRegistrationCallback,
} from './components.js';
export { customizeDataSettings, getDatasource, registerDatasource, registeredDatasources } from './datasources.js';
export { BYOCDataTypes, XMTypes, registerDataType } from './data-types.js';
export {
  getSchemaDefaults,
  getSchemaProperties,
  parseSchemaProperties,
  parseValue,
  transformSchema,
} from './schema.js';
export { objectKeysToCamelCase, objectKeysToKebabCase, toCamelCase, toKebabCase } from './names.js';
