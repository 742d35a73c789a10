/** A request that {@link recordFetch} has recorded. */
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
  /** Subscriptions whose responses have neither ended nor been aborted. */
  readonly openSubscriptions: Set<RecordedRequest>;
}

/** A fetch function that records its requests and then calls another one, the global one by default. */
export function recordFetch(from: typeof fetch = fetch): FetchRecorder {
  const requests: RecordedRequest[] = [];
  const openSubscriptions = new Set<RecordedRequest>();
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
        openSubscriptions.add(request);
        signal?.addEventListener('abort', () => openSubscriptions.delete(request));
      }
      try {
        const response = await from(input, init);
        if (!isOpen) return response;
        const over = new TransformStream<Uint8Array, Uint8Array>({
          flush: () => void openSubscriptions.delete(request),
        });
        const { status, headers } = response;
        return new Response(response.body?.pipeThrough(over), { status, headers });
      } catch (error) {
        openSubscriptions.delete(request);
        throw error;
      }
    },
  };
}
