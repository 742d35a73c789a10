/** Computes the drop indicator: lines between blocks, in columns or in rows. */
import { NODE } from '../../../../../src/utils/editing/model/decorate';
import type { DropTarget } from '../../../../../src/utils/editing/model/drop-targets';

/** A line in CSS pixels of the viewport. It has either a width or a height. */
export interface IndicatorLine {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Maximum distance in pixels between a line and its block, if the next block is further away. */
const MAX_OFFSET = 12;

const isShown = ({ width, height }: DOMRect): boolean => width > 0 || height > 0;

/** The box of the nearest visible sibling. */
function siblingBox(element: Element, step: 'previousElementSibling' | 'nextElementSibling'): DOMRect | undefined {
  for (let sibling = element[step]; sibling; sibling = sibling[step]) {
    const box = sibling.getBoundingClientRect();
    if (isShown(box)) return box;
  }
  return undefined;
}

/** Whether two boxes are side by side. */
function isRow(one: DOMRect, other: DOMRect): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return (
    shared > Math.min(one.height, other.height) / 2 && (one.right <= other.left + 1 || other.right <= one.left + 1)
  );
}

/** Whether the siblings of an element form a row, and whether the order is reversed (leftwards or upwards). */
export interface BlockFlow {
  readonly isRow: boolean;
  readonly isReversed: boolean;
}

export function blockFlow(element: Element): BlockFlow {
  const box = element.getBoundingClientRect();
  const neighbors = (['previousElementSibling', 'nextElementSibling'] as const).flatMap(
    (step) => siblingBox(element, step) ?? [],
  );
  const parent = element.parentElement ?? element;
  const { display, flexDirection, gridAutoFlow, gridTemplateColumns, direction } = getComputedStyle(parent);
  const isFlex = display.includes('flex');
  const isColumn = isFlex && flexDirection.startsWith('column');
  // An item that is alone in its line of a wrapping row has neighbors above and below, like one that fills the line.
  const isNarrow = box.width < parent.clientWidth * 0.9;
  const canBeRow = isFlex
    ? !isColumn
    : display.includes('grid') && (gridAutoFlow.startsWith('column') || gridTemplateColumns.trim().includes(' '));
  const isInRow =
    !isColumn && (neighbors.some((each) => isRow(each, box)) || (canBeRow && (isNarrow || neighbors.length === 0)));
  const isFlexReverse = isFlex && flexDirection.endsWith('reverse');
  return { isRow: isInRow, isReversed: isInRow ? isFlexReverse !== (direction === 'rtl') : isColumn && isFlexReverse };
}

function lineBeside(element: Element, isAfter: boolean): IndicatorLine | undefined {
  const box = element.getBoundingClientRect();
  if (!isShown(box)) return undefined;
  const flow = blockFlow(element);
  const next = siblingBox(element, isAfter ? 'nextElementSibling' : 'previousElementSibling');
  if (flow.isRow) {
    const isRight = isAfter !== flow.isReversed;
    const gap = next && isRow(next, box) ? Math.max(0, isRight ? next.left - box.right : box.left - next.right) : 0;
    const offset = Math.min(gap / 2, MAX_OFFSET);
    return { left: isRight ? box.right + offset : box.left - offset, top: box.top, width: 0, height: box.height };
  }
  const isBelow = isAfter !== flow.isReversed;
  const gap = next ? Math.max(0, isBelow ? next.top - box.bottom : box.top - next.bottom) : 0;
  const offset = Math.min(gap / 2, MAX_OFFSET);
  return { left: box.left, top: isBelow ? box.bottom + offset : box.top - offset, width: box.width, height: 0 };
}

function lineInside(element: Element): IndicatorLine {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top: top + height / 2, width, height: 0 };
}

/** The elements of the page, by the ids of their nodes. */
export function elementsByNode(content: Element): ReadonlyMap<string, readonly Element[]> {
  const elementsById = new Map<string, Element[]>();
  for (const element of content.querySelectorAll(`[${NODE}]`)) {
    const id = element.getAttribute(NODE)!;
    const existing = elementsById.get(id);
    if (existing) existing.push(element);
    else elementsById.set(id, [element]);
  }
  return elementsById;
}

/** The lines of a drop target: one for each copy of a repeater around it. All copies of a repeated block count as one. */
export function indicatorLines(
  elementsById: ReturnType<typeof elementsByNode>,
  { position, element }: DropTarget,
): IndicatorLine[] {
  const elements = elementsById.get(String(element.node.id)) ?? [];
  if ('inside' in position) return elements.map(lineInside);
  const isAfter = 'after' in position;
  const copies = new Map<Element | null, Element>();
  for (const each of elements) {
    const { parentElement: parent } = each;
    if (isAfter || !copies.has(parent)) copies.set(parent, each);
  }
  return [...copies.values()].flatMap((each) => lineBeside(each, isAfter) ?? []);
}

/** The distance of a point from a line. */
export const distanceToLine = ({ left, top, width, height }: IndicatorLine, x: number, y: number): number =>
  Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));
