import type { ExecutionError } from '../../graphql/admitted-request.js';

/** A tool failed. The message tells agents what to do next. */
export class ToolError extends Error {}

/** Formats an error of the host for an agent. */
export function explainError({ message, extensions = {} }: ExecutionError): string {
  const code = typeof extensions['code'] === 'string' ? extensions['code'] : 'ERROR';
  return [`${code}: ${message}`, ...problemsOf(extensions), ...adviceOf(code, extensions)].join('\n');
}

/** Maximum problems of rejected HTML in a message: agents read the HTML again after the first ones anyway. */
const MAX_PROBLEMS = 20;

interface Problem {
  readonly path?: string;
  readonly line?: number;
  readonly column?: number;
  readonly problem?: string;
}

function problemsOf({ problems }: Readonly<Record<string, unknown>>): string[] {
  if (!Array.isArray(problems)) return [];
  const lines = (problems as readonly Problem[]).map(
    ({ path = '', line, column, problem = '' }) => `- line ${line}, column ${column}, ${path}: ${problem}`,
  );
  const remaining = lines.length - MAX_PROBLEMS;
  return remaining > 0 ? [...lines.slice(0, MAX_PROBLEMS), `- and ${remaining} more`] : lines;
}

function adviceOf(code: string, extensions: Readonly<Record<string, unknown>>): string[] {
  switch (code) {
    case 'CONFLICT': {
      const current = (extensions['current'] as { revision?: number } | undefined)?.revision;
      return [
        `Somebody else saved meanwhile. Read the latest revision with read_version, or see what changed with ` +
          `compare_revisions from ${String(extensions['expected'])} to ${current}. Make your change to that revision. ` +
          `Then try again with expectedRevision ${current}.`,
      ];
    }
    case 'FORBIDDEN':
      return ['Nothing changed. Name the missing role to the user, and do not try another way.'];
    case 'UNAUTHENTICATED':
      return ['Tell the user: the operator of the host makes tokens with "feaas-host token create".'];
    case 'NOT_FOUND':
      return ['list_libraries, list_components and list_versions name what this token may read.'];
    case 'BAD_USER_INPUT':
      return extensions['problems'] === undefined ? [] : ['Correct these places in the HTML and try again.'];
    case 'TIMEOUT':
    case 'SERVICE_UNAVAILABLE':
      return ['A write may have happened all the same. The same call again is safe: the host writes nothing twice.'];
    default:
      return [];
  }
}
