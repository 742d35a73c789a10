/** Elements of the content that overlap at a point of the page. One may cover the element that the user wants to reach. */
import { NODE } from '../../../../src/utils/editing/model/decorate';
import type { ViewportPoint } from './locate';

const isAt = (element: Element, { x, y }: ViewportPoint): boolean => {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return left <= x && x < right && top <= y && y < bottom;
};

/** Returns the topmost first. Images are included even if they let clicks through, as those behind a text do. */
export function elementsUnder(root: HTMLElement, point: ViewportPoint): Element[] {
  const { ownerDocument: page } = root;
  const hit = page
    .elementsFromPoint(point.x, point.y)
    .filter((each) => root.contains(each) && each.matches(`[${NODE}]`));
  const images = [...root.querySelectorAll(`img[${NODE}]`)].filter((each) => isAt(each, point));
  return [...new Set([...hit, ...images])];
}

/** Whether content behind an element is visible: no opaque background color and no picture. Gradients may be overlays. */
function isSeenThrough(element: Element): boolean {
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  // Browsers serialize an alpha value only for translucent colors.
  return /^rgba|\//.test(backgroundColor) && !backgroundImage.includes('url(');
}

/** The image that is visible at a point although other elements may cover it. */
export function imageSeenAt(root: HTMLElement, point: ViewportPoint): Element | undefined {
  for (const element of elementsUnder(root, point)) {
    if (element.localName === 'img') return element;
    // An image inside the element is painted over the element's background.
    const inner = [...element.querySelectorAll(`img[${NODE}]`)].find((image) => isAt(image, point));
    if (inner) return inner;
    if (!isSeenThrough(element)) return undefined;
  }
  return undefined;
}
