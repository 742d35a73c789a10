/** A fetch that does what fetch does, and keeps what was asked. */
export interface RecordedRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  /** The body as JSON; undefined without one. */
  readonly body: any;
  readonly signal: AbortSignal | undefined;
}

export interface FetchRecorder {
  readonly fetch: typeof fetch;
  readonly requests: RecordedRequest[];
  /** Subscriptions that were asked for, and were neither answered to the end nor given up. */
  readonly openSubscriptions: Set<RecordedRequest>;
}

export function recordFetch(from: typeof fetch = fetch): FetchRecorder {
  const requests: RecordedRequest[] = [];
  const open = new Set<RecordedRequest>();
  return {
    requests,
    openSubscriptions,
    fetch: async (input, init = {}) => {
      const url = new URL(String(input), 'http://page.test/');
      const { method = 'GET', body, signal } = init;
      const request: RecordedRequest = {
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
