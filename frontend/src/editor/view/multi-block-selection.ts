/**
 * Extends a selection from one block into others, by keys and pointer, and shrinks it to one block again. Loaded once
 * the editor is open.
 */
import type { TextBlock } from '../../../../src/utils/editing/model/blocks';
import { selectedSource } from '../../../../src/utils/editing/model/clipboard/selected-source';
import { liftEmptyBlock } from '../../../../src/utils/editing/model/commands/lift-empty-block';
import type { Command, EditorState } from '../../../../src/utils/editing/model/state';
import { loadPaste } from '../paste';
import { isElement } from './node-guards';
import { caretAt, type Point, type ViewportPoint } from './locate';
import { createCrossBlockRange, type CrossBlockRange } from './cross-block-range';

export interface MultiBlockDependencies {
  /** The editable root. */
  readonly root: HTMLElement;
  state(): EditorState;
  /** The element of the active block. */
  active(): HTMLElement | undefined;
  isRendering(): boolean;
  /** Whether the whole block is selected. */
  isAll(): boolean;
  /** Deactivates the active block. */
  drop(): void;
  /** Suspends other renders. */
  hold(): void;
  /** Activates a block that now contains the whole selection. */
  part(block: TextBlock, owner: Element): void;
}

export interface MultiBlockSelection {
  /** The selection across blocks. */
  readonly range: CrossBlockRange;
  /** The source of the cross-block selection. */
  source(): string | undefined;
  /** The command for an input over several blocks, or at the end of a quote; undefined for the default. */
  over(kind: string, command: Command | undefined): Command | undefined;
  /** Extends the selection by one step of `Selection.modify`. Returns false if the browser does it. */
  extend(direction: string, granularity: string): boolean;
  /** Moves to the edge of a line with content that is not editable. Returns false if the browser does it. */
  toEdge(direction: string, isMore: boolean): boolean;
  /** Selects the whole block, then everything. Returns false if the browser does it. */
  selectAll(): boolean;
  /** Handles a pointer press. Returns whether the selection extends to the pointer, which the browser then does. */
  press(node: Node, isText: boolean, isMore: boolean): boolean;
  drag(point: ViewportPoint): void;
  release(): void;
  /** Activates the block if it now contains the whole selection. */
  narrow(): void;
}

const pair = ({ node, offset }: Point): [Node, number] => [node, offset];

/** The same point outside of Quill's line element, which is removed when its block is deactivated. */
const withoutLine = ({ node, offset }: Point): Point => ({
  node: node.nodeName === 'FEAAS-LINE' ? node.parentNode! : node,
  offset,
});

/** The first or last text node in an element. */
function edgeText(element: Element, isLast: boolean): Text | undefined {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  return ((isLast ? texts.lastChild() : texts.firstChild()) as Text | null) ?? undefined;
}

export function createMultiBlockSelection(dependencies: MultiBlockDependencies): MultiBlockSelection {
  const { root } = dependencies;
  (globalThis.requestIdleCallback ?? setTimeout)(() => loadPaste().catch(() => {}));
  const { ownerDocument: page } = root;
  const range = createCrossBlockRange(root, dependencies.state);
  /** Whether the pointer is down in a block. */
  let isHeld = false;
  function anchor(): Point | undefined {
    const { anchorNode: node = null, anchorOffset: offset = 0 } = page.getSelection() ?? {};
    return node ? { node, offset } : undefined;
  }

  /** Selects from one point of the page to another, across blocks. Returns false if that is not possible. */
  function selectAcross(from: Point, to: Point): boolean {
    const [start, end] = [withoutLine(from), withoutLine(to)];
    if (!range.isOn) dependencies.drop();
    if (!range.begin(start, end)) return false;
    dependencies.hold();
    return true;
  }

  function narrow(): void {
    const found = isHeld || dependencies.isRendering() ? undefined : range.single();
    if (found) dependencies.part(found.block, found.owner);
  }

  return {
    range,
    source: () => selectedSource(dependencies.state()),
    over(kind, command) {
      if (range.isOn) return range.over(kind, command);
      if (kind !== 'insertParagraph') return undefined;
      return (state, dispatch) => liftEmptyBlock(state, dispatch) || !!command?.(state, dispatch);
    },
    extend(direction, granularity) {
      const selection = page.getSelection();
      if (range.isOn || !selection || dependencies.isRendering()) return false;
      const { focusNode: node, focusOffset: offset } = selection;
      selection.modify('extend', direction, granularity);
      const from = anchor();
      if (selection.focusNode !== node || selection.focusOffset !== offset || !from || !node) return true;
      // This is the end of the block.
      if (selectAcross(from, { node, offset })) selection.modify('extend', direction, granularity);
      return true;
    },
    toEdge(direction, isMore) {
      const block = dependencies.active();
      const selection = page.getSelection();
      const from = anchor();
      if (!selection || !block) return false;
      const isLast = direction === 'forward';
      // The label of a button is a line of its own. A browser would leave the button.
      const button = selection.focusNode?.parentElement?.closest('button');
      const label = button && button !== block && block.contains(button) && edgeText(button, isLast);
      if (label) {
        const to = { node: label, offset: isLast ? label.length : 0 };
        selection.setBaseAndExtent(...pair((isMore && from) || to), ...pair(to));
        return true;
      }
      if (!block.querySelector('[contenteditable=false]')) return false;
      selection.modify(isMore ? 'extend' : 'move', direction, 'lineboundary');
      const { focusNode: node } = selection;
      const readOnly = (isElement(node) ? node : node?.parentElement)?.closest('[contenteditable=false]');
      if (block.contains(node) && !(readOnly && block.contains(readOnly))) return true;
      // Without text there, a browser puts the caret into the middle of the content, or nowhere.
      const edge = page.createRange();
      if (readOnly && block.contains(readOnly)) edge.selectNode(readOnly);
      else edge.selectNodeContents(block);
      edge.collapse(!isLast);
      const to = { node: edge.startContainer, offset: edge.startOffset };
      selection.setBaseAndExtent(...pair((isMore && from) || to), ...pair(to));
      return true;
    },
    selectAll() {
      if (dependencies.isRendering() || !(range.isOn || dependencies.isAll())) return false;
      if (!range.isOn) dependencies.drop();
      range.selectAll();
      dependencies.hold();
      return true;
    },
    press(node, isText, isMore) {
      isHeld = isText;
      const active = dependencies.active();
      const from = isMore && isText && !active?.contains(node) && (active || range.isOn) ? anchor() : undefined;
      if (!from || dependencies.isRendering()) return false;
      return selectAcross(from, from);
    },
    drag(point) {
      const caret = isHeld && !dependencies.isRendering() ? caretAt(page, point) : undefined;
      const from = anchor();
      if (!caret || !from || !root.contains(caret.node)) return;
      const active = dependencies.active();
      if (range.isOn || (active && !active.contains(caret.node))) selectAcross(from, caret);
    },
    release() {
      isHeld = false;
      narrow();
    },
    narrow,
  };
}
