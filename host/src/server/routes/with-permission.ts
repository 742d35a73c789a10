import { ForbiddenError, UnauthenticatedError } from '../../lib/domain-error.js';
import { failure, type HostResponse } from '../http/response.js';

/** Runs a route. Converts permission errors to 401 or 403. */
export async function withPermission(respond: () => Promise<HostResponse>): Promise<HostResponse> {
  try {
    return await respond();
  } catch (error) {
    if (error instanceof UnauthenticatedError) {
      return failure(401, `Unauthorized: ${error.message}`, { 'www-authenticate': 'Bearer realm="feaas"' });
    }
    if (error instanceof ForbiddenError) return failure(403, `Forbidden: ${error.message}`);
    throw error;
  }
}
