import { tokenParameter } from '../auth/url-tokens.js';
import { ForbiddenError, UnauthenticatedError } from '../domain/failures.js';
import type { Exchange } from '../http/exchange.js';
import { badRequest, failure, printable, type Reply } from '../http/reply.js';

/** Runs a room's answer; a library's refusal becomes 401 or 403. */
export async function withPermission(answer: () => Promise<Reply>): Promise<Reply> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof UnauthenticatedError) {
      return failure(401, `Unauthorized: ${error.message}`, { 'www-authenticate': 'Bearer realm="feaas"' });
    }
    if (error instanceof ForbiddenError) return failure(403, `Forbidden: ${error.message}`);
    throw error;
  }
}

/** URLs end up in logs, histories and Referer headers: a token in one is refused, even where none is needed. */
export function tokenInUrl({ query, path }: Exchange): Reply | undefined {
  const name = query === '' ? undefined : tokenParameter(new URLSearchParams(query));
  if (name === undefined) return undefined;
  return badRequest(path, `has a token in its query, as '${printable(name)}': send it in the Authorization header`);
}
