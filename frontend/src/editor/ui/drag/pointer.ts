/**
 * Drags a block by mouse, finger or pen. It uses pointer events, since native drag and drop does not support touch on
 * most devices. Libraries for all pointers are as large as the rest of the lazy code, and made for flat lists.
 */
import { setPosition, type EditorUIContextValue } from '../context';
import type { DragPayload } from './payload';
import { startDragSession, type DragSession } from './session';

/** Distance in pixels that the pointer moves before a drag starts. */
const DRAG_THRESHOLD = 5;
/** Distance in pixels from an edge within which content scrolls, and the maximum number of pixels per frame. */
const EDGE = 56;
const SPEED = 14;

/** Pixels between the pointer and the label of the dragged block. */
const LABEL_OFFSET = 12;

/** The scrollable elements under a point, the innermost first. */
function* scrollersAt(x: number, y: number): Generator<Element> {
  for (let element = document.elementFromPoint(x, y); element; element = element.parentElement)
    if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY))
      yield element;
  if (document.scrollingElement) yield document.scrollingElement;
}

/** Scrolls the innermost element whose edge is near the pointer. */
function scrollAt(x: number, y: number): void {
  for (const scroller of scrollersAt(x, y)) {
    const isPage = scroller === document.scrollingElement;
    const { top, bottom } = isPage ? { top: 0, bottom: innerHeight } : scroller.getBoundingClientRect();
    const from = Math.max(0, EDGE - (y - Math.max(0, top)));
    const to = Math.max(0, EDGE - (Math.min(innerHeight, bottom) - y));
    const distance = Math.round(((to - from) / EDGE) * SPEED);
    const before = scroller.scrollTop;
    if (distance) scroller.scrollTop += distance;
    if (scroller.scrollTop !== before) return;
  }
}

/**
 * Starts a drag once the pressed pointer has moved.
 * @param onStart called when the drag starts; returns a function that is called when it ends
 */
export function dragFrom(
  context: EditorUIContextValue,
  event: PointerEvent,
  payload: () => DragPayload,
  onStart: () => (dropped: boolean) => void = () => () => {},
): void {
  if (event.button !== 0 || !event.isPrimary) return;
  // The content of a picker is in its own shadow root.
  const layer = event
    .composedPath()
    .find((target): target is Element => target instanceof Element && target.matches('.layer'))!;
  const { pointerId, clientX, clientY } = event;
  const stop = new AbortController();
  const options = { signal: stop.signal, capture: true };
  let pointer = { x: clientX, y: clientY };
  let session: DragSession | undefined;
  let onEnd: ((dropped: boolean) => void) | undefined;
  let label: HTMLElement | undefined;
  let frame = 0;

  function start(): void {
    session = startDragSession(context, payload(), layer);
    onEnd = onStart();
    label = document.createElement('div');
    label.className = 'carried';
    label.textContent = session.payload.name;
    layer.append(label);
    layer.classList.add('layer--carrying');
    frame = requestAnimationFrame(step);
  }
  function step(): void {
    scrollAt(pointer.x, pointer.y);
    // Scrolling may have changed the nearest target.
    session!.setTargetNear(pointer.x, pointer.y);
    const { offsetWidth: width, offsetHeight: height } = label!;
    const isRightToLeft = getComputedStyle(label!).direction === 'rtl';
    const labelLeft = isRightToLeft ? pointer.x - width - LABEL_OFFSET : pointer.x + LABEL_OFFSET;
    const top =
      pointer.y + LABEL_OFFSET + height > innerHeight ? pointer.y - LABEL_OFFSET - height : pointer.y + LABEL_OFFSET;
    setPosition(label!, { left: Math.max(0, Math.min(labelLeft, document.documentElement.clientWidth - width)), top });
    frame = requestAnimationFrame(step);
  }
  function end(isDropped: boolean): void {
    stop.abort();
    cancelAnimationFrame(frame);
    label?.remove();
    layer.classList.remove('layer--carrying');
    if (!session) return;
    if (isDropped) session.setTargetNear(pointer.x, pointer.y);
    const hasMoved = isDropped ? session.drop() : (session.cancel(), false);
    onEnd?.(hasMoved);
  }

  addEventListener(
    'pointermove',
    (moveEvent) => {
      if (moveEvent.pointerId !== pointerId) return;
      pointer = { x: moveEvent.clientX, y: moveEvent.clientY };
      if (!session && Math.hypot(pointer.x - clientX, pointer.y - clientY) >= DRAG_THRESHOLD) start();
    },
    options,
  );
  addEventListener(
    'pointerup',
    (upEvent) => {
      if (upEvent.pointerId !== pointerId) return;
      if (session) {
        // Suppresses the click after a drag.
        const swallow = (click: Event): void => (click.preventDefault(), click.stopPropagation());
        addEventListener('click', swallow, { capture: true, once: true });
        setTimeout(() => removeEventListener('click', swallow, true));
      }
      end(true);
    },
    options,
  );
  addEventListener('pointercancel', (cancelEvent) => cancelEvent.pointerId === pointerId && end(false), options);
  addEventListener('blur', (blurEvent) => blurEvent.target === window && end(false), options);
  addEventListener(
    'keydown',
    (keyEvent) => {
      if (!session) return;
      keyEvent.preventDefault();
      keyEvent.stopPropagation();
      if (keyEvent.key === 'Escape') end(false);
    },
    options,
  );
}
