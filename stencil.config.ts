import type { Config } from '@stencil/core';
import { reactOutputTarget } from '@stencil/react-output-target';
import { lowerRegExps } from './scripts/browser-baseline';
import { chunks, EAGER_ELEMENTS, freshLazyImports } from './scripts/chunks';
import { DEV_CHANGES } from './scripts/dev-changes';

/** Where `npm run dev` and `npm start` build the site; they build nothing else. */
const devSite = process.env['FEAAS_WWW'];
/** Where what the site's documentation and tags are made of goes. */
const about = devSite === undefined ? 'dist' : `${devSite}-about`;

const site: Config['outputTargets'] = [
  {
    type: 'www',
    dir: devSite ?? 'www',
    // Others write there at the same time.
    empty: devSite === undefined,
    serviceWorker: null,
    copy: [{ src: 'pages', dest: '.', warn: true }],
  },
  { type: 'docs-readme', strict: true, footer: '' },
  { type: 'docs-json', file: `${about}/docs.json` },
  { type: 'stats', file: `${about}/stats.json` },
];

const modules = {
  type: 'dist-custom-elements',
  customElementsExportBehavior: 'single-export-module',
  externalRuntime: false,
  includeGlobalScripts: false,
} as const;

export const config: Config = {
  namespace: 'feaas',
  // Server-rendered content must be visible before any script runs (E1).
  invisiblePrehydration: false,
  // No class is written onto hosts: what is there shows, script or not.
  hydratedFlag: null,
  enableCache: true,
  // What is published has them; `npm start` shows a site sooner without.
  sourceMap: devSite === undefined,
  // `npm start` shows a site soon; who builds or tests is told of wrong types.
  validateTypes: process.env['FEAAS_UNCHECKED'] === undefined,
  // Elements render at once: content does not depend on animation frames, which hidden tabs do not have (E14).
  taskQueue: 'immediate',
  // An element in a context renders after the context: both are in one file, so that neither waits for the other's.
  bundles: [{ components: [...EAGER_ELEMENTS] }],
  globalScript: 'src/components/global-script.ts',
  rollupPlugins: { before: [chunks(), freshLazyImports(), lowerRegExps()] },
  outputTargets: devSite
    ? process.env['FEAAS_MODULES'] === undefined
      ? site
      : [{ ...modules, dir: `${about}/components`, generateTypeDeclarations: false }]
    : [
        modules,
        // The React components; what they lack is added by react-wrapper/src/element.ts.
        reactOutputTarget({ outDir: 'react-wrapper/src/generated', customElementsDir: 'components', esModules: true }),
        { type: 'docs-vscode', file: 'dist/html-custom-data.json' },
        { type: 'docs-custom-elements-manifest', file: 'dist/custom-elements.json' },
        ...site,
      ],
  watchExternalDirs: [DEV_CHANGES],
  devServer: {
    requestListenerPath: new URL('scripts/dev-proxy.cjs', `file://${process.cwd()}/`).pathname,
    reloadStrategy: 'pageReload',
    openBrowser: false,
  },
};
