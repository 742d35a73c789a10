import { BadInputError } from '../lib/domain-error.js';

/** A place in a view or stylesheet that is not allowed, and why. */
export interface Problem {
  /** Of the offender in a view; a stylesheet has none. */
  readonly path?: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
  /** A sentence that names the offender. */
  readonly problem: string;
}

/** What was asked for, as the message names it. */
export type RefusedAction = 'saved' | 'staged' | 'published' | 'restored' | 'forked';

/** Most problems that one answer lists. */
const LISTED_PROBLEMS = 100;

/** A view or stylesheet that holds something that is not allowed. */
export class ContentRefusedError extends BadInputError {
  readonly problems: readonly Problem[];
  constructor(argument: 'view' | 'css', problems: readonly Problem[], action: RefusedAction = 'saved') {
    const more = problems.length > 1 ? ` And ${problems.length - 1} more.` : '';
    super(`${argument} can not be ${action}: ${problems[0]!.problem}${more}${hintOf(action)}`, argument);
    this.problems = problems.slice(0, LISTED_PROBLEMS);
  }
  override get details(): Readonly<Record<string, unknown>> {
    return { ...super.details, problems: this.problems };
  }
}

/** Who saves has the content at hand; for all others a save comes first. */
const hintOf = (action: RefusedAction): string =>
  action === 'saved'
    ? ' Correct it, then save again.'
    : ' Save it without that first, or have the settings of the library allow it.';
