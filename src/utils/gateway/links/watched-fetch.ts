/**
 * A subscription has no end, and so no timeout, but the host regularly sends heartbeats.
 * Silence means that the connection was lost without notice, as after a laptop's sleep.
 */

/** Milliseconds per second. */
const SECOND = 1000;

/** Returns a `fetch` whose body fails with a TimeoutError after so many seconds of silence. */
export const watchedFetch =
  (fetch: typeof globalThis.fetch, seconds: number, opened?: () => void): typeof globalThis.fetch =>
  async (input, init) => {
    const silenceController = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restartTimer = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => silenceController.abort(new DOMException('silence', 'TimeoutError')), seconds * SECOND);
    };
    const clearTimer = (): void => clearTimeout(timer);
    restartTimer();
    try {
      const signal = init?.signal ? AbortSignal.any([init.signal, silenceController.signal]) : silenceController.signal;
      signal.addEventListener('abort', clearTimer);
      const response = await fetch(input, { ...init, signal });
      const type = response.headers.get('content-type') ?? '';
      if (!response.ok || !response.body || !/^multipart\/mixed/i.test(type)) {
        clearTimer();
        return response;
      }
      opened?.();
      const monitor = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          restartTimer();
          controller.enqueue(chunk);
        },
        flush: clearTimer,
      });
      const { status, headers } = response;
      return new Response(response.body.pipeThrough(monitor), { status, headers });
    } catch (error) {
      clearTimer();
      throw error;
    }
  };
