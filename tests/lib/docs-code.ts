/** Type-checks code blocks of the documentation against the built packages. */
import { dirname } from 'node:path';
import ts from 'typescript';
import { packagesIn } from '../../scripts/folders';

const ROOT = new URL('../../', import.meta.url).pathname;

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  jsx: ts.JsxEmit.ReactJSX,
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  noUnusedLocals: true,
  skipLibCheck: true,
  noEmit: true,
};

/**
 * Type-checks files that are not on the disk.
 * @param files texts by name; they are treated as files of the folder `docs`, so that imports of packages resolve.
 * @returns problems by file name
 */
export function typeCheck(files: ReadonlyMap<string, string>): Map<string, string[]> {
  const folder = `${ROOT}docs/`;
  const texts = new Map([...files].map(([name, text]) => [folder + name, text]));
  const options = { ...OPTIONS, paths: { vue: [`${packagesIn('tests/frameworks')}/node_modules/vue`] } };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile } = host;
  host.getSourceFile = (path, ...rest) => {
    const text = texts.get(path);
    return text === undefined
      ? getSourceFile.call(host, path, ...rest)
      : ts.createSourceFile(path, text, rest[0], true);
  };
  host.fileExists = (path) => texts.has(path) || fileExists.call(host, path);
  host.readFile = (path) => texts.get(path) ?? readFile.call(host, path);
  host.getCurrentDirectory = () => dirname(folder);
  // The declarations of the package add the element types to the DOM types.
  const program = ts.createProgram([...texts.keys(), `${ROOT}dist/types/index.d.ts`], options, host);
  const problems = new Map<string, string[]>();
  for (const { file, start = 0, messageText } of ts.getPreEmitDiagnostics(program)) {
    const name = file ? file.fileName.replace(folder, '') : '';
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    const problem = `line ${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
    problems.set(name, [...(problems.get(name) ?? []), problem]);
  }
  return problems;
}
