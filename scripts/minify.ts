/**
 * Minifies the scripts that Stencil has written. While Stencil makes source maps its own minifier keeps more: visitors would load 4 %
 * more before the first render.
 */
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { minify, type MinifyOptions } from 'terser';

/** Comments that bundlers read, and licenses. */
const COMMENTS = /^\**!|@preserve|@license|@vite-ignore|webpack[A-Z][a-zA-Z]+:/;

const OPTIONS: MinifyOptions = {
  module: true,
  ecma: 2020,
  // Written as in the source, they repeat more often: compressed, they are smaller.
  compress: { passes: 2, lhs_constants: false },
  format: { comments: COMMENTS },
};

/**
 * Chrome compiles all functions of such a module while it loads it, on another thread (https://v8.dev/blog/explicit-compile-hints). Else it
 * compiles each when it is called first, and the first render waits for that. It has to be the first line.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

interface Options {
  /** Whether the first render calls most functions of the module. */
  readonly isFirstRender: boolean;
}

const optionsOf = ({ isFirstRender }: Options): MinifyOptions =>
  isFirstRender ? { ...OPTIONS, format: { ...OPTIONS.format, preamble: COMPILE_HINT } } : OPTIONS;

/** Minifies a module that has no source map. */
export const minifyCode = async (code: string, options: Options): Promise<string> =>
  (await minify(code, optionsOf(options))).code!;

async function minifyModule(path: string, hasMap: boolean, options: Options): Promise<void> {
  const code = readFileSync(path, 'utf8');
  const mapPath = `${path}.map`;
  const sourceMap = hasMap && {
    sourceMap: {
      content: readFileSync(mapPath, 'utf8'),
      includeSources: true,
      filename: basename(path),
      url: basename(mapPath),
    },
  };
  const result = await minify(code, { ...optionsOf(options), ...sourceMap });
  writeFileSync(path, result.code!);
  if (hasMap) writeFileSync(mapPath, result.map as string);
  else rmSync(mapPath);
}

/**
 * Minifies each module of a folder that has a source map.
 * @param options `hasMaps`: whether the folder keeps its maps. Each file names its map, which visitors would load as well.
 *   `firstRender`: names of the files that the first render loads
 */
export async function minifyModules(
  folder: string,
  { hasMaps, firstRender = [] }: { readonly hasMaps: boolean; readonly firstRender?: readonly string[] },
): Promise<void> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (name.endsWith('.js') && existsSync(`${path}.map`))
      await minifyModule(path, hasMaps, { isFirstRender: firstRender.includes(name) });
  }
}
