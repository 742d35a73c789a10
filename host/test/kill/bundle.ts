/** Bundles a script and its TypeScript into one file, so that its process starts quickly. */
import { build } from 'esbuild';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Bundle {
  readonly path: string;
  remove(): Promise<void>;
}

/** @param name the name of a script in this folder, without its extension */
export async function bundle(name: string): Promise<Bundle> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-bundle-'));
  const path = join(folder, `${name}.mjs`);
  // Packages with a binary, and large packages with few users, are loaded from node_modules.
  const libsql = createRequire(import.meta.url).resolve('libsql');
  await symlink(dirname(dirname(libsql)), join(folder, 'node_modules'), 'junction');
  await build({
    entryPoints: [fileURLToPath(new URL(`${name}.ts`, import.meta.url))],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['libsql', 'pg-native', '@aws-sdk/client-s3'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  return { path, remove: () => rm(folder, { recursive: true, force: true }) };
}
