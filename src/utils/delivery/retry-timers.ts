/** Scheduled retries, one per URL. They run after a delay, or at once when the network is back. */

export interface RetryTimersDependencies {
  readonly setTimer: (run: () => void, milliseconds: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
  /** Fires `online`. */
  readonly network: Pick<EventTarget, 'addEventListener'> | undefined;
}

const DEPENDENCIES: RetryTimersDependencies = {
  setTimer: (run, milliseconds) => setTimeout(run, milliseconds),
  clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
  network: typeof addEventListener === 'function' ? globalThis : undefined,
};

export class RetryTimers {
  readonly #timers = new Map<string, { readonly timer: unknown; readonly run: () => void }>();
  readonly #dependencies: RetryTimersDependencies;

  constructor(dependencies: Partial<RetryTimersDependencies> = {}) {
    this.#dependencies = { ...DEPENDENCIES, ...dependencies };
    this.#dependencies.network?.addEventListener('online', () => {
      for (const { run } of [...this.#timers.values()]) run();
    });
  }

  has(url: string): boolean {
    return this.#timers.has(url);
  }

  /** Schedules a retry for a URL, replacing an earlier one. */
  schedule(url: string, milliseconds: number, retry: () => void): void {
    this.cancel(url);
    const run = (): void => {
      this.cancel(url);
      retry();
    };
    this.#timers.set(url, { run, timer: this.#dependencies.setTimer(run, milliseconds) });
  }

  cancel(url: string): void {
    const scheduled = this.#timers.get(url);
    if (scheduled) this.#dependencies.clearTimer(scheduled.timer);
    this.#timers.delete(url);
  }
}
