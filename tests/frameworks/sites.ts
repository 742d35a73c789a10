/** Sites of frameworks that use the kit's elements, built by the compilers of those frameworks. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { Framework } from '../lib/frameworks';
import { compile as compileSvelte } from 'svelte/compiler';
import { compileScript, parse } from 'vue/compiler-sfc';
import { packagesIn } from '../../scripts/folders';
import { kit } from './page';

const ROOT = new URL('../../', import.meta.url).pathname;

const onLoad = (name: string, filter: RegExp, compile: (code: string, path: string) => unknown): Plugin => ({
  name,
  setup: ({ onLoad }) =>
    onLoad({ filter }, async ({ path }) => ({
      contents: (await compile(await readFile(path, 'utf8'), path)) as string,
      loader: 'js',
    })),
});

const vue = onLoad('vue', /\.vue$/, (source, filename) => {
  const { descriptor, errors } = parse(source, {
    filename,
    templateParseOptions: { isCustomElement: (tag: string) => tag.startsWith('feaas-') },
  });
  if (errors[0]) throw errors[0];
  const { content } = compileScript(descriptor, { id: 'app', inlineTemplate: true });
  return content;
});

const svelte = onLoad(
  'svelte',
  /\.svelte$/,
  (source, filename) => compileSvelte(source, { filename, generate: 'client' }).js.code,
);

/** A bundle and its lazily loaded chunks, by file name. */
async function bundle(entry: string, ...plugins: Plugin[]): Promise<Map<string, string>> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: { app: entry },
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    write: false,
    outdir: '/',
    conditions: ['browser', 'production'],
    logLevel: 'error',
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'false',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
      ngDevMode: 'false',
    },
    plugins: [kit, ...plugins],
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]));
}

interface AngularBuild {
  compile(entry: string, outDir: string): void;
  link(code: string, filename: string): Promise<string>;
}

async function angular(): Promise<Map<string, string>> {
  // Plain JavaScript: the compiler contains its own TypeScript.
  const packages = packagesIn('tests/angular');
  const { compile, link } = (await import('../angular/build.mjs' as string)) as AngularBuild;
  // A folder from which Angular's packages resolve.
  const folder = await mkdtemp(join(packages, 'node_modules/.feaas-test-'));
  try {
    compile(`${ROOT}tests/angular/app.ts`, folder);
    return await bundle(join(folder, 'app.js'), onLoad('angular', /@angular\/.*\.mjs$/, link));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Builds an Angular site. @param sources by file name, `main.ts` first @returns the built files by name */
export async function buildAngular(sources: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const packages = packagesIn('tests/angular');
  const { compile, link } = (await import('../angular/build.mjs' as string)) as AngularBuild;
  const [folder, out] = await Promise.all([
    mkdtemp(join(packages, 'site-')),
    mkdtemp(join(packages, 'node_modules/.feaas-test-')),
  ]);
  try {
    for (const [name, code] of sources) await writeFile(join(folder, name), code);
    compile(join(folder, 'main.ts'), out);
    const entry = join(out, basename(folder), 'main.js');
    return await bundle(entry, onLoad('angular', /@angular\/.*\.mjs$/, link));
  } finally {
    await Promise.all([folder, out].map((each) => rm(each, { recursive: true, force: true })));
  }
}

/** Builds a framework's site. Returns its files by name; `app.js` is its script. */
export const buildSite = (framework: Framework): Promise<Map<string, string>> =>
  framework === 'angular'
    ? angular()
    : bundle(`${ROOT}tests/frameworks/${framework}.js`, framework === 'vue' ? vue : svelte);
