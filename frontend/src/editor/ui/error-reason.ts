/** Explains errors in the words of an editor's user. */
import { isTransient } from '../../../../src/utils/gateway/transient-errors';
import type { TextKey } from '../../../../src/utils/editing/messages/messages';
import type { EditorMessages } from '../types';

/** Names of errors whose messages are for developers. */
const REASONS: Readonly<Record<string, TextKey>> = Object.freeze({
  UnauthenticatedError: 'reason.signIn',
  ForbiddenError: 'reason.forbidden',
  ForkDeletedError: 'reason.forkDeleted',
  GatewayClosedError: 'reason.closed',
  RateLimitedError: 'reason.busy',
  // Conflicts of text have their own dialog. This one comes from a reset.
  ConflictError: 'reason.newerRevision',
});

/** Status codes of responses that are not GraphQL, from a server or a proxy. */
const STATUSES: Readonly<Record<number, TextKey>> = Object.freeze({
  401: 'reason.signIn',
  403: 'reason.forbidden',
  413: 'reason.large',
  429: 'reason.busy',
  502: 'reason.unreachable',
  503: 'reason.unreachable',
  504: 'reason.unreachable',
});

/** Names of errors that a malformed response causes. */
const MALFORMED = /^(?:TypeError|Invariant Violation)$/;

/** Whether the host does not support the request, since it is older than the editor. */
export const isUnsupported = ({ code }: Error & { readonly code?: string }): boolean =>
  code === 'GRAPHQL_VALIDATION_FAILED';

interface Failure extends Error {
  readonly status?: number;
  /** The errors of a GraphQL response. */
  readonly errors?: readonly { readonly message: string }[];
}

export function reasonOf(error: Failure, { t }: EditorMessages): string {
  const { name, status, errors } = error;
  const key =
    REASONS[name] ??
    (isUnsupported(error) ? 'reason.unsupported' : undefined) ??
    (name === 'ResponseStatusError' ? (STATUSES[status!] ?? 'reason.fault') : undefined) ??
    (isTransient(error) ? 'reason.unreachable' : undefined) ??
    // A response may have no message, or be malformed.
    (MALFORMED.test(name) || (errors && !errors[0]?.message) ? 'reason.fault' : undefined);
  return key ? t(key) : error.message;
}
