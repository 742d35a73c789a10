/** Waiting for something outside of the page: a host, a console, a file. */

/** Milliseconds after which what is waited for is not coming, on any machine. */
const TIMEOUT = 120_000;

/**
 * Asks again and again until the answer is as wanted. Resolves with the last answer.
 * @param longest milliseconds after which the answer is what it is
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
 * Waits until something is so.
 * @throws Error with the text of the condition after `longest` ms
 */
export async function waitUntil(isSo: () => unknown, longest = TIMEOUT): Promise<void> {
  const end = performance.now() + longest;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`After ${longest / 1000} s this is still not so: ${String(isSo)}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
