/** The script of a site that has components of its own, bundled as sites do it. */
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const ROOT = new URL('../../', import.meta.url).pathname;

/** The kit's own package is found from its root, as it is where it is installed. */
export const kit: Plugin = {
  name: 'kit',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^feaas-kit(?:\/|$)/ }, ({ path, kind, pluginData }) =>
      pluginData === 'kit' ? undefined : resolve(path, { resolveDir: ROOT, kind, pluginData: 'kit' }),
    ),
};

/** Writes `frameworks.js` into a folder that is served. */
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
