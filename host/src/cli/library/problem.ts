import { DomainError } from '../../lib/domain-error.js';

/** A problem of one file. The import of others continues. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  constructor(
    /** Path below the library's folder, with slashes. */
    readonly path: string,
    readonly reason: string,
  ) {
    super(`${path}: ${reason}`);
  }
}

/** @throws FileProblem that lists the problems with their positions, if there are any. */
export function throwPositionedProblems(path: string, problems: readonly PositionedProblem[]): void {
  if (problems.length === 0) return;
  const lines = problems.slice(0, MAX_SHOWN).map(({ line, column, problem }) => `${line}:${column} ${problem}`);
  if (problems.length > MAX_SHOWN) lines.push(`and ${problems.length - MAX_SHOWN} more`);
  throw new FileProblem(path, oneLine(lines.join(' ')));
}

const MAX_SHOWN = 5;

/**
 * Converts an error to a problem of a file, in one line. Applies to errors of the file system and of the content
 * service. All other errors are thrown again, because the import cannot continue.
 */
export function problemOf(error: unknown, path: string): FileProblem {
  if (error instanceof FileProblem) return error;
  if (error instanceof DomainError) return new FileProblem(path, oneLine(error.message));
  if (error instanceof Error && 'syscall' in error && 'path' in error) return new FileProblem(path, error.message);
  throw error;
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, ' ');

/** A problem at a position in a file; line and column start at 1. */
export interface PositionedProblem {
  readonly line: number;
  readonly column: number;
  readonly problem: string;
}
