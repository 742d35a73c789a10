/** Distinguishes an unavailable PostgreSQL from an invalid query. */
import { databaseUnavailable } from '../lib/domain-error.js';
import { codeOf } from '../lib/host-error.js';

/**
 * Codes of network errors; of a server that stops, starts, has no free connection or disk space, or is read-only; and
 * of timeouts of a statement, a lock or an idle transaction.
 */
const UNAVAILABLE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '57P05', '53300', '53100', '25006'],
  ...['57014', '55P03', '25P03'],
]);
/** Errors of the driver itself have no code. */
const UNAVAILABLE_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (?:has encountered a connection error|was closed)|Cannot use a pool after calling end)/;

export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  // All codes of class 08 are connection errors.
  return code === undefined
    ? UNAVAILABLE_MESSAGES.test(error.message)
    : UNAVAILABLE_CODES.has(code) || /^08\w{3}$/.test(code);
};

/** Converts connection errors of a query to UnavailableError. */
export async function reportUnavailable<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query;
  } catch (error) {
    throw isUnavailable(error) ? databaseUnavailable(error) : error;
  }
}
