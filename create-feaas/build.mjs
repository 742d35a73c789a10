/** The command as one file, and the files of a new library beside it: the package has no dependencies. */
import { cpSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

rmSync(at('dist'), { recursive: true, force: true });
await build({
  entryPoints: [at('src/create-feaas.ts')],
  outdir: at('dist'),
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  banner: { js: '#!/usr/bin/env node' },
});
cpSync(at('../host/starter'), at('dist/starter'), { recursive: true });
