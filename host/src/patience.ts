/**
 * What the work comes to, if that is within so many milliseconds. The work goes on all the same, unheard.
 * @throws what `late` makes, when the time is over first.
 */
export async function within<Result>(milliseconds: number, work: Promise<Result>, late: () => Error): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), milliseconds);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
