/** What a browser has typed is read once it is painted: whoever types waits for nothing else. */
import type { EditorState } from '../../../../src/utils/editing/state';
import type { CanvasPorts } from './contract';

/** Milliseconds without typing, after which the page catches up: other copies of a repeat, data that came meanwhile. */
export const PAUSE = 600;

export interface Typed {
  /** Something has been typed that is not read. */
  readonly waits: boolean;
  /** Something has been typed. */
  soon(): void;
  /** Reads it, before anything else is done with the text. */
  now(): void;
  stop(): void;
}

/** @param read takes what the page shows */
export function createTyped(page: Document, read: () => void): Typed {
  const view = page.defaultView!;
  let waits = false;
  let frame = 0;
  // A message comes after the style, layout and paint of the frame that it was sent in.
  const { port1, port2 } = new MessageChannel();
  const now = (): void => {
    if (!waits) return;
    waits = false;
    view.cancelAnimationFrame(frame);
    read();
  };
  port1.onmessage = now;
  // What nobody sees is not painted.
  view.addEventListener('pagehide', now);
  page.addEventListener('visibilitychange', now);
  return {
    get waits() {
      return waits;
    },
    soon() {
      if (waits) return;
      waits = true;
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
export const afterTyped = (ports: CanvasPorts, { now }: Typed): CanvasPorts => ({
  ...ports,
  state: () => (now(), ports.state()),
  run: (command) => (now(), ports.run(command)),
  dispatch: (edit) => (now(), ports.dispatch(edit)),
});

/** What was read last, and where the page's caret was then: the view's selection is there still while both are the same. */
export interface Known {
  holds(state: EditorState): boolean;
  /** Undefined where they may differ. */
  keep(state: EditorState | undefined): void;
}

export function createKnown(page: Document): Known {
  let known: readonly unknown[] = [];
  const now = (state: EditorState): readonly unknown[] => {
    const { anchorNode, anchorOffset, focusNode, focusOffset } = page.getSelection()!;
    return [state, anchorNode, anchorOffset, focusNode, focusOffset];
  };
  return {
    holds: (state) => state === known[0] && now(state).every((each, at) => each === known[at]),
    keep: (state) => void (known = state ? now(state) : []),
  };
}
