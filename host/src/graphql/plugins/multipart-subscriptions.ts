import type { Plugin } from 'graphql-yoga';
import { isAsyncIterable } from '../../lib/async-iterable.js';

/**
 * Subscriptions over multipart/mixed, as Apollo Client asks for them (`subscriptionSpec`): each event is a part with
 * `{"payload": result}`, and `{}` is a part that only says that the connection lives.
 */
export function useMultipartSubscriptions(heartbeatMilliseconds: number): Plugin {
  return {
    onResultProcess({ request, result, setResultProcessor }) {
      if (!isAsyncIterable(result) || !MULTIPART_ACCEPTED.test(request.headers.get('accept') ?? '')) return;
      setResultProcessor((_, fetchAPI) => {
        const headers = {
          'content-type': `multipart/mixed; boundary="${BOUNDARY}"; subscriptionSpec=1.0`,
          'cache-control': 'no-store',
          // Proxies that gather answers would hold back the events.
          'x-accel-buffering': 'no',
        };
        return new fetchAPI.Response(partsOf(result, heartbeatMilliseconds), { status: 200, headers });
      }, 'multipart/mixed');
    },
  };
}

const BOUNDARY = 'graphql';
const MULTIPART_ACCEPTED = /multipart\/mixed[^,]*;\s*subscriptionspec\s*=/i;

function partsOf(results: AsyncIterable<unknown>, heartbeatMilliseconds: number): ReadableStream<Uint8Array> {
  const iterator = results[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`\r\n--${BOUNDARY}`));
      controller.enqueue(encoder.encode(part({})));
      heartbeat = setInterval(() => {
        // A client that does not read gets no heap of heartbeats.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(encoder.encode(part({})));
      }, heartbeatMilliseconds);
    },
    async pull(controller) {
      try {
        const { done, value } = await iterator.next();
        if (!done) return controller.enqueue(encoder.encode(part({ payload: value })));
        controller.enqueue(encoder.encode('--\r\n'));
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      clearInterval(heartbeat);
    },
    async cancel() {
      clearInterval(heartbeat);
      await iterator.return?.();
    },
  });
}

/** With the boundary that ends it: only then does a client know that the part is whole. */
const part = (content: unknown): string =>
  `\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${JSON.stringify(content)}\r\n--${BOUNDARY}`;
