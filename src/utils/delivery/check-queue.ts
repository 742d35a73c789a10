/** Queue of checks: they start after the first render, when the page is idle, with limited concurrency. */

const CONCURRENCY = 4;
/** Milliseconds after which checks start on a page that renders nothing. */
const LONGEST_WAIT = 4000;

/** Calls `start` when the page is idle. */
export function whenPageIdle(start: () => void): void {
  if (globalThis.requestIdleCallback as unknown) requestIdleCallback(start, { timeout: 1000 });
  else setTimeout(start, 50);
}

export interface CheckQueueDependencies {
  readonly whenIdle: (start: () => void) => void;
  readonly setTimer: (run: () => void, milliseconds: number) => unknown;
  /** Fires `feaasRender`. */
  readonly page: Pick<EventTarget, 'addEventListener' | 'removeEventListener'>;
}

const DEPENDENCIES = (): CheckQueueDependencies => ({
  whenIdle: whenPageIdle,
  setTimer: (run, milliseconds) => setTimeout(run, milliseconds),
  page: globalThis,
});

export class CheckQueue {
  readonly #jobs: (() => Promise<void>)[] = [];
  readonly #idleResolvers: (() => void)[] = [];
  readonly #dependencies: CheckQueueDependencies;
  #running = 0;
  #isOpen = false;
  #isWaiting = false;

  constructor(dependencies: Partial<CheckQueueDependencies> = {}) {
    this.#dependencies = { ...DEPENDENCIES(), ...dependencies };
  }

  /** Queues a job. It must not fail. */
  add(job: () => Promise<void>): void {
    this.#jobs.push(job);
    if (!this.#isWaiting && !this.#isOpen) {
      this.#isWaiting = true;
      this.#dependencies.page.addEventListener('feaasRender', this.open, true);
      this.#dependencies.setTimer(this.open, LONGEST_WAIT);
    }
    this.#run();
  }

  /** Starts jobs as soon as the page is idle; called after the first render. */
  readonly open = (): void => {
    if (this.#isOpen) return;
    this.#dependencies.page.removeEventListener('feaasRender', this.open, true);
    this.#dependencies.whenIdle(() => {
      this.#isOpen = true;
      this.#run();
    });
  };

  /** Resolves when no job is left. */
  whenEmpty(): Promise<void> {
    return new Promise((resolve) => {
      this.#idleResolvers.push(resolve);
      this.#run();
    });
  }

  #run(): void {
    while (this.#isOpen && this.#running < CONCURRENCY && this.#jobs.length) {
      this.#running++;
      const job = this.#jobs.shift()!;
      // Not before the caller of `add` has reported the current state.
      void Promise.resolve()
        .then(job)
        .finally(() => {
          this.#running--;
          this.#run();
        });
    }
    if (!this.#running && !this.#jobs.length) this.#idleResolvers.splice(0).forEach((resolve) => resolve());
  }
}
