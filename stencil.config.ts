import type { Config } from '@stencil/core';
import { reactOutputTarget } from '@stencil/react-output-target';
import { chunks } from './scripts/chunks';

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
  // The elements render nothing through the runtime: what it would schedule is not worth its bytes.
  taskQueue: 'immediate',
  rollupPlugins: { before: [chunks() as never] },
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
        { type: 'docs-custom-elements-manifest', file: 'dist/custom-elements.json' },
        ...site,
      ],
  devServer: {
    requestListenerPath: new URL('scripts/dev-proxy.cjs', `file://${process.cwd()}/`).pathname,
    reloadStrategy: 'pageReload',
    openBrowser: false,
  },
  testing: {
    testPathIgnorePatterns: ['/node_modules/', '/dist/', '/www/', '/tests/', '/host/'],
    // The runtime's test transform fails on a style that is imported as a text.
    moduleNameMapper: { '\\.css$': '<rootDir>/scripts/style.cjs' },
  },
};
