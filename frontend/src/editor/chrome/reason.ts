/** Why something did not work, as who edits would say it. */
import { passes } from '../../../../src/utils/gateway/passes';
import type { MessageKey } from '../../../../src/utils/editing/messages';
import type { Words } from '../view';

/** Names of errors whose own words are for developers. */
const REASONS: Readonly<Record<string, MessageKey>> = Object.freeze({
  UnauthenticatedError: 'reason.signIn',
  ForbiddenError: 'reason.forbidden',
  RateLimitedError: 'reason.busy',
});

export function reasonOf(error: Error, { say }: Words): string {
  const key = REASONS[error.name] ?? (passes(error) ? 'reason.unreachable' : undefined);
  return key ? say(key) : error.message;
}
