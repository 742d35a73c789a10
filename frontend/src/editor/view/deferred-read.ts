/** What was typed is read once it is painted: whoever types waits for nothing else. */
import type { EditorViewDependencies } from './types';

/** Milliseconds without typing, after which the page catches up: other copies of a repeater, data that came meanwhile. */
export const PAUSE = 600;

export interface DeferredRead {
  /** Something has been typed that is not read. */
  readonly isPending: boolean;
  /** Something has been typed. */
  schedule(): void;
  /** Reads it, before anything else is done with the text. */
  now(): void;
  stop(): void;
}

/**
 * @param flush has what the browser typed noticed
 * @param read takes what the block says
 */
export function createDeferredRead(page: Document, flush: () => void, read: () => void): DeferredRead {
  const view = page.defaultView!;
  let isPending = false;
  let isReading = false;
  let frame = 0;
  // A message comes after the style, layout and paint of the frame that it was sent in.
  const { port1, port2 } = new MessageChannel();
  const now = (): void => {
    if (isReading) return;
    isReading = true;
    try {
      flush();
      if (!isPending) return;
      isPending = false;
      view.cancelAnimationFrame(frame);
      read();
    } finally {
      isReading = false;
    }
  };
  port1.onmessage = now;
  // What nobody sees is not painted.
  view.addEventListener('pagehide', now);
  page.addEventListener('visibilitychange', now);
  return {
    get isPending() {
      return isPending;
    },
    schedule() {
      if (isPending) return;
      isPending = true;
      if (page.hidden) port2.postMessage(0);
      else frame = view.requestAnimationFrame(() => port2.postMessage(0));
    },
    now,
    stop() {
      now();
      port1.close();
      view.removeEventListener('pagehide', now);
      page.removeEventListener('visibilitychange', now);
    },
  };
}

/** Whoever asks for the text, or changes it, has what was typed in it. */
export const withTyped = (
  dependencies: EditorViewDependencies,
  { now }: Pick<DeferredRead, 'now'>,
): EditorViewDependencies => ({
  ...dependencies,
  state: () => (now(), dependencies.state()),
  run: (command) => (now(), dependencies.run(command)),
  dispatch: (edit) => (now(), dependencies.dispatch(edit)),
});
