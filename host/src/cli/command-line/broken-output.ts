import { codeOf } from '../../lib/host-error.js';

/**
 * Ends a command whose output cannot be written: silently if the reader has closed it (`| head`), otherwise with the
 * reason. A host continues without output, and says so once where somebody may read it.
 * @param lasts whether a host runs
 */
export function watchOutput(lasts: boolean): void {
  let isReported = false;
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      const hasLeft = codeOf(error) === 'EPIPE';
      if (stream === process.stdout && !isReported && (lasts || !hasLeft)) {
        isReported = true;
        process.stderr.write(
          `feaas-host: could not write the output: ${error.message}${lasts ? '. The host goes on, but log lines are lost.' : ''}\n`,
        );
      }
      if (!lasts) process.exit(hasLeft ? 0 : 1);
    });
}
