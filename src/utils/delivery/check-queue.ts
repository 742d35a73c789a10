/** Checks wait for the first render, run when the page is idle, and few at a time. */

const CONCURRENCY = 4;
/** Milliseconds after which checks run on a page that renders nothing. */
const LONGEST_WAIT = 4000;

/** Calls when the page is idle. */
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

  /** Runs a job when its turn comes. It must not fail. */
  add(job: () => Promise<void>): void {
    this.#jobs.push(job);
    if (!this.#isWaiting && !this.#isOpen) {
      this.#isWaiting = true;
      this.#dependencies.page.addEventListener('feaasRender', this.open, true);
      this.#dependencies.setTimer(this.open, LONGEST_WAIT);
    }
    this.#run();
  }

  /** The page has rendered: from now on jobs run, beginning when it is idle. */
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
      // Not before whoever added it has told of what is here.
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
