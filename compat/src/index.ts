/** `@sitecore-feaas/clientside`, its entry `./ui`, and `@sitecore/byoc`. */
export * from './byoc.js';
export * from './headless.js';
export * from './ui.js';
