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
    const silent = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const heard = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(new DOMException('silence', 'TimeoutError')), seconds * SECOND);
    };
    const over = (): void => clearTimeout(timer);
    heard();
    try {
      const signal = init?.signal ? AbortSignal.any([init.signal, silent.signal]) : silent.signal;
      signal.addEventListener('abort', over);
      const response = await fetch(input, { ...init, signal });
      const type = response.headers.get('content-type') ?? '';
      if (!response.ok || !response.body || !/^multipart\/mixed/i.test(type)) {
        over();
        return response;
      }
      opened?.();
      const watch = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          heard();
          controller.enqueue(chunk);
        },
        flush: over,
      });
      const { status, headers } = response;
      return new Response(response.body.pipeThrough(watch), { status, headers });
    } catch (error) {
      over();
      throw error;
    }
  };
