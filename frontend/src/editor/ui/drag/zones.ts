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
const SAME_TYPE_SHARE = 0.4;
/** The same share for other types in a row, and its maximum in pixels. */
const ROW_SHARE = 0.2;
const ROW_MAX = 32;

interface Item {
  readonly place: ResolvedElement;
  readonly element: Element;
}

const classOf = ({ node }: ResolvedElement): string => attributeOf(node, 'class') ?? '';

/** Whether two blocks are of the same type: same tag, and same parent or class. */
const isSameType = (one: ResolvedElement, other: ResolvedElement): boolean =>
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
function targetsAround(targets: readonly DropTarget[], { node, parent }: ResolvedElement) {
  const element = targets.filter(
    (target) => !('inside' in target.position) && target.element.parent?.node === parent?.node,
  );
  const afterIndex = element.findIndex(
    ({ position, element: { node: other } }) => 'after' in position && other.id === node.id,
  );
  const before =
    element.find(({ position }) => 'before' in position && position.before === node.id) ?? element[afterIndex - 1];
  const inside = targets.filter(
    ({ position, element: other }) =>
      ('inside' in position && other.node.id === node.id) ||
      ancestorsOf(other).some((ancestor) => ancestor.node.id === node.id),
  );
  return { before, behind: element[afterIndex], inside };
}

/**
 * The targets for a point. The nearest of them counts.
 * @param moved the dragged block; undefined for a new one
 */
export function dropTargetsAt(
  targets: readonly DropTarget[],
  elements: ReturnType<typeof elementsByNode>,
  moved: ResolvedElement | undefined,
  point: ViewportPoint,
): readonly DropTarget[] {
  const elementUnder = ({ node }: ResolvedElement): Element | undefined =>
    elements.get(String(node.id))?.find((element) => contains(element, point));
  if (moved && elementUnder(moved)) {
    const current = targets.filter(({ isCurrent }) => isCurrent);
    if (current.length > 0) return current;
  }
  const anchors = new Map(targets.map(({ element }) => [element.node.id, element]));
  const items = [...anchors.values()].flatMap((place): Item[] => {
    const element = place.node.id === moved?.node.id ? undefined : elementUnder(place);
    return element ? [{ place, element }] : [];
  });
  const sameType = moved && items.findLast(({ place }) => isSameType(moved, place));
  for (const { place, element } of sameType ? [sameType] : items) {
    const { share, size, isRow } = shareOf(element, point);
    const { before, behind, inside } = targetsAround(targets, place);
    if (!before || !behind || (!sameType && !isRow)) continue;
    const zone = sameType ? (inside.length ? SAME_TYPE_SHARE : 0.5) : Math.min(ROW_SHARE, ROW_MAX / size);
    if (share < zone) return [before];
    if (share >= 1 - zone) return [behind];
    if (sameType) return inside;
  }
  return targets;
}
