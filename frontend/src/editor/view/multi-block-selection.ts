/**
 * How a selection grows from one block into others, by keys and by the pointer, and becomes part of one block again. A file that
 * is loaded once the editor is open.
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
  /** What the content stands in. */
  readonly within: HTMLElement;
  state(): EditorState;
  /** The element of the block that is typed in. */
  active(): HTMLElement | undefined;
  isRendering(): boolean;
  /** Whether all of the block is selected. */
  isAll(): boolean;
  /** Types in no block any more. */
  drop(): void;
  /** Nobody else renders. */
  hold(): void;
  /** What is selected stands in one block: that one is typed in. */
  part(block: TextBlock, owner: Element): void;
}

export interface MultiBlockSelection {
  /** What several blocks are selected with. */
  readonly range: CrossBlockRange;
  /** The source of what is selected of several blocks. */
  source(): string | undefined;
  /** What an input does in place of several blocks, or at the end of a quote; undefined where it does what it always does. */
  over(kind: string, command: Command | undefined): Command | undefined;
  /** Selects one step more, as a selection's `modify` knows it; false where the browser does it. */
  extend(direction: string, granularity: string): boolean;
  /** Leads to the edge of a line that has something in it that can not be typed in; false where the browser does it. */
  toEdge(direction: string, isMore: boolean): boolean;
  /** Selects all of the block, then everything; false where the browser does it. */
  selectAll(): boolean;
  /** A pointer goes down; whether what was selected reaches up to there, which the browser does. */
  press(node: Node, isText: boolean, isMore: boolean): boolean;
  drag(point: ViewportPoint): void;
  release(): void;
  /** Where what is selected has become part of one block, that one is typed in. */
  narrow(): void;
}

const pair = ({ node, offset }: Point): [Node, number] => [node, offset];

/** A point beside what Quill's line holds, where there is no line: it goes when nobody types in its block. */
const withoutLine = ({ node, offset }: Point): Point => ({
  node: node.nodeName === 'FEAAS-LINE' ? node.parentNode! : node,
  offset,
});

/** The first text in an element, or the last one. */
function textAt(element: Element, isLast: boolean): Text | undefined {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  return ((isLast ? texts.lastChild() : texts.firstChild()) as Text | null) ?? undefined;
}

export function createMultiBlockSelection(dependencies: MultiBlockDependencies): MultiBlockSelection {
  const { within } = dependencies;
  (globalThis.requestIdleCallback ?? setTimeout)(() => loadPaste().catch(() => {}));
  const { ownerDocument: page } = within;
  const range = createCrossBlockRange(within, dependencies.state);
  /** The pointer is down in a block. */
  let isHeld = false;
  function anchor(): Point | undefined {
    const { anchorNode: node = null, anchorOffset: offset = 0 } = page.getSelection() ?? {};
    return node ? { node, offset } : undefined;
  }

  /** Selects from one place of the page to another, in whichever blocks they are; false where it can not. */
  function span(from: Point, to: Point): boolean {
    const [start, end] = [withoutLine(from), withoutLine(to)];
    if (!range.isOn) dependencies.drop();
    if (!range.begin(start, end)) return false;
    dependencies.hold();
    return true;
  }

  function narrow(): void {
    const own = isHeld || dependencies.isRendering() ? undefined : range.single();
    if (own) dependencies.part(own.block, own.owner);
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
      // The block ends here.
      if (span(from, { node, offset })) selection.modify('extend', direction, granularity);
      return true;
    },
    toEdge(direction, isMore) {
      const block = dependencies.active();
      const selection = page.getSelection();
      const from = anchor();
      if (!selection || !block) return false;
      const isLast = direction === 'forward';
      // A label is a line of its own; a browser would lead out of the button.
      const button = selection.focusNode?.parentElement?.closest('button');
      const label = button && button !== block && block.contains(button) && textAt(button, isLast);
      if (label) {
        const to = { node: label, offset: isLast ? label.length : 0 };
        selection.setBaseAndExtent(...pair((isMore && from) || to), ...pair(to));
        return true;
      }
      if (!block.querySelector('[contenteditable=false]')) return false;
      selection.modify(isMore ? 'extend' : 'move', direction, 'lineboundary');
      const { focusNode: node } = selection;
      const whole = (isElement(node) ? node : node?.parentElement)?.closest('[contenteditable=false]');
      if (block.contains(node) && !(whole && block.contains(whole))) return true;
      // A browser that finds no text there is in the middle of what is there, or nowhere.
      const edge = page.createRange();
      if (whole && block.contains(whole)) edge.selectNode(whole);
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
      return span(from, from);
    },
    drag(point) {
      const there = isHeld && !dependencies.isRendering() ? caretAt(page, point) : undefined;
      const from = anchor();
      if (!there || !from || !within.contains(there.node)) return;
      const active = dependencies.active();
      if (range.isOn || (active && !active.contains(there.node))) span(from, there);
    },
    release() {
      isHeld = false;
      narrow();
    },
    narrow,
  };
}
