/** Maximum attempts to read a response. */
const MAX_ATTEMPTS = 3;

/** Repeats a request if the connection breaks within the response, which SDK clients do not retry. */
export async function readResponse<Answer, Result>(
  signal: AbortSignal,
  send: () => Promise<Answer>,
  read: (response: Answer) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const response = await send();
    try {
      return await read(response);
    } catch (error) {
      if (signal.aborted || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
