import type { Config } from '@stencil/core';
import { reactOutputTarget } from '@stencil/react-output-target';
import { lowerRegExps } from './scripts/browser-baseline';
import { chunks, EAGER_ELEMENTS, freshLazyImports } from './scripts/chunks';

/** Where `npm run dev` builds the site; it builds nothing else. */
const devSite = process.env['FEAAS_WWW'];

const site: Config['outputTargets'] = [
  { type: 'www', dir: devSite ?? 'www', serviceWorker: null, copy: [{ src: 'pages', dest: '.', warn: true }] },
];

export const config: Config = {
  namespace: 'feaas',
  // Server-rendered content must be visible before any script runs (E1).
  invisiblePrehydration: false,
  // No class is written onto hosts: what is there shows, script or not.
  hydratedFlag: null,
  enableCache: true,
  // Elements render at once: content does not depend on animation frames, which hidden tabs do not have (E14).
  taskQueue: 'immediate',
  // An element in a context renders after the context: both are in one file, so that neither waits for the other's.
  bundles: [{ components: [...EAGER_ELEMENTS] }],
  globalScript: 'src/components/global-script.ts',
  rollupPlugins: { before: [chunks(), freshLazyImports(), lowerRegExps()] },
  outputTargets: devSite
    ? site
    : [
        {
          type: 'dist-custom-elements',
          customElementsExportBehavior: 'single-export-module',
          externalRuntime: false,
          includeGlobalScripts: false,
        },
        // The React components; what they lack is added by react-wrapper/src/element.ts.
        reactOutputTarget({ outDir: 'react-wrapper/src/generated', customElementsDir: 'components', esModules: true }),
        { type: 'docs-readme', strict: true, footer: '' },
        { type: 'docs-json', file: 'dist/docs.json' },
        { type: 'docs-vscode', file: 'dist/html-custom-data.json' },
        { type: 'stats', file: 'dist/stats.json' },
        { type: 'docs-custom-elements-manifest', file: 'dist/custom-elements.json' },
        ...site,
      ],
  devServer: {
    requestListenerPath: new URL('scripts/dev-proxy.cjs', `file://${process.cwd()}/`).pathname,
    reloadStrategy: 'pageReload',
    openBrowser: false,
  },
  testing: {
    // Files named `.test.ts` are run by Node's own test runner.
    testPathIgnorePatterns: ['/node_modules/', '/dist/', '/www/', '/tests/', '/host/', '\\.test\\.ts$'],
    // The runtime's test transform fails on a style that is imported as a text.
    moduleNameMapper: { '\\.css$': '<rootDir>/scripts/style.cjs' },
  },
};
