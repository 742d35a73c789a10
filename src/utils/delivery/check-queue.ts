/** Checks wait for the first paint, run when the page has nothing better to do, and few at a time. */

const AT_ONCE = 4;
/** A page that paints nothing is checked after so many milliseconds. */
const LONGEST_WAIT = 4000;

const jobs: (() => Promise<void>)[] = [];
const idleResolvers: (() => void)[] = [];
let running = 0;
let open: boolean | undefined;

function run(): void {
  while (open && running < AT_ONCE && jobs.length) {
    running++;
    void jobs.shift()!().finally(() => {
      running--;
      run();
    });
  }
  if (!running && !jobs.length) idleResolvers.splice(0).forEach((go) => go());
}

/** Resolves when nothing is left to do. */
export const empty = (): Promise<void> =>
  new Promise((resolve) => {
    idleResolvers.push(resolve);
    run();
  });

/** Calls when the page has nothing better to do. */
export function whenIdle(start: (value?: unknown) => void): void {
  if (globalThis.requestIdleCallback as unknown) requestIdleCallback(start, { timeout: 1000 });
  else setTimeout(start, 50);
}

/** What is shown is shown: checks may begin. */
export function painted(): void {
  if (open) return;
  removeEventListener('feaasRender', painted, true);
  whenIdle(() => {
    open = true;
    run();
  });
}

/** Runs something when its turn comes. It must not fail. */
export function enqueue(job: () => Promise<void>): void {
  jobs.push(job);
  if (open === undefined) {
    open = false;
    addEventListener('feaasRender', painted, true);
    setTimeout(painted, LONGEST_WAIT);
  }
  run();
}
