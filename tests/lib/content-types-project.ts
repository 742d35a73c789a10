/** A TypeScript project with the built packages and generated content types, for compilers to check. */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packagesIn } from '../../scripts/folders';

const ROOT = new URL('../../', import.meta.url).pathname;
const run = promisify(execFile);

/** The folder with the types of a React version. */
const reactTypes = (react: 18 | 19): string =>
  join(react === 18 ? packagesIn('tests/react-18') : ROOT, 'node_modules/@types');

export interface CompilerReport {
  /** Errors, by file and line: `page.tsx:12`. */
  readonly errors: ReadonlyMap<string, string>;
  /** Type instantiations, as TypeScript's `--extendedDiagnostics` counts them: a measure of work that does not depend on the machine. */
  readonly instantiations: number;
}

export interface ContentTypesProject {
  readonly folder: string;
  write(name: string, text: string): Promise<void>;
  compile(compiler: 'tsc' | 'vue-tsc', ...files: readonly string[]): Promise<CompilerReport>;
  remove(): Promise<void>;
}

/** Creates an empty project. The packages are copied, so that they resolve only the project's React types. */
export async function createContentTypesProject(react: 18 | 19): Promise<ContentTypesProject> {
  const folder = await mkdtemp(join(tmpdir(), 'feaas-content-types-'));
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@types'), { recursive: true });
  for (const [name, source] of [
    ['feaas-kit', '.'],
    ['feaas-kit-react', 'react-wrapper'],
  ] as const) {
    await mkdir(join(modules, name));
    for (const part of ['package.json', 'dist'])
      await cp(join(ROOT, source, part), join(modules, name, part), { recursive: true });
  }
  await cp(join(reactTypes(react), 'react'), join(modules, '@types/react'), { recursive: true });
  if (react === 18) await symlink(join(reactTypes(react), 'prop-types'), join(modules, '@types/prop-types'));
  const frameworks = join(packagesIn('tests/frameworks'), 'node_modules');
  for (const name of ['csstype', 'parse5', '@stencil'])
    await symlink(join(ROOT, 'node_modules', name), join(modules, name));
  for (const name of ['vue', '@vue']) await symlink(join(frameworks, name), join(modules, name));

  const write = async (name: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  };
  return {
    folder,
    write,
    async compile(compiler, ...files) {
      const options = {
        ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'] },
        ...{ jsx: 'react-jsx', types: [], preserveSymlinks: true, skipLibCheck: true, noEmit: true },
        ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      };
      const vueCompilerOptions = { strictTemplates: true };
      await write('tsconfig.json', JSON.stringify({ compilerOptions: options, files, vueCompilerOptions }));
      const program =
        compiler === 'tsc' ? join(ROOT, 'node_modules/typescript/bin/tsc') : join(frameworks, 'vue-tsc/bin/vue-tsc.js');
      const { stdout } = await run(
        process.execPath,
        [program, '-p', folder, '--pretty', 'false', '--extendedDiagnostics'],
        {
          cwd: folder,
          maxBuffer: 64 * 1024 * 1024,
        },
      ).catch((error: { stdout: string }) => error);
      return reportOf(stdout);
    },
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

function reportOf(text: string): CompilerReport {
  const errors = new Map<string, string>();
  let place: string | undefined;
  for (const line of text.split('\n')) {
    const [, file, number, message] = /^(\S+?)\((\d+),\d+\): error (.*)$/.exec(line) ?? [];
    if (file !== undefined) place = `${file}:${number!}`;
    else if (!line.startsWith(' ')) place = undefined;
    if (place !== undefined) errors.set(place, `${errors.get(place) ?? ''}${message ?? line}\n`);
    if (line.startsWith('error ')) throw new Error(line);
  }
  const [, instantiations] = /^Instantiations:\s+(\d+)/m.exec(text) ?? [];
  if (instantiations === undefined) throw new Error(`The compiler ended:\n${text}`);
  return { errors, instantiations: Number(instantiations) };
}

/** Reads comments `wrong: word`: a compile error is expected in the next line, and its message contains the word. Returns words by `file:line`. */
export async function expectedErrors(folder: string, ...files: readonly string[]): Promise<Map<string, string>> {
  const expected = new Map<string, string>();
  for (const file of files) {
    const lines = (await readFile(join(folder, file), 'utf8')).split('\n');
    lines.forEach((line, index) => {
      const [, word] = /(?:\/\/|\/\*|<!--) wrong: (\S+)/.exec(line) ?? [];
      if (word !== undefined) expected.set(`${file}:${index + 2}`, word);
    });
  }
  return expected;
}
