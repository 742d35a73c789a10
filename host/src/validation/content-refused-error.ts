import { BadInputError } from '../lib/domain-error.js';

/** A violation in markup or a stylesheet, with its position. */
export interface Problem {
  /** Path of the node in markup; undefined for a stylesheet. */
  readonly path?: string;
  /** From 1. */
  readonly line?: number;
  readonly column?: number;
  /** A sentence that names the node. */
  readonly problem: string;
}

/** The requested action in the message. */
export type RefusedAction = 'saved' | 'staged' | 'published' | 'restored' | 'forked';

/** Maximum problems in one response. */
const MAX_PROBLEMS = 100;

/** Markup or a stylesheet contains something forbidden. */
export class ContentRefusedError extends BadInputError {
  readonly problems: readonly Problem[];
  constructor(argument: 'view' | 'css', problems: readonly Problem[], action: RefusedAction = 'saved') {
    const remainder = problems.length > 1 ? ` And ${problems.length - 1} more.` : '';
    super(`${argument} can not be ${action}: ${problems[0]!.problem}${remainder}${hintOf(action)}`, argument);
    this.problems = problems.slice(0, MAX_PROBLEMS);
  }
  override get details(): Readonly<Record<string, unknown>> {
    return { ...super.details, problems: this.problems };
  }
}

/** Advice: a user who saves can correct the content directly; for other actions, a save is needed first. */
const hintOf = (action: RefusedAction): string =>
  action === 'saved'
    ? ' Correct it, then save again.'
    : ' Save it without that first, or have the settings of the library allow it.';
