/** The command as one file, and the files of a new library beside it: the package has no dependencies. */
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const resolvePath = (path) => fileURLToPath(new URL(path, import.meta.url));

rmSync(resolvePath('dist'), { recursive: true, force: true });
await build({
  entryPoints: [resolvePath('src/create-feaas.ts')],
  outdir: resolvePath('dist'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  banner: { js: '#!/usr/bin/env node' },
});
cpSync(resolvePath('../host/starter'), resolvePath('dist/starter'), { recursive: true });
