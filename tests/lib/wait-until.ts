/** Polls for conditions outside of the page: on a host, in a console, in a file. */

/** Default timeout in milliseconds, long enough for slow machines. */
const TIMEOUT = 120_000;

/**
 * Calls a function repeatedly until its result is the expected one. Resolves with the last result, also after the timeout.
 * @param timeout timeout in milliseconds
 */
export async function pollUntil<Result>(
  read: () => Result | Promise<Result>,
  isExpected: (result: Result) => boolean,
  timeout = TIMEOUT,
): Promise<Result> {
  const end = performance.now() + timeout;
  for (;;) {
    const result = await read();
    if (isExpected(result) || performance.now() > end) return result;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * Waits until a condition is true.
 * @throws Error with the source text of the condition after `timeout` ms
 */
export async function waitUntil(condition: () => unknown, timeout = TIMEOUT): Promise<void> {
  const end = performance.now() + timeout;
  while (!(await condition())) {
    if (performance.now() > end)
      throw new Error(`After ${timeout / 1000} s the condition is still false: ${String(condition)}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
