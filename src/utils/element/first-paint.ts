/** Which element shows first, and how many at once: what comes late above something else pushes it down the page. */
import { FIRST_RENDER_GRACE } from '../../global/defaults';

/** Elements that have nothing to show yet, as they came: mostly as they stand. */
export const empty = new Set<Element>();

/** `Node.DOCUMENT_POSITION_FOLLOWING`, in fewer letters. */
const FOLLOWING = 4;

export const isBefore = (one: Element, other: Element): boolean => !!(one.compareDocumentPosition(other) & FOLLOWING);

/** Milliseconds that first paints may take of a frame; more with each frame that they fill, so that many do not take long. */
const SLICE = 24;
const GROWTH = 1.5;
/** Milliseconds after which a frame does not follow upon the one before. */
const NEXT = 50;

/** The frame that is under way, when its first paints began, and how long they may take. */
let frame: unknown;
let began: number;
let slice: number;

/**
 * Whether an element still waits: for one that stands before it, or for the next frame, as this one has had its share. The page
 * answers in between, and what stands first is seen first.
 * @param readyAt when it could show something first, by `performance.now()`.
 */
export function isTooEarly(element: Element, readyAt: number): boolean {
  const now = performance.now();
  const { currentTime } = document.timeline;
  if (frame !== currentTime) {
    frame = currentTime;
    slice = now - began < NEXT ? slice * GROWTH : SLICE;
    began = now;
  } else if (now - began > slice) return true;
  const [first] = empty;
  return !!first && now - readyAt < FIRST_RENDER_GRACE && isBefore(first, element);
}
