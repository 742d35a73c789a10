/** A fetch that does what fetch does, and keeps what was asked. */
export interface Recorded {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  /** The body as JSON; undefined without one. */
  readonly body: any;
  readonly signal: AbortSignal | undefined;
}

export interface Recorder {
  readonly fetch: typeof fetch;
  readonly requests: Recorded[];
  /** Subscriptions that were asked for, and were neither answered to the end nor given up. */
  readonly open: Set<Recorded>;
}

export function recorder(from: typeof fetch = fetch): Recorder {
  const requests: Recorded[] = [];
  const open = new Set<Recorded>();
  return {
    requests,
    open,
    fetch: async (input, init = {}) => {
      const url = new URL(String(input), 'http://page.test/');
      const { method = 'GET', body, signal } = init;
      const request: Recorded = {
        ...{ method, url, headers: new Headers(init.headers) },
        ...{ body: typeof body === 'string' ? JSON.parse(body) : undefined, signal: signal ?? undefined },
      };
      requests.push(request);
      const isOpen = request.headers.get('accept')?.includes('subscriptionSpec');
      if (isOpen) {
        open.add(request);
        signal?.addEventListener('abort', () => open.delete(request));
      }
      try {
        const response = await from(input, init);
        if (!isOpen) return response;
        const over = new TransformStream<Uint8Array, Uint8Array>({ flush: () => void open.delete(request) });
        const { status, headers } = response;
        return new Response(response.body?.pipeThrough(over), { status, headers });
      } catch (error) {
        open.delete(request);
        throw error;
      }
    },
  };
}
