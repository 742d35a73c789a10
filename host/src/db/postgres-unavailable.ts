/** PostgreSQL that can not be reached, as unlike a query that it refuses. */
import { databaseUnavailable } from '../lib/domain-error.js';
import { codeOf } from '../lib/host-error.js';

/**
 * Of the network; and of a server that stops, starts, has no connection to give, no space, or may only be read for now; and of
 * timeouts: of a statement, a lock, a transaction in which nothing was asked.
 */
const UNAVAILABLE_CODES = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  ...['57P01', '57P02', '57P03', '57P05', '53300', '53100', '25006'],
  ...['57014', '55P03', '25P03'],
]);
/** The driver's own errors have no code. */
const UNAVAILABLE_MESSAGES =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (?:has encountered a connection error|was closed)|Cannot use a pool after calling end)/;

export const isUnavailable = (error: unknown): boolean => {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  // All of class 08 are about the connection.
  return code === undefined
    ? UNAVAILABLE_MESSAGES.test(error.message)
    : UNAVAILABLE_CODES.has(code) || /^08\w{3}$/.test(code);
};

/** Rejects as what it rejects with, but where the database is away: then with an error that says so. */
export async function reportUnavailable<Result>(query: Promise<Result>): Promise<Result> {
  try {
    return await query;
  } catch (error) {
    throw isUnavailable(error) ? databaseUnavailable(error) : error;
  }
}
