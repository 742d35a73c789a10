import type { Writable } from 'node:stream';

/**
 * Returns what writes texts to a stream, those of one iteration of the event loop by one system call: a host that answers many
 * requests would else spend more time on the lines of its log than on some answers. The order of all that is written to the stream
 * stays, and what is left is written when the process exits.
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
