/** Maximum attempts to read a response. */
const MAX_ATTEMPTS = 3;

/** Repeats a request if the connection breaks within the response, which SDK clients do not retry. */
export async function readAnswer<Answer, Result>(
  signal: AbortSignal,
  ask: () => Promise<Answer>,
  read: (answer: Answer) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const answer = await ask();
    try {
      return await read(answer);
    } catch (error) {
      if (signal.aborted || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
