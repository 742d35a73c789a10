/** What of the page tools would cover: its navigation, and what somebody reads. */

/** Pixels between two points that are looked at. */
const STEP = 48;
/** What stays in place while the page scrolls, and is higher than this share of the window, is no bar. */
const BAR = 0.4;
const REPLACED = 'img, video, svg, canvas, iframe, button, input, select, textarea';

/** Elements of the page at a point, the topmost first; nothing of the editor. */
const elementsAt = (editor: Element, x: number, y: number): Element[] =>
  document.elementsFromPoint(x, y).filter((each) => each !== editor && !editor.contains(each));

/** Whether a dialog lies over the page: then nothing of the page is found at a point, and nothing of it moves. */
export const isPageCovered = (place: Element): boolean =>
  !!(place.getRootNode() as ShadowRoot).querySelector('dialog:modal');

const isStuck = (element: Element): boolean => /fixed|sticky/.test(getComputedStyle(element).position);

/** Pixels that bars of the page, such as its navigation, take at the upper and the lower edge of the window. */
export function stuckBars(editor: Element): { readonly top: number; readonly bottom: number } {
  const { clientWidth: width } = document.documentElement;
  const measure = (y: number, sizeOf: (area: DOMRect) => number): number =>
    Math.max(
      0,
      ...[0.1, 0.5, 0.9]
        .flatMap((share) => elementsAt(editor, width * share, y))
        .filter(isStuck)
        .map((each) => sizeOf(each.getBoundingClientRect()))
        .filter((size) => size < innerHeight * BAR),
    );
  return { top: measure(2, ({ bottom }) => bottom), bottom: measure(innerHeight - 2, ({ top }) => innerHeight - top) };
}

const isCrossing = (one: DOMRect, { left, top, right, bottom }: DOMRect): boolean =>
  one.left < right && left < one.right && one.top < bottom && top < one.bottom;

/** Whether an element shows something of its own within an area. */
function showsWithin(element: Element, area: DOMRect): boolean {
  if (element.matches(REPLACED)) return true;
  const range = document.createRange();
  return Array.from(element.childNodes).some((node) => {
    if (node.nodeType !== Node.TEXT_NODE || !node.textContent!.trim()) return false;
    range.selectNodeContents(node);
    return Array.from(range.getClientRects()).some((each) => isCrossing(each, area));
  });
}

/** Whether something stands in an area of the window that somebody reads, or uses. */
export function coversContent(editor: Element, area: DOMRect): boolean {
  const seen = new Set<Element>();
  const ends = (from: number, size: number): number[] => {
    const count = Math.max(2, Math.ceil(size / STEP));
    return Array.from({ length: count + 1 }, (_, at) => from + 1 + ((size - 2) * at) / count);
  };
  for (const x of ends(area.x, area.width))
    for (const y of ends(area.y, area.height))
      for (const element of elementsAt(editor, x, y)) {
        if (seen.has(element)) continue;
        seen.add(element);
        if (isStuck(element) || showsWithin(element, area)) return true;
      }
  return false;
}
