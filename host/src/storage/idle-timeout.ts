export interface IdleTimeout {
  /** Aborted after the timeout without progress. */
  readonly signal: AbortSignal;
  readonly onProgress: () => void;
}

/** Aborts a request to a server that stops responding. */
export async function withIdleTimeout<Result>(
  timeout: number,
  work: (idle: IdleTimeout) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeout);
  try {
    return await work({ signal: controller.signal, onProgress: () => void timer.refresh() });
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    throw new Error(`it did not respond for ${timeout / 1000} s`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}
