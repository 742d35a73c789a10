/** Makes one file of a script and its TypeScript, so that a process that runs it starts at once. */
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

/** @param name of a script beside this one, without its ending */
export async function bundle(name: string): Promise<Bundle> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-bundle-'));
  const path = join(folder, `${name}.mjs`);
  // What holds a binary, or is large and used by few, is loaded from where it is.
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
