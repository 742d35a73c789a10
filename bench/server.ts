/** Bundles the contenders' pages and serves them from memory, so that other builds do not affect them. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { PICTURES } from './shapes/shape';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.gif': 'image/gif',
};

/** Content of files by their path. */
export type Files = Map<string, string | Uint8Array>;

const root = new URL('..', import.meta.url).pathname;

/** A picture of one pixel. */
const PIXEL = Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64');

/** The pictures of the pages. */
export const pictures = (): [string, Uint8Array][] => PICTURES.map((path) => [path, PIXEL]);

/** Bundles each entry into its own folder, `/name/name.js`; entries share no files. */
export async function bundlePages(names: readonly string[]): Promise<Files> {
  const files: Files = new Map<string, string | Uint8Array>(pictures());
  for (const name of names) {
    const { outputFiles } = await build({
      absWorkingDir: root,
      entryPoints: [`bench/pages/${name}.ts`],
      bundle: true,
      minify: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      outdir: `/${name}`,
      write: false,
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    for (const { path, contents } of outputFiles) files.set(path, contents);
    files.set(
      `/${name}.html`,
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>${name}</title><body>` +
        `<script type="module" src="/${name}/${name}.js"></script></body></html>`,
    );
  }
  return files;
}

export interface BenchServer {
  readonly origin: string;
  readonly files: Files;
  close(): Promise<void>;
}

/** Serves compressed files with the headers of a delivery host. */
export async function startServer(files: Files): Promise<BenchServer> {
  const packed = new Map<string, Buffer>();
  const server = createServer(({ url, method }, response) => {
    const { pathname } = new URL(url ?? '/', 'http://localhost');
    const body = files.get(pathname);
    if (body === undefined) {
      response.writeHead(404).end();
      return;
    }
    let bytes = packed.get(pathname);
    if (!bytes) packed.set(pathname, (bytes = gzipSync(body, { level: 9 })));
    response.writeHead(200, {
      'content-type': TYPES[extname(pathname)] ?? 'application/octet-stream',
      'content-encoding': 'gzip',
      'content-length': bytes.length,
      'cache-control': 'public, max-age=3600',
      'last-modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
      'access-control-allow-origin': '*',
      'access-control-expose-headers': '*',
    });
    response.end(method === 'HEAD' ? undefined : bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    files,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
