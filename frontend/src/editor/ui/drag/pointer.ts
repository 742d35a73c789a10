/**
 * Drags a block by mouse, finger or pen. It uses pointer events, since native drag and drop does not support touch on
 * most devices. Libraries for all pointers are as large as the rest of the lazy code, and made for flat lists.
 */
import { setPosition, type EditorUIContextValue } from '../context';
import type { DragPayload } from './payload';
import { startDragSession, type DragSession } from './session';

/** Distance in pixels that the pointer moves before a drag starts. */
const FAR = 5;
/** Distance in pixels from an edge within which content scrolls, and the maximum number of pixels per frame. */
const EDGE = 56;
const SPEED = 14;

/** Pixels between the pointer and the label of the dragged block. */
const BESIDE = 12;

/** The scrollable elements under a point, the innermost first. */
function* scrollersAt(x: number, y: number): Generator<Element> {
  for (let at = document.elementFromPoint(x, y); at; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) yield at;
  if (document.scrollingElement) yield document.scrollingElement;
}

/** Scrolls the innermost element whose edge is near the pointer. */
function scrollAt(x: number, y: number): void {
  for (const scroller of scrollersAt(x, y)) {
    const isPage = scroller === document.scrollingElement;
    const { top, bottom } = isPage ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect();
    const from = Math.max(0, EDGE - (y - Math.max(0, top)));
    const to = Math.max(0, EDGE - (Math.min(innerHeight, bottom) - y));
    const by = Math.round(((to - from) / EDGE) * SPEED);
    const before = scroller.scrollTop;
    if (by) scroller.scrollTop += by;
    if (scroller.scrollTop !== before) return;
  }
}

/**
 * Starts a drag once the pressed pointer has moved.
 * @param lifted called when the drag starts; returns a function that is called when it ends
 */
export function dragFrom(
  context: EditorUIContextValue,
  event: PointerEvent,
  payload: () => DragPayload,
  lifted: () => (dropped: boolean) => void = () => () => {},
): void {
  if (event.button !== 0 || !event.isPrimary) return;
  // The content of a picker is in its own shadow root.
  const layer = event.composedPath().find((at): at is Element => at instanceof Element && at.matches('.layer'))!;
  const { pointerId, clientX, clientY } = event;
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true };
  let at = { x: clientX, y: clientY };
  let load: DragSession | undefined;
  let done: ((dropped: boolean) => void) | undefined;
  let label: HTMLElement | undefined;
  let frame = 0;

  function lift(): void {
    load = startDragSession(context, payload(), layer);
    done = lifted();
    label = document.createElement('div');
    label.className = 'carried';
    label.textContent = load.payload.name;
    layer.append(label);
    layer.classList.add('layer--carrying');
    frame = requestAnimationFrame(step);
  }
  function step(): void {
    scrollAt(at.x, at.y);
    // Scrolling may have changed the nearest target.
    load!.setTargetNear(at.x, at.y);
    const { offsetWidth: width, offsetHeight: height } = label!;
    const isTurned = getComputedStyle(label!).direction === 'rtl';
    const left = isTurned ? at.x - width - BESIDE : at.x + BESIDE;
    const top = at.y + BESIDE + height > innerHeight ? at.y - BESIDE - height : at.y + BESIDE;
    setPosition(label!, { left: Math.max(0, Math.min(left, document.documentElement.clientWidth - width)), top });
    frame = requestAnimationFrame(step);
  }
  function end(isDropped: boolean): void {
    stop.abort();
    cancelAnimationFrame(frame);
    label?.remove();
    layer.classList.remove('layer--carrying');
    if (!load) return;
    if (isDropped) load.setTargetNear(at.x, at.y);
    const hasMoved = isDropped ? load.drop() : (load.cancel(), false);
    done?.(hasMoved);
  }

  addEventListener(
    'pointermove',
    (move) => {
      if (move.pointerId !== pointerId) return;
      at = { x: move.clientX, y: move.clientY };
      if (!load && Math.hypot(at.x - clientX, at.y - clientY) >= FAR) lift();
    },
    options,
  );
  addEventListener(
    'pointerup',
    (up) => {
      if (up.pointerId !== pointerId) return;
      if (load) {
        // Suppresses the click after a drag.
        const swallow = (click: Event): void => (click.preventDefault(), click.stopPropagation());
        addEventListener('click', swallow, { capture: true, once: true });
        setTimeout(() => removeEventListener('click', swallow, true));
      }
      end(true);
    },
    options,
  );
  addEventListener('pointercancel', (gone) => gone.pointerId === pointerId && end(false), options);
  addEventListener('blur', (left) => left.target === window && end(false), options);
  addEventListener(
    'keydown',
    (key) => {
      if (!load) return;
      key.preventDefault();
      key.stopPropagation();
      if (key.key === 'Escape') end(false);
    },
    options,
  );
}
