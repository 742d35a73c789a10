/** Detects that a frame lost its document. That happens when the page moves or removes it. Pending work in it never completes. */

export class FrameLostError extends Error {
  constructor() {
    super('the page moved the component while its editor opened. Start the editor again.');
  }
}

/**
 * Awaits work in the document of a frame.
 * @throws FrameLostError once the frame has lost its document
 */
export async function untilFrameLost<Result>(page: Document, work: Promise<Result>): Promise<Result> {
  const stop = new AbortController();
  const frameLost = new Promise<never>((_, reject) => {
    const fail = (): void => reject(new FrameLostError());
    if (page.defaultView) page.defaultView.addEventListener('pagehide', fail, { signal: stop.signal });
    else fail();
  });
  try {
    return await Promise.race([work, frameLost]);
  } finally {
    stop.abort();
  }
}
