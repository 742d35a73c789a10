/** Tests of `npm run test:quick`: fast tests of each concept, and two journeys. */

/** Files of `npm run test:node`. */
export const QUICK_TESTS = [
  ...['imports', 'licenses', 'settings', 'folders', 'messages', 'docs-messages', 'exports'],
  ...['path', 'print', 'source', 'sanitize', 'rich-text', 'delivery', 'server-elements'],
  ...['editing-commands', 'editing-document', 'editing-history', 'gateway-versions'],
  ...['content-components', 'publishing', 'graphql-roles', 'conditional', 'cors', 'validation', 'auth'],
] as const;

/** Files of `npm run test:e2e`. */
export const QUICK_JOURNEYS = ['element', 'editor-save'] as const;
