/**
 * Minifies the scripts that Stencil has written. Stencil's own minifier removes less when it creates source maps:
 * visitors would load 4 % more before the first render.
 */
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { minify, type MinifyOptions } from 'terser';

/** Matches comments for bundlers, and licenses. Not Stencil's marks for its own build. */
const COMMENTS = /^\**!(?!__STENCIL)|@preserve|@license|@vite-ignore|webpack[A-Z][a-zA-Z]+:/;

const OPTIONS: MinifyOptions = {
  module: true,
  ecma: 2020,
  // Unswapped comparisons repeat more often, so they compress better.
  compress: { passes: 3, lhs_constants: false },
  format: { comments: COMMENTS },
};

/**
 * Makes Chrome compile all functions of a module on another thread while it loads
 * (https://v8.dev/blog/explicit-compile-hints). Otherwise Chrome compiles each function on its first call, which delays
 * the first render. Must be the first line.
 */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad';

interface Options {
  /** Whether the first render calls most functions of the module. */
  readonly isFirstRender: boolean;
}

const optionsOf = ({ isFirstRender }: Options): MinifyOptions =>
  isFirstRender ? { ...OPTIONS, format: { ...OPTIONS.format, preamble: COMPILE_HINT } } : OPTIONS;

/** Minifies a module without a source map. */
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
 * @param options `hasMaps`: whether the folder keeps its source maps. Each file refers to its map, which visitors would
 *   load as well. `firstRender`: names of the files that the first render loads
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
