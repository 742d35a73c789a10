import { ownMembers } from '../template/own-members';
import type { ViewportPoint } from './types';

const containsPoint = (element: Element, { x, y }: ViewportPoint): boolean => {
  const { left, right, top, bottom } = ownMembers(element).getBoundingClientRect();
  return left <= x && x <= right && top <= y && y <= bottom;
};

/**
 * Returns the current position of a click. While the editor's code loads, the page may scroll, and images above may
 * load. The position moves with the innermost element at that point. If that is gone, it is the original position. Call
 * it during the event's dispatch, while its path exists.
 */
export function pressedPoint(event: MouseEvent): ViewportPoint {
  const point = { x: event.clientX, y: event.clientY };
  const root = ownMembers(event.composedPath()[0] as Node).getRootNode() as Document | ShadowRoot;
  // A link that is stretched over a card is hit everywhere in it, but its own box is elsewhere.
  const found = root.elementsFromPoint(point.x, point.y).find((each) => containsPoint(each, point));
  if (!found) return point;
  const element = ownMembers(found);
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
