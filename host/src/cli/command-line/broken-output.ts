import { codeOf } from '../../lib/host-error.js';
import { report } from './report.js';

/**
 * Ends a command whose output cannot be written: silently if the reader has closed it (`| head`), otherwise with the
 * reason. A host continues without output, and says so once where somebody may read it.
 * @param isHost whether a host runs
 */
export function watchOutput(isHost: boolean): void {
  let isReported = false;
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      const isPipeClosed = codeOf(error) === 'EPIPE';
      if (stream === process.stdout && !isReported && (isHost || !isPipeClosed)) {
        isReported = true;
        report(
          isHost
            ? `could not write the output: ${error.message}. The host goes on, but loses log lines. Check where they go.`
            : `could not write the output: ${error.message}. Check where it goes.`,
        );
      }
      if (!isHost) process.exit(isPipeClosed ? 0 : 1);
    });
}
