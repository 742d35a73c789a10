/**
 * Determines the drop targets for a point. A dragged block goes beside blocks of the same type, as a card beside a
 * card, whatever their size. It goes into them only near their middle. In rows, blocks of any type have zones at their
 * ends.
 */
import type { DropTarget } from '../../../../../src/utils/editing/model/drop-targets';
import { ancestorsOf, attributeOf, type ResolvedElement } from '../../../../../src/utils/editing/model/syntax-tree';
import type { ViewportPoint } from '../../view/locate';
import { blockFlow, type elementsByNode } from './indicator';

/** Share of a block of the same type, at either end, that means a drop beside it. The rest means a drop into it. */
const WIDE = 0.4;
/** The same share for other types in a row, and its maximum in pixels. */
const NARROW = 0.2;
const NARROW_MOST = 32;

interface Item {
  readonly place: ResolvedElement;
  readonly element: Element;
}

const classOf = ({ node }: ResolvedElement): string => attributeOf(node, 'class') ?? '';

/** Whether two blocks are of the same type: same tag, and same parent or class. */
const isAlike = (one: ResolvedElement, other: ResolvedElement): boolean =>
  one.node.tag === other.node.tag &&
  (one.parent?.node.id === other.parent?.node.id || (classOf(one) !== '' && classOf(one) === classOf(other)));

const contains = (element: Element, { x, y }: ViewportPoint): boolean => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return left <= x && x <= right && top <= y && y <= bottom;
};

/** The position of a point along the block's flow: 0 at its start, 1 at its end. */
function shareOf(element: Element, { x, y }: ViewportPoint): { share: number; size: number; isRow: boolean } {
  const { left, top, width, height } = element.getBoundingClientRect();
  const { isRow, isReversed } = blockFlow(element);
  const size = isRow ? width : height;
  const share = size ? (isRow ? x - left : y - top) / size : 0;
  return { share: isReversed ? 1 - share : share, size, isRow };
}

/** The targets before and after a block, and those within it. */
function spotsOf(targets: readonly DropTarget[], { node, parent }: ResolvedElement) {
  const beside = targets.filter((target) => !('inside' in target.spot) && target.beside.parent?.node === parent?.node);
  const behind = beside.findIndex(({ spot, beside: { node: other } }) => 'after' in spot && other.id === node.id);
  const before = beside.find(({ spot }) => 'before' in spot && spot.before === node.id) ?? beside[behind - 1];
  const inside = targets.filter(
    ({ spot, beside: other }) =>
      ('inside' in spot && other.node.id === node.id) ||
      ancestorsOf(other).some((around) => around.node.id === node.id),
  );
  return { before, behind: beside[behind], inside };
}

/**
 * The targets for a point. The nearest of them counts.
 * @param moved the dragged block; undefined for a new one
 */
export function dropTargetsAt(
  targets: readonly DropTarget[],
  shown: ReturnType<typeof elementsByNode>,
  moved: ResolvedElement | undefined,
  point: ViewportPoint,
): readonly DropTarget[] {
  const under = ({ node }: ResolvedElement): Element | undefined =>
    shown.get(String(node.id))?.find((element) => contains(element, point));
  if (moved && under(moved)) {
    const here = targets.filter(({ isHere }) => isHere);
    if (here.length > 0) return here;
  }
  const places = new Map(targets.map(({ beside }) => [beside.node.id, beside]));
  const items = [...places.values()].flatMap((place): Item[] => {
    const element = place.node.id === moved?.node.id ? undefined : under(place);
    return element ? [{ place, element }] : [];
  });
  const alike = moved && items.findLast(({ place }) => isAlike(moved, place));
  for (const { place, element } of alike ? [alike] : items) {
    const { share, size, isRow } = shareOf(element, point);
    const { before, behind, inside } = spotsOf(targets, place);
    if (!before || !behind || (!alike && !isRow)) continue;
    const zone = alike ? (inside.length ? WIDE : 0.5) : Math.min(NARROW, NARROW_MOST / size);
    if (share < zone) return [before];
    if (share >= 1 - zone) return [behind];
    if (alike) return inside;
  }
  return targets;
}
