/** Reads typed text after the browser has painted it, so that typing is never delayed. */
import type { EditorViewDependencies } from './types';

/** Milliseconds without typing before the page is updated: other copies of a repeater, data that arrived meanwhile. */
export const TYPING_PAUSE = 600;

export interface DeferredRead {
  /** Whether typed text is not read yet. */
  readonly isPending: boolean;
  /** Schedules a read after typing. */
  schedule(): void;
  /** Reads typed text immediately, before any other change of the text. */
  now(): void;
  stop(): void;
}

/**
 * @param flush makes the text editor process pending DOM changes
 * @param read reads the text of the block
 */
export function createDeferredRead(page: Document, flush: () => void, read: () => void): DeferredRead {
  const view = page.defaultView!;
  let isPending = false;
  let isReading = false;
  let frame = 0;
  // The message arrives after the style, layout and paint of the frame that posted it.
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
  // A hidden page is not painted.
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

/** Reads typed text before every access to the state or change of it. */
export const withFlushedText = (
  dependencies: EditorViewDependencies,
  { now }: Pick<DeferredRead, 'now'>,
): EditorViewDependencies => ({
  ...dependencies,
  state: () => (now(), dependencies.state()),
  run: (command) => (now(), dependencies.run(command)),
  dispatch: (edit) => (now(), dependencies.dispatch(edit)),
});
