/**
 * What the work comes to, if that is within so many milliseconds, else what `onTimeout` makes of it. The work goes on all the
 * same, unheard.
 */
export async function waitFor<Result, Late>(
  milliseconds: number,
  work: Promise<Result>,
  onTimeout: () => Late,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  try {
    return await Promise.race([work, timedOut.then(onTimeout)]);
  } finally {
    clearTimeout(timer);
  }
}

/** The same, where to be late is a failure. @throws what `onTimeout` makes, when the time is over first. */
export const within = <Result>(milliseconds: number, work: Promise<Result>, onTimeout: () => Error): Promise<Result> =>
  waitFor(milliseconds, work, () => {
    throw onTimeout();
  });
