/** Bundles scripts that import the packages, as a site would. */
import { build as esbuild } from 'esbuild';
import { join } from 'node:path';
import { build as vite, type Rollup } from 'vite';

export interface Bundle {
  /** Code of the entry and of all its static imports: a page loads it before any script runs. */
  readonly initialCode: string;
  /** The same, file by file. */
  readonly initialFiles: readonly string[];
  /** Code of each lazily loaded file. */
  readonly lazyFiles: readonly string[];
  /** All modules of the bundle. */
  readonly modules: readonly string[];
}

/** Returns a file and all its static imports, the file itself first. */
function staticImports(
  name: string,
  importsOf: (name: string) => readonly string[] | undefined,
  into = new Set<string>(),
): string[] {
  if (!into.has(name)) {
    into.add(name);
    for (const each of importsOf(name) ?? []) staticImports(each, importsOf, into);
  }
  return [...into];
}

function toBundle(code: ReadonlyMap<string, string>, initial: readonly string[], modules: readonly string[]): Bundle {
  const initialFiles = initial.map((name) => code.get(name)!);
  const lazyFiles = [...code.keys()].filter((name) => !initial.includes(name)).map((name) => code.get(name)!);
  return { initialCode: initialFiles.join('\n'), initialFiles, lazyFiles, modules };
}

/** Bundles the text of a module in a project with esbuild. */
export async function bundleWithEsbuild(folder: string, contents: string): Promise<Bundle> {
  const { outputFiles, metafile } = await esbuild({
    ...{ absWorkingDir: folder, stdin: { contents, resolveDir: folder, sourcefile: 'site.js' } },
    ...{ bundle: true, splitting: true, minify: true, metafile: true, write: false },
    ...{ format: 'esm', target: 'es2022', outdir: 'out', logLevel: 'error' },
  });
  const { outputs, inputs } = metafile;
  const entry = Object.keys(outputs).find((name) => outputs[name]!.entryPoint === 'site.js')!;
  const names = staticImports(entry, (name) =>
    outputs[name]!.imports.filter(({ kind, external }) => kind === 'import-statement' && !external).map(
      ({ path }) => path,
    ),
  );
  const texts = new Map(outputFiles.map(({ path, text }) => [path, text]));
  return toBundle(
    new Map(Object.keys(outputs).map((name) => [name, texts.get(join(folder, name))!])),
    names,
    Object.keys(inputs),
  );
}

/** Bundles the text of a module in a project with Vite, and thus with Rollup. @param external packages that are not bundled */
export async function bundleWithVite(folder: string, contents: string, external: RegExp = /^$/): Promise<Bundle> {
  const made = (await vite({
    ...{ root: folder, configFile: false, publicDir: false, logLevel: 'error' },
    build: {
      ...{ write: false, target: 'es2022', modulePreload: false, reportCompressedSize: false },
      rollupOptions: { input: '\0site', external },
    },
    plugins: [
      {
        name: 'site',
        enforce: 'pre',
        resolveId(id, importer) {
          if (id === '\0site') return id;
          // Imports of the virtual module resolve from the project folder.
          return importer === '\0site' ? this.resolve(id, join(folder, 'site.js'), { skipSelf: true }) : undefined;
        },
        load: (id) => (id === '\0site' ? contents : undefined),
      },
    ],
  })) as Rollup.RollupOutput;
  const chunks = new Map(made.output.filter((each) => each.type === 'chunk').map((each) => [each.fileName, each]));
  const entry = [...chunks.values()].find(({ isEntry }) => isEntry)!;
  const names = staticImports(entry.fileName, (name) => chunks.get(name)?.imports).filter((name) => chunks.has(name));
  return toBundle(
    new Map([...chunks].map(([name, { code }]) => [name, code])),
    names,
    [...chunks.values()].flatMap(({ moduleIds }) => moduleIds),
  );
}

/** Tags of the elements that a script defines, read from Stencil's metadata in the code. */
export const definedElements = (code: string): string[] =>
  [...new Set([...code.matchAll(/\[\d+,\s*["'`](feaas-[a-z]+)["'`]/g)].map(([, tag]) => tag!))].sort();
