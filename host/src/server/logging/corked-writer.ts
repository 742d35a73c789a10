import type { Writable } from 'node:stream';

/** Bytes that wait for a reader of the stream: about 20,000 requests. In memory, they take several times as much. */
const MAX_WAITING = 4 * 2 ** 20;

export interface CorkedWriterOptions {
  /** Maximum bytes that wait. Further texts are dropped, because the memory would grow without end. */
  readonly maxWaiting?: number;
  /** Called with the number of dropped texts, before the next one that is written. */
  readonly onDropped?: (count: number) => void;
}

/**
 * Returns a function that writes texts to a stream, batching those of one iteration of the event loop in one system
 * call. Under load, single writes would take more time than some responses. The order of all writes to the stream is
 * kept. At exit, the rest is written.
 */
export function createCorkedWriter(
  stream: Writable,
  { maxWaiting = MAX_WAITING, onDropped }: CorkedWriterOptions = {},
): (text: string) => void {
  let isCorked = false;
  let dropped = 0;
  const uncork = (): void => {
    if (!isCorked) return;
    isCorked = false;
    process.removeListener('exit', uncork);
    stream.uncork();
  };
  return (text) => {
    if (stream.writableLength >= maxWaiting) {
      dropped++;
      return;
    }
    if (dropped > 0) {
      const count = dropped;
      // Before the call, which may write to this stream.
      dropped = 0;
      onDropped?.(count);
    }
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      setImmediate(uncork);
      process.once('exit', uncork);
    }
    stream.write(text);
  };
}
