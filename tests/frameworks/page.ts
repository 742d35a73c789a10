/** Bundles the script of a site with its own components, as sites do. */
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const ROOT = new URL('../../', import.meta.url).pathname;

/** Resolves the kit's package from its root, like an installed one. */
export const kit: Plugin = {
  name: 'kit',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^feaas-kit(?:\/|$)/ }, ({ path, kind, pluginData }) =>
      pluginData === 'kit' ? undefined : resolve(path, { resolveDir: ROOT, kind, pluginData: 'kit' }),
    ),
};

/** Writes `frameworks.js` into a served folder. */
export const bundleFrameworks = (folder: string): Promise<unknown> =>
  build({
    entryPoints: [`${ROOT}tests/frameworks/components.ts`],
    outfile: join(folder, 'frameworks.js'),
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    logLevel: 'error',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    plugins: [kit],
  });
