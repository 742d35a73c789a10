/** A frame that the page moves or takes away has another document then, or none: nothing that was to happen in it happens. */

export class FrameLostError extends Error {
  constructor() {
    super('the page moved the component while its editor opened. Start the editor again.');
  }
}

/**
 * What happens in the document of a frame.
 * @throws FrameLostError once the frame has lost it
 */
export async function inFrame<Result>(page: Document, work: Promise<Result>): Promise<Result> {
  const stop = new AbortController();
  const lost = new Promise<never>((_, reject) => {
    const lose = (): void => reject(new FrameLostError());
    if (page.defaultView) page.defaultView.addEventListener('pagehide', lose, { signal: stop.signal });
    else lose();
  });
  try {
    return await Promise.race([work, lost]);
  } finally {
    stop.abort();
  }
}
