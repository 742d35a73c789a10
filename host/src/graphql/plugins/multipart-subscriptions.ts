import type { ExecutionResult } from 'graphql';
import type { FetchAPI, Plugin } from 'graphql-yoga';
import { isAsyncIterable } from '../../lib/async-iterable.js';

/**
 * Subscriptions over multipart/mixed, as Apollo Client requests them (`subscriptionSpec`). Each event is a part with
 * `{"payload": result}`. `{}` is a heartbeat.
 */
export function useMultipartSubscriptions(heartbeatMilliseconds: number): Plugin {
  return {
    onResultProcess({ request, result, setResultProcessor }) {
      if (!isAsyncIterable(result) || !MULTIPART_ACCEPTED.test(request.headers.get('accept') ?? '')) return;
      setResultProcessor((_, fetchAPI) => {
        const headers = {
          'content-type': `multipart/mixed; boundary="${BOUNDARY}"; subscriptionSpec=1.0`,
          'cache-control': 'no-store',
          // Buffering proxies would delay the events.
          'x-accel-buffering': 'no',
        };
        return new fetchAPI.Response(partsOf(result, heartbeatMilliseconds, fetchAPI), { status: 200, headers });
      }, 'multipart/mixed');
    },
  };
}

const BOUNDARY = 'graphql';
const MULTIPART_ACCEPTED = /multipart\/mixed[^,]*;\s*subscriptionspec\s*=/i;

interface Serializable {
  readonly stringify?: (result: unknown) => string;
}

/** Removes `http` from errors, which sets the response status in Yoga and is not for clients. */
function withoutInternals(result: ExecutionResult): object {
  if (!result.errors) return result;
  const errors = result.errors.map((error) => ({
    ...error.toJSON(),
    extensions: { ...error.extensions, http: undefined },
  }));
  return { ...result, errors };
}

function partsOf(
  results: AsyncIterable<unknown>,
  heartbeatMilliseconds: number,
  { ReadableStream }: Pick<FetchAPI, 'ReadableStream'>,
): ReadableStream<Uint8Array> {
  const iterator = results[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let heartbeat: NodeJS.Timeout | undefined;
  // A pending `pull` that waits for the next event would take more memory per subscription.
  let isPulled = false;
  let resume: (() => void) | undefined;
  const write = (controller: ReadableStreamDefaultController<Uint8Array>, content: string): void => {
    isPulled = false;
    controller.enqueue(encoder.encode(part(content)));
  };
  const send = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    try {
      for (;;) {
        const { done, value } = await iterator.next();
        // Waits until the client reads, so that nothing accumulates for slow clients.
        if (!isPulled) await new Promise<void>((resolve) => (resume = resolve));
        if (done) break;
        const { stringify = JSON.stringify } = value as Serializable;
        write(controller, `{"payload":${stringify(withoutInternals(value as ExecutionResult))}}`);
      }
      controller.enqueue(encoder.encode('--\r\n'));
      controller.close();
    } catch (error) {
      controller.error(error);
    }
    clearInterval(heartbeat);
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`\r\n--${BOUNDARY}${part('{}')}`));
      heartbeat = setInterval(() => {
        if (isPulled) write(controller, '{}');
      }, heartbeatMilliseconds);
      void send(controller);
    },
    pull() {
      isPulled = true;
      resume?.();
      resume = undefined;
    },
    async cancel() {
      clearInterval(heartbeat);
      await iterator.return?.();
    },
  });
}

/** A part includes the boundary after it, because only that shows clients that the part is complete. */
const part = (content: string): string =>
  `\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${content}\r\n--${BOUNDARY}`;
