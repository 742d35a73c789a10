import type { Writable } from 'node:stream';
import { MultiBar } from 'cli-progress';
import { onInterruption } from './stop-signal.js';

/** Progress output of a command. */
export interface Progress {
  /** Adds to the total number of steps. */
  expect(steps: number): void;
  step(): void;
  /** Prints a permanent line. */
  line(text: string): void;
  /** Prints a permanent line about a problem. */
  problem(text: string): void;
  end(): void;
}

export interface Output {
  readonly out: Writable;
  readonly err: Writable & { readonly isTTY?: boolean };
}

/** A progress bar on a terminal, lines elsewhere. `label` names the counted items. */
export const createProgress = (label: string, output: Output): Progress =>
  output.err.isTTY ? barProgress(label, output) : lineProgress(label, output);

function barProgress(label: string, { err }: Output): Progress {
  const bars = new MultiBar({
    stream: err,
    format: `{bar} {value} of {total} ${label}, {eta_formatted} left`,
    clearOnComplete: true,
    hideCursor: true,
    // Frequent enough to show a log line before the work ends.
    fps: 10,
  });
  const bar = bars.create(0, 0);
  let total = 0;
  const line = (text: string): void => bars.log(`${text}\n`);
  const end = (): void => {
    // Logged lines appear only with a repaint.
    bars.update();
    bars.stop();
  };
  // Otherwise the cursor stays hidden.
  const isOver = onInterruption(end);
  return {
    expect: (steps) => bar.setTotal((total += steps)),
    step: () => bar.increment(),
    line,
    problem: line,
    end() {
      isOver();
      end();
    },
  };
}

/** Minimum number of steps for which progress lines are printed. */
const MIN_STEPS = 1_000;

function lineProgress(label: string, { out, err }: Output): Progress {
  let total = 0;
  let count = 0;
  return {
    expect: (steps) => void (total += steps),
    step() {
      count++;
      if (total >= MIN_STEPS && count % Math.ceil(total / 10) === 0) err.write(`${count} of ${total} ${label}\n`);
    },
    line: (text) => void out.write(`${text}\n`),
    problem: (text) => void err.write(`${text}\n`),
    end: () => {},
  };
}
