/** The one-file build, for pages that should send a single script request. */
import { rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { rollup } from 'rollup';
import { oneFileChunks } from './chunks';
import { freshImports } from './fresh-imports';
import { minifyCode } from './minify';

/**
 * Builds one file with the component's element; rarely needed modules still load on demand.
 * @param from folder with the elements' modules in `components`
 * @param dir output folder
 */
export async function oneFile(from: string, dir: string): Promise<void> {
  const folder = resolve(from);
  const entry = `${folder}/one-entry.js`;
  writeFileSync(
    entry,
    "import { defineCustomElement } from './components/feaas-component.js';\ndefineCustomElement();\n",
  );
  const bundle = await rollup({
    input: entry,
    treeshake: true,
    plugins: [freshImports((id) => id.startsWith(`${folder}/components/`))],
  });
  let chunks: ReadonlyMap<string, string> | undefined;
  await bundle.write({
    dir,
    manualChunks: (id, { getModuleInfo }) => (chunks ??= oneFileChunks(entry, getModuleInfo)).get(id),
    format: 'es',
    entryFileNames: 'feaas.js',
    chunkFileNames: 'part-[hash].js',
    plugins: [
      {
        name: 'minify',
        // The modules in `components` are lowered already.
        renderChunk: (code, { isEntry }) => minifyCode(code, { isFirstRender: isEntry }),
      },
    ],
  });
  await bundle.close();
  rmSync(entry);
}
