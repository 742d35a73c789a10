/**
 * A selection across several blocks. Meanwhile the whole component is one contenteditable element. The browser types
 * nothing in it: every edit of the selection is a command.
 */
import { EDITED, NODE } from '../../../../src/utils/editing/model/decorate';
import type { TextBlock } from '../../../../src/utils/editing/model/blocks';
import { deleteCrossBlockSelection } from '../../../../src/utils/editing/model/commands/delete-cross-block-selection';
import { deleteText } from '../../../../src/utils/editing/model/commands/delete-text';
import { replaceSelection } from '../../../../src/utils/editing/model/commands/replace-selection';
import type { Selection as DocumentSelection } from '../../../../src/utils/editing/model/history';
import { offsetOf, positionOf } from '../../../../src/utils/editing/model/inline';
import { getCrossBlockSelection } from '../../../../src/utils/editing/model/cross-block-selection';
import { closestRepeaterItem } from '../../../../src/utils/editing/model/repeater';
import type { Command, EditorState } from '../../../../src/utils/editing/model/state';
import { wrapBlock, restoreElement } from './editable';
import { typableBlocks, type Point } from './locate';
import {
  setAtomsReadOnly,
  textLength,
  mapBlock,
  normalizeWhitespace,
  textOffset,
  domPoint,
  type BlockMap,
} from './position-map';
import { isText } from './node-guards';

/** A block in the page. A repeater renders it several times. */
interface Root {
  readonly block: TextBlock;
  readonly owner: Element;
  readonly element: HTMLElement;
  readonly copy: number;
  readonly map: BlockMap;
}

export interface CrossBlockRange {
  /** Whether a cross-block selection is active. */
  readonly isOn: boolean;
  /** Index of the repeater copy that the selection ends in. */
  readonly copy: number;
  /** Starts a selection from one point of the page to another. Returns false if the component does not contain them. */
  begin(anchor: Point, head: Point): boolean;
  /** The page's selection as a document selection; a caret if its ends are in different copies of a repeater. */
  read(): DocumentSelection | undefined;
  /** Selects the document's selection in the page, in the given copy of a repeater. */
  show(copy?: number): boolean;
  /** The block that contains both ends of the selection. */
  single(): Pick<Root, 'block' | 'owner'> | undefined;
  /** Selects all editable blocks. */
  selectAll(): void;
  /** The command for an input that replaces the selection. */
  over(kind: string, command: Command | undefined): Command | undefined;
  /** Ends the selection and removes its attributes and wrappers from the page. */
  end(): void;
}

/** Commands that apply to a selection of any extent. */
const ANY_EXTENT = /^(?:format|history)/;

/** A point that survives changes around it: in a text node, before a node, or at the end of an element. */
type AnchoredPoint = { node: Node; offset: number } | { readonly before: ChildNode };

function anchorPoint({ node, offset }: Point): AnchoredPoint {
  const before = isText(node) ? undefined : node.childNodes[offset];
  return before ? { before } : { node, offset: isText(node) ? offset : Infinity };
}

function pointOf(point: AnchoredPoint): Point {
  if (!('before' in point)) return clampPoint(point);
  const node = point.before.parentNode!;
  return { node, offset: [...node.childNodes].indexOf(point.before) };
}

/** Limits an offset to the end of its node. Browsers throw for a larger one. */
const clampPoint = ({ node, offset }: Point): Point => ({
  node,
  offset: Math.min(offset, isText(node) ? node.length : node.childNodes.length),
});

/**
 * If the selection ends in content that is not editable, it covers a part of one block only. Between two copies of a
 * repeater it is a caret, and nothing is deleted.
 */
const deleteSelected: Command = (state, dispatch) => {
  if (getCrossBlockSelection(state)) return deleteCrossBlockSelection(state, dispatch);
  const { anchor, head } = state.selection;
  return anchor !== head && deleteText(-1)(state, dispatch);
};

