/** Why something did not work, as who edits would say it. */
import { isTransient } from '../../../../src/utils/gateway/transient-errors';
import type { TextKey } from '../../../../src/utils/editing/messages/messages';
import type { EditorMessages } from '../types';

/** Names of errors whose own words are for developers. */
const REASONS: Readonly<Record<string, TextKey>> = Object.freeze({
  UnauthenticatedError: 'reason.signIn',
  ForbiddenError: 'reason.forbidden',
  ForkDeletedError: 'reason.forkDeleted',
  GatewayClosedError: 'reason.closed',
  RateLimitedError: 'reason.busy',
  // A conflict of texts is a question of its own; this is one of a reset.
  ConflictError: 'reason.newerRevision',
});

/** Answers that are no answer of GraphQL: those of a server, or of what stands before it. */
const STATUSES: Readonly<Record<number, TextKey>> = Object.freeze({
  401: 'reason.signIn',
  403: 'reason.forbidden',
  413: 'reason.large',
  429: 'reason.busy',
  502: 'reason.unreachable',
  503: 'reason.unreachable',
  504: 'reason.unreachable',
});

/** Names of errors that an answer causes which has another form than it should. */
const BROKEN = /^(?:TypeError|Invariant Violation)$/;

/** The host does not know what it was asked for: it is of an earlier version than the editor. */
export const isUnsupported = ({ code }: Error & { readonly code?: string }): boolean =>
  code === 'GRAPHQL_VALIDATION_FAILED';

interface Failure extends Error {
  readonly status?: number;
  /** Of an answer of GraphQL. */
  readonly errors?: readonly { readonly message: string }[];
}

export function reasonOf(error: Failure, { t }: EditorMessages): string {
  const { name, status, errors } = error;
  const key =
    REASONS[name] ??
    (isUnsupported(error) ? 'reason.unsupported' : undefined) ??
    (name === 'ResponseStatusError' ? (STATUSES[status!] ?? 'reason.fault') : undefined) ??
    (isTransient(error) ? 'reason.unreachable' : undefined) ??
    // An answer may give none, or be none that anybody knows.
    (BROKEN.test(name) || (errors && !errors[0]?.message) ? 'reason.fault' : undefined);
  return key ? t(key) : error.message;
}
