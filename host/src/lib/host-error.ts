/** An error that the operator can correct, with an explanation. The CLI prints it without a stack. */
export class HostError extends Error {
  override readonly name = 'HostError';
}

interface SystemError extends Error {
  code?: string;
}

export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error ? (error as SystemError).code : undefined;

/** Explains why listening failed, and names the setting to change. */
export function listenError(error: unknown, hostname: string, port: number): Error {
  const target = `port ${port} on ${hostname}`;
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new HostError(`${target} is already in use. Stop what uses it, or choose another port.`, { cause: error });
    case 'EACCES':
      return new HostError(`this user may not open ${target}. Choose a port above 1023.`, { cause: error });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new HostError(
        `host '${hostname}' is not an address of this machine. Use 0.0.0.0 for all of its addresses.`,
        { cause: error },
      );
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}
