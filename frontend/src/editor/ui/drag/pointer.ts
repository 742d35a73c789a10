/**
 * A block is dragged: by mouse, finger or pen. Pointer events by themselves: the browser's own drag and drop knows no finger on
 * most devices, and the libraries that know all weigh as much as the rest of what comes late, for lists of one level.
 */
import { setPosition, type EditorUIContextValue } from '../context';
import type { DragPayload } from './payload';
import { startDragSession, type DragSession } from './session';

/** Pixels that a pointer moves before it drags. */
const FAR = 5;
/** Pixels from an edge within which what is behind it comes into sight, and how many of them a frame at most. */
const EDGE = 56;
const SPEED = 14;

/** Pixels between the pointer and the name of what it carries. */
const BESIDE = 12;

/** What scrolls under a point, the innermost first. */
function* scrollersAt(x: number, y: number): Generator<Element> {
  for (let at = document.elementFromPoint(x, y); at; at = at.parentElement)
    if (at.scrollHeight > at.clientHeight && /auto|scroll/.test(getComputedStyle(at).overflowY)) yield at;
  if (document.scrollingElement) yield document.scrollingElement;
}

/** Scrolls what stands at its edge under the pointer. */
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
 * Watches a pointer that went down: once it has moved, what it holds is carried.
 * @param lifted it is; what is returned says how that ends
 */
export function dragFrom(
  context: EditorUIContextValue,
  event: PointerEvent,
  payload: () => DragPayload,
  lifted: () => (dropped: boolean) => void = () => () => {},
): void {
  if (event.button !== 0 || !event.isPrimary) return;
  // What a picker holds is in a shadow root of its own.
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
    // Where it stands may have changed by that.
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
        // It was no click.
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
