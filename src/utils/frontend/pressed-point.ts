import type { ViewportPoint } from './types';

const holds = (element: Element, { x, y }: ViewportPoint): boolean => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return left <= x && x <= right && top <= y && y <= bottom;
};

/**
 * Where a click is by now: until the editor's code has come, the page may be scrolled, and pictures above may come to take their place.
 * It goes with the innermost element at that point; where that is gone, it is where the click was. The event's path has to be there still.
 */
export function pressedPoint(event: MouseEvent): ViewportPoint {
  const point = { x: event.clientX, y: event.clientY };
  const root = (event.composedPath()[0] as Node).getRootNode() as Document | ShadowRoot;
  // A link that is stretched over a card is hit everywhere in it, and stands elsewhere.
  const element = root.elementsFromPoint(point.x, point.y).find((each) => holds(each, point));
  if (!element) return point;
  const before = element.getBoundingClientRect();
  const moved = (side: 'left' | 'top'): number =>
    element.isConnected ? element.getBoundingClientRect()[side] - before[side] : 0;
  return {
    get x() {
      return point.x + moved('left');
    },
    get y() {
      return point.y + moved('top');
    },
  };
}
