/** Bundles the gateway as a frontend would, and serves a page for it. */
import { build } from 'esbuild';
import type { Route } from './server';
import { send } from './server';

const ROOT = new URL('../../', import.meta.url).pathname;
const ENTRY = "export * from './src/utils/gateway';\nexport { cacheSizes } from '@apollo/client/utilities';\n";

/** Bundles the gateway as a module. Returns it and its lazily loaded chunks, by URL path. */
export async function bundleGateway(): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    stdin: { contents: ENTRY, resolveDir: ROOT },
    ...{ bundle: true, splitting: true, minify: true, write: false, outdir: ROOT, logLevel: 'error' },
    ...{
      format: 'esm',
      target: 'es2022',
      entryNames: 'gateway',
      chunkNames: 'chunk-[hash]',
      conditions: ['production'],
    },
  });
  return new Map(outputFiles.map(({ path, text }) => [path.slice(ROOT.length - 1), text]));
}

/** Serves the bundle, and an empty `/page.html`. */
export const gatewayPage =
  (files: ReadonlyMap<string, string>): Route =>
  (_request, response, url) => {
    const script = files.get(url.pathname);
    if (script === undefined && url.pathname !== '/page.html') return undefined;
    if (script === undefined) send(response, '<!doctype html><html lang="en"><title>Page</title><body></body></html>');
    else send(response, script, 'text/javascript');
    return true;
  };
