/** The proxy rejects a request, or cannot fetch the resource. */
export class FetchRefusedError extends Error {
  constructor(
    /** HTTP status of the response. */
    readonly status: 400 | 403 | 405 | 415 | 502 | 503 | 504,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}
