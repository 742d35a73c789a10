import { codeOf } from '../../lib/host-error.js';

/**
 * Ends a command whose output nobody takes: without a word where its reader has left (`| head`), else with the reason. A host
 * goes on without being heard.
 * @param lasts whether what runs is a host
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
