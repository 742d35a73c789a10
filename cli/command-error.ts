/** A user error; only its message is printed. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
