/** Returns the work's result, or that of `onTimeout` after some milliseconds. The work continues, but its result is ignored. */
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

/** Like `waitFor`, but a timeout is an error. @throws the error of `onTimeout` after a timeout. */
export const within = <Result>(milliseconds: number, work: Promise<Result>, onTimeout: () => Error): Promise<Result> =>
  waitFor(milliseconds, work, () => {
    throw onTimeout();
  });
