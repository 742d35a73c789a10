/** A mistake on the command line, or in what it names; its message says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
