/** Angular's own compiler, with the TypeScript that it asks for: a site's sources ahead of time, and the linker for its packages. */
import linker from '@angular/compiler-cli/linker/babel';
import { performCompilation } from '@angular/compiler-cli';
import { transformAsync } from '@babel/core';
import ts from 'typescript';

/**
 * Compiles a site.
 * @param {string} entry absolute path
 * @param {string} outDir where its modules go
 * @throws {Error} with what the compiler says.
 */
export function compile(entry, outDir) {
  const { diagnostics } = performCompilation({
    rootNames: [entry],
    options: {
      outDir,
      rootDir: new URL('.', import.meta.url).pathname,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ES2022,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
      types: [],
      strict: true,
      strictTemplates: true,
      skipLibCheck: true,
      experimentalDecorators: true,
    },
  });
  const wrong = diagnostics.filter(({ category }) => category === ts.DiagnosticCategory.Error);
  if (wrong.length)
    throw new Error(wrong.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n'));
}

/** What a module of an Angular package is once it is linked: nothing of it is compiled in the page. */
export async function link(code, filename) {
  const made = await transformAsync(code, {
    filename,
    plugins: [linker],
    compact: false,
    configFile: false,
    babelrc: false,
  });
  return made.code;
}
