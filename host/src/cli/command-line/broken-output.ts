import { codeOf } from '../../lib/host-error.js';

/**
 * Ends a command whose output cannot be written: silently if the reader has closed it (`| head`), otherwise with the
 * reason. A host continues without output.
 * @param lasts whether a host runs
 */
export function watchOutput(lasts: boolean): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (lasts) return;
      const hasLeft = codeOf(error) === 'EPIPE';
      if (!hasLeft && stream === process.stdout)
        process.stderr.write(`feaas-host: could not write the output: ${error.message}\n`);
      process.exit(hasLeft ? 0 : 1);
    });
}
