/** Elements of the content that lie over each other at a point of the page: one may hide what somebody wants to reach. */
import { NODE } from '../../../../src/utils/editing/model/decorate';
import type { ViewportPoint } from './locate';

const isAt = (element: Element, { x, y }: ViewportPoint): boolean => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return left <= x && x < right && top <= y && y < bottom;
};

/** The topmost first. An image is among them though it lets clicks through, as those behind a text do. */
export function elementsUnder(within: HTMLElement, point: ViewportPoint): Element[] {
  const { ownerDocument: page } = within;
  const hit = page
    .elementsFromPoint(point.x, point.y)
    .filter((each) => within.contains(each) && each.matches(`[${NODE}]`));
  const images = [...within.querySelectorAll(`img[${NODE}]`)].filter((each) => isAt(each, point));
  return [...new Set([...hit, ...images])];
}

/** Whether what lies behind an element is seen: it has no color of its own, nor a picture. A gradient may be a veil. */
function isSeenThrough(element: Element): boolean {
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  // Browsers write an opacity only where there is one.
  return /^rgba|\//.test(backgroundColor) && !backgroundImage.includes('url(');
}

/** The image that is seen at a point, though something lies over it. */
export function imageSeenAt(within: HTMLElement, point: ViewportPoint): Element | undefined {
  for (const element of elementsUnder(within, point)) {
    if (element.localName === 'img') return element;
    // An image that stands in it is painted over its background.
    const inner = [...element.querySelectorAll(`img[${NODE}]`)].find((image) => isAt(image, point));
    if (inner) return inner;
    if (!isSeenThrough(element)) return undefined;
  }
  return undefined;
}
