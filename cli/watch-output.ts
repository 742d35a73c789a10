/** Handles errors of the command's output streams. */

/**
 * Ends the command if its output fails: silently if the reader has closed the pipe, as `| head` does, else with the
 * reason.
 */
export function watchOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      const isPipeClosed = error.code === 'EPIPE';
      if (!isPipeClosed && stream === process.stdout)
        process.stderr.write(`feaas: could not write the output (${error.message}). Check where it goes.\n`);
      process.exit(isPipeClosed ? 0 : 1);
    });
}
