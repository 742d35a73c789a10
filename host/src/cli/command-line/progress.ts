import type { Writable } from 'node:stream';
import { MultiBar } from 'cli-progress';

/** What a command says while it works. */
export interface Progress {
  /** There is so much more to do. */
  expect(steps: number): void;
  step(): void;
  /** A line that stays. */
  line(text: string): void;
  /** The same for what is wrong. */
  problem(text: string): void;
  end(): void;
}

export interface Output {
  readonly out: Writable;
  readonly err: Writable & { readonly isTTY?: boolean };
}

/** A bar on a terminal, plain lines elsewhere. `label` says what is counted. */
export const createProgress = (label: string, output: Output): Progress =>
  output.err.isTTY ? barProgress(label, output) : lineProgress(label, output);

function barProgress(label: string, { err }: Output): Progress {
  const bars = new MultiBar({
    stream: err,
    format: `{bar} {value} of {total} ${label}, {eta_formatted} left`,
    clearOnComplete: true,
    hideCursor: true,
    // A log line must not wait for the next repaint when the work is over already.
    fps: 10,
  });
  const bar = bars.create(0, 0);
  let total = 0;
  const line = (text: string): void => bars.log(`${text}\n`);
  return {
    expect: (steps) => bar.setTotal((total += steps)),
    step: () => bar.increment(),
    line,
    problem: line,
    end() {
      // Lines that were logged appear with a repaint.
      bars.update();
      bars.stop();
    },
  };
}

/** Shorter work needs no word about how far it is. */
const SHORT = 1_000;

function lineProgress(label: string, { out, err }: Output): Progress {
  let total = 0;
  let done = 0;
  return {
    expect: (steps) => void (total += steps),
    step() {
      done++;
      if (total >= SHORT && done % Math.ceil(total / 10) === 0) err.write(`${done} of ${total} ${label}\n`);
    },
    line: (text) => void out.write(`${text}\n`),
    problem: (text) => void err.write(`${text}\n`),
    end: () => {},
  };
}
