import type { Output } from '../command-line/progress.js';
import type { CopyCounts } from './copy-blobs.js';

/** Milliseconds between lines. On a terminal, each replaces the previous one. */
const INTERVAL = { terminal: 200, log: 5_000 };

/** Prints the progress and rate of a copy. */
export function transferProgress({ err }: Output): {
  copying(counts: CopyCounts): void;
  comparing(compared: number, total: number): void;
  end(): void;
} {
  const interval = err.isTTY ? INTERVAL.terminal : INTERVAL.log;
  const started = performance.now();
  let lastWrite = -Infinity;
  const write = (text: string, isLast: boolean): void => {
    const now = performance.now();
    if (!isLast && now - lastWrite < interval) return;
    lastWrite = now;
    err.write(err.isTTY ? `\r\u001b[K${text}${isLast ? '\n' : ''}` : `${text}\n`);
  };
  return {
    copying(counts) {
      const processed = counts.copied + counts.skipped + counts.failed;
      write(`${describeCopy(counts, (performance.now() - started) / 1000)}`, processed >= counts.total);
    },
    comparing: (compared, total) => write(`compared ${compared} of ${total} blobs`, compared >= total),
    end: () => void (err.isTTY && err.write('\r\u001b[K')),
  };
}

const MEBIBYTE = 2 ** 20;

/** `copied 120 of 500 blobs, 3.4 MiB, 1.2 MiB/s; 80 were there already` */
export function describeCopy({ total, copied, bytes, skipped, failed }: CopyCounts, seconds: number): string {
  const rate = seconds > 0 ? bytes / seconds : 0;
  return (
    `copied ${copied} of ${total} blobs, ${(bytes / MEBIBYTE).toFixed(1)} MiB, ${(rate / MEBIBYTE).toFixed(1)} MiB/s` +
    (skipped === 0 ? '' : `; ${skipped} were there already`) +
    (failed === 0 ? '' : `; ${failed} failed`)
  );
}