export function createCrossBlockRange(element: HTMLElement, state: () => EditorState): CrossBlockRange {
  const { ownerDocument: page } = element;
  let roots: readonly Root[] | undefined;

  /**
   * Prepares the blocks in the page so that their characters equal those of the document's runs.
   * @param points offsets in text nodes, which are adjusted when the text changes
   */
  function prepare(points?: readonly { node: Node; offset: number }[]): readonly Root[] {
    const { document: syntaxTree, text } = state();
    const elementsById = new Map<string, Element[]>([[String(syntaxTree.root.id), [element]]]);
    for (const each of element.querySelectorAll(`[${NODE}]`)) {
      const id = each.getAttribute(NODE)!;
      elementsById.set(id, [...(elementsById.get(id) ?? []), each]);
    }
    const found = typableBlocks(syntaxTree).flatMap((block) => {
      return (elementsById.get(String(block.owner.node.id)) ?? []).map((owner, copy): Root => {
        const blockElement = wrapBlock(owner, block);
        const map = mapBlock(blockElement, text, block);
        setAtomsReadOnly(map);
        normalizeWhitespace(map, points);
        return { block, owner, element: blockElement, copy, map };
      });
    });
    // The copies of a repeater follow each other.
    const isBefore = (one: Root, other: Root): boolean =>
      (one.element.compareDocumentPosition(other.element) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
    return found.sort((one, other) => (isBefore(one, other) ? -1 : 1));
  }

  /** Focuses the component and selects two points in it. If a point is outside, ends the selection: typing would go elsewhere. */
  function select(...points: readonly [Point, Point]): boolean {
    if (!points.every(({ node }) => element.contains(node))) {
      end();
      return false;
    }
    const [anchor, head] = points.map(clampPoint) as [Point, Point];
    element.setAttribute(EDITED, 'whole');
    element.setAttribute('contenteditable', 'true');
    if (page.activeElement !== element) element.focus({ preventScroll: true });
    page.getSelection()?.setBaseAndExtent(anchor.node, anchor.offset, head.node, head.offset);
    return true;
  }

  const rootOf = (node: Node | null): Root | undefined => roots?.find((root) => root.element.contains(node));

  /** One end of the selection as a block and offset. A point outside of blocks moves to the nearest block in the selection. */
  function endOf({ node, offset }: Point, isStart: boolean): { root: Root; offset: number } | undefined {
    const found = rootOf(node);
    if (found) return { root: found, offset: textOffset(found.map, node, offset) };
    const point = page.createRange();
    point.setStart(node, offset);
    const isAfter = ({ element: each }: Root): boolean => point.comparePoint(each, 0) >= 0;
    const root = isStart ? roots?.find(isAfter) : roots?.findLast((each) => !isAfter(each));
    return root && { root, offset: isStart ? 0 : textLength(root.map) };
  }

  /** Whether two blocks are in different copies of a repeater. The document has them once. */
  function isAcrossCopies(one: Root, other: Root): boolean {
    const item = closestRepeaterItem(one.block.owner);
    if (!item) return false;
    const selector = `[${NODE}="${item.node.id}"]`;
    const [ownCopy, otherCopy] = [one.owner.closest(selector), other.owner.closest(selector)];
    return !!otherCopy && ownCopy !== otherCopy;
  }

  function selectionEnds():
    { anchor: { root: Root; offset: number }; head: { root: Root; offset: number } } | undefined {
    const selection = page.getSelection();
    const range = selection?.rangeCount ? selection.getRangeAt(0) : undefined;
    if (!roots || !selection || !range || !element.contains(range.commonAncestorContainer)) return undefined;
    const start = endOf({ node: range.startContainer, offset: range.startOffset }, true);
    const end = endOf({ node: range.endContainer, offset: range.endOffset }, false);
    if (!start || !end) return undefined;
    const isBackward = selection.anchorNode !== range.startContainer || selection.anchorOffset !== range.startOffset;
    return isBackward ? { anchor: end, head: start } : { anchor: start, head: end };
  }

  function end(): void {
    if (!roots) return;
    const wrapped = roots.filter(({ block }) => !block.isWhole);
    roots = undefined;
    restoreElement(element);
    for (const { element: wrapper } of wrapped) restoreElement(wrapper);
  }

  return {
    get isOn() {
      return !!roots;
    },
    get copy() {
      return rootOf(page.getSelection()?.focusNode ?? null)?.copy ?? 0;
    },
    begin(...points) {
      if (roots) return select(...points);
      // A wrapper around text changes the indexes of nodes. Normalized white space changes the offsets of characters.
      const anchors = points.map((point) => anchorPoint(point));
      roots = prepare(anchors.filter((point) => 'offset' in point));
      return select(...(anchors.map(pointOf) as [Point, Point]));
    },
    read() {
      const found = selectionEnds();
      if (!found) return undefined;
      const { text } = state();
      const [anchor, head] = [found.anchor, found.head].map(({ root, offset }) =>
        positionOf(text, root.block, offset),
      ) as [number, number];
      return isAcrossCopies(found.anchor.root, found.head.root) ? { anchor: head, head } : { anchor, head };
    },
    show(copy = 0) {
      // A render since then may have replaced the nodes.
      end();
      roots = prepare();
      const { text, selection } = state();
      const [anchor, head] = [selection.anchor, selection.head].map((position) => {
        const candidates = roots!.filter(({ block }) => block.from <= position && position <= block.to);
        const root = candidates.find((each) => each.copy === copy) ?? candidates[0];
        return root && domPoint(root.map, offsetOf(text, root.block, position));
      });
      if (anchor && head) select(anchor, head);
      else end();
      return !!roots;
    },
    single() {
      const { anchorNode = null, focusNode = null } = page.getSelection() ?? {};
      const root = rootOf(anchorNode);
      return root?.element.contains(focusNode) ? root : undefined;
    },
    selectAll() {
      roots ??= prepare();
      const [first] = roots;
      const last = roots.at(-1);
      if (!first || !last) return end();
      select(domPoint(first.map, 0), domPoint(last.map, textLength(last.map)));
    },
    over(kind, command) {
      if (kind.startsWith('delete')) return deleteSelected;
      return command && (ANY_EXTENT.test(kind) ? command : replaceSelection(command));
    },
    end,
  };
}
