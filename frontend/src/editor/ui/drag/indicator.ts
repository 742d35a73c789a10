/** Where a drop would go, as lines of the page: between blocks that stand below each other, or side by side. */
import { NODE } from '../../../../../src/utils/editing/model/decorate';
import type { DropTarget } from '../../../../../src/utils/editing/model/drop-targets';

/** A line in CSS pixels of the viewport; it has a width or a height, not both. */
export interface IndicatorLine {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Pixels that a line keeps from a block at most, where the next one is further away. */
const AWAY = 12;

const isShown = ({ width, height }: DOMRect): boolean => width > 0 || height > 0;

/** The nearest element beside another that shows. */
function nextTo(element: Element, step: 'previousElementSibling' | 'nextElementSibling'): DOMRect | undefined {
  for (let at = element[step]; at; at = at[step]) {
    const box = at.getBoundingClientRect();
    if (isShown(box)) return box;
  }
  return undefined;
}

/** Whether two boxes stand side by side. */
function isRow(one: DOMRect, other: DOMRect): boolean {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return (
    shared > Math.min(one.height, other.height) / 2 && (one.right <= other.left + 1 || other.right <= one.left + 1)
  );
}

function lineBeside(element: Element, isAfter: boolean): IndicatorLine | undefined {
  const box = element.getBoundingClientRect();
  if (!isShown(box)) return undefined;
  const before = nextTo(element, 'previousElementSibling');
  const after = nextTo(element, 'nextElementSibling');
  const style = getComputedStyle(element.parentElement ?? element);
  const alone = !before && !after && style.display.includes('flex') && !style.flexDirection.startsWith('column');
  const next = isAfter ? after : before;
  if (alone || [before, after].some((each) => each && isRow(each, box))) {
    const isRight = isAfter !== (style.direction === 'rtl');
    const gap = next && isRow(next, box) ? Math.max(0, isRight ? next.left - box.right : box.left - next.right) : 0;
    const away = Math.min(gap / 2, AWAY);
    return { left: isRight ? box.right + away : box.left - away, top: box.top, width: 0, height: box.height };
  }
  const gap = next ? Math.max(0, isAfter ? next.top - box.bottom : box.top - next.bottom) : 0;
  const away = Math.min(gap / 2, AWAY);
  return { left: box.left, top: isAfter ? box.bottom + away : box.top - away, width: box.width, height: 0 };
}

function lineInside(element: Element): IndicatorLine {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { left, top: top + height / 2, width, height: 0 };
}

/** The elements of the page by the ids of their nodes. */
export function elementsByNode(content: Element): ReadonlyMap<string, readonly Element[]> {
  const shown = new Map<string, Element[]>();
  for (const element of content.querySelectorAll(`[${NODE}]`)) {
    const id = element.getAttribute(NODE)!;
    const known = shown.get(id);
    if (known) known.push(element);
    else shown.set(id, [element]);
  }
  return shown;
}

/** The lines of a place: one, or one in each copy of a repeat around it. All copies of what repeats are one block. */
export function indicatorLines(all: ReturnType<typeof elementsByNode>, { spot, beside }: DropTarget): IndicatorLine[] {
  const shown = all.get(String(beside.node.id)) ?? [];
  if ('inside' in spot) return shown.map(lineInside);
  const isAfter = 'after' in spot;
  const copies = new Map<Element | null, Element>();
  for (const each of shown) {
    const { parentElement: parent } = each;
    if (isAfter || !copies.has(parent)) copies.set(parent, each);
  }
  return [...copies.values()].flatMap((each) => lineBeside(each, isAfter) ?? []);
}

/** How far a point is from a line. */
export const distanceTo = ({ left, top, width, height }: IndicatorLine, x: number, y: number): number =>
  Math.hypot(Math.max(left - x, 0, x - left - width), Math.max(top - y, 0, y - top - height));
