import type { Writable } from 'node:stream';

/**
 * Returns a function that writes texts to a stream, batching those of one iteration of the event loop in one system
 * call. Under load, single writes would take more time than some responses. The order of all writes to the stream is
 * kept. At exit, the rest is written.
 */
export function createCorkedWriter(stream: Writable): (text: string) => void {
  let isCorked = false;
  const uncork = (): void => {
    if (!isCorked) return;
    isCorked = false;
    process.removeListener('exit', uncork);
    stream.uncork();
  };
  return (text) => {
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      setImmediate(uncork);
      process.once('exit', uncork);
    }
    stream.write(text);
  };
}
