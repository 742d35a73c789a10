import { DomainError } from '../../lib/domain-error.js';

/** Something wrong with one file; the rest can go on. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  constructor(
    /** Path below the library's folder, with slashes. */
    readonly path: string,
    readonly why: string,
  ) {
    super(`${path}: ${why}`);
  }
}

/** @throws FileProblem that names each offender and its place, if there is any. */
export function throwPositionedProblems(path: string, offences: readonly PositionedProblem[]): void {
  if (offences.length === 0) return;
  const shown = offences.slice(0, MAX_SHOWN).map(({ line, column, problem }) => `${line}:${column} ${problem}`);
  if (offences.length > MAX_SHOWN) shown.push(`and ${offences.length - MAX_SHOWN} more`);
  throw new FileProblem(path, oneLine(shown.join(' ')));
}

const MAX_SHOWN = 5;

/**
 * What an error says about a file, in one line. Errors of the disk and of the content service are about that file; any other
 * means that going on makes no sense, and is thrown again.
 */
export function problemOf(error: unknown, path: string): FileProblem {
  if (error instanceof FileProblem) return error;
  if (error instanceof DomainError) return new FileProblem(path, oneLine(error.message));
  if (error instanceof Error && 'syscall' in error && 'path' in error) return new FileProblem(path, error.message);
  throw error;
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ');

/** A place in a file that may not be; line and column from 1. */
export interface PositionedProblem {
  readonly line: number;
  readonly column: number;
  readonly problem: string;
}
