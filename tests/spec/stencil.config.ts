/** The specs of the elements: Stencil runs them in the Jest of this folder. */
import type { Config } from '@stencil/core';

export const config: Config = {
  namespace: 'feaas',
  srcDir: '../../src',
  tsconfig: 'tsconfig.json',
  testing: {
    roots: ['<rootDir>/../../src'],
    // Files named `.test.ts` are run by Node's own test runner.
    testPathIgnorePatterns: ['\\.test\\.ts$'],
    // The runtime's test transform fails on a style that is imported as a text.
    moduleNameMapper: {
      '\\.css$': '<rootDir>/../../scripts/style.cjs',
      '/page-integration$': '<rootDir>/page-integration.cjs',
    },
  },
};
