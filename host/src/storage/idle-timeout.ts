export interface IdleTimeout {
  /** Aborted after the timeout without progress. */
  readonly signal: AbortSignal;
  readonly onProgress: () => void;
}

/** Aborts a request to a server that stops responding. */
export async function withIdleTimeout<Result>(
  timeout: number,
  exchange: (line: IdleTimeout) => Promise<Result>,
): Promise<Result> {
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(), timeout);
  try {
    return await exchange({ signal: idle.signal, onProgress: () => void timer.refresh() });
  } catch (error) {
    if (!idle.signal.aborted) throw error;
    throw new Error(`it did not respond for ${timeout / 1000} s`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
