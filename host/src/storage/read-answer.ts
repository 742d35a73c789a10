/** Attempts to read one answer. */
const MAX_ATTEMPTS = 3;

/** Asks again, and reads from the beginning, where the line breaks in an answer: clients repeat a request only until then. */
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
