/** Polls for conditions outside of the page: on a host, in a console, in a file. */

/** Default timeout in milliseconds, long enough for slow machines. */
const TIMEOUT = 120_000;

/**
 * Calls a function repeatedly until its result is the expected one. Resolves with the last result, also after the timeout.
 * @param longest timeout in milliseconds
 */
export async function pollUntil<Answer>(
  ask: () => Answer | Promise<Answer>,
  isWanted: (answer: Answer) => boolean,
  longest = TIMEOUT,
): Promise<Answer> {
  const end = performance.now() + longest;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer) || performance.now() > end) return answer;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/**
 * Waits until a condition is true.
 * @throws Error with the source text of the condition after `longest` ms
 */
export async function waitUntil(isSo: () => unknown, longest = TIMEOUT): Promise<void> {
  const end = performance.now() + longest;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`After ${longest / 1000} s this is still not so: ${String(isSo)}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
