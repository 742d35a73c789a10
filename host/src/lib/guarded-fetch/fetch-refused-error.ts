/** Why the proxy does not answer with what was asked for. */
export class FetchRefusedError extends Error {
  constructor(
    /** Of HTTP. */
    readonly status: 400 | 403 | 405 | 415 | 502 | 503 | 504,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}
