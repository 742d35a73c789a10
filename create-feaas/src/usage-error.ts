/** A user error on the command line or in a file that it refers to; its message contains a solution. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
