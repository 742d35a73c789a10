/** A mistake of who called the command; the message is all that is printed. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
