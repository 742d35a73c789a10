/**
 * How a selection grows from one block into others, by keys and by the pointer, and becomes part of one block again. A file that
 * is loaded once the editor is open.
 */
import type { TextBlock } from '../../../../src/utils/editing/blocks';
import { liftEmptyBlock } from '../../../../src/utils/editing/commands/lift-empty-block';
import type { Command, EditorState } from '../../../../src/utils/editing/state';
import { loadPaste } from '../paste';
import { createByHand, type ByHand } from './by-hand';
import { isElement } from './realm';
import { caretAt, type Point, type ViewportPoint } from './root';
import { createSpans, type Spans } from './span';

export interface ReachPorts {
  /** What the content stands in. */
  readonly within: HTMLElement;
  state(): EditorState;
  /** The element of the block that is typed in. */
  active(): HTMLElement | undefined;
  /** Reads what the page shows. */
  read(): void;
  isPainting(): boolean;
  /** Whether all of the block is selected. */
  isAll(): boolean;
  /** Types in no block any more. */
  drop(): void;
  /** Nobody else paints. */
  hold(): void;
  /** What is selected stands in one block: that one is typed in. */
  part(block: TextBlock, owner: Element): void;
}

export interface Reach {
  /** What several blocks are selected with. */
  readonly spans: Spans;
  readonly byHand: ByHand;
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

/** The first text in an element, or the last one. */
function textAt(element: Element, isLast: boolean): Text | undefined {
  const texts = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  return ((isLast ? texts.lastChild() : texts.firstChild()) as Text | null) ?? undefined;
}

export function createReach(ports: ReachPorts): Reach {
  const { within } = ports;
  (globalThis.requestIdleCallback ?? setTimeout)(() => loadPaste().catch(() => {}));
  const { ownerDocument: page } = within;
  const spans = createSpans(within, ports.state);
  const byHand = createByHand(page, ports.active, ports.read);
  /** The pointer is down in a block. */
  let isHeld = false;
  function anchor(): Point | undefined {
    const { anchorNode: node = null, anchorOffset: offset = 0 } = page.getSelection() ?? {};
    return node ? { node, offset } : undefined;
  }

  /** Selects from one place of the page to another, in whichever blocks they are. */
  function span(from: Point, to: Point): void {
    if (!spans.isOn) ports.drop();
    spans.begin(from, to);
    ports.hold();
  }

  function narrow(): void {
    const own = isHeld || ports.isPainting() ? undefined : spans.single();
    if (own) ports.part(own.block, own.owner);
  }

  return {
    spans,
    byHand,
    over(kind, command) {
      if (spans.isOn) return spans.over(kind, command);
      if (kind !== 'insertParagraph') return undefined;
      return (state, dispatch) => liftEmptyBlock(state, dispatch) || !!command?.(state, dispatch);
    },
    extend(direction, granularity) {
      const selection = page.getSelection();
      if (spans.isOn || !selection || ports.isPainting()) return false;
      const { focusNode: node, focusOffset: offset } = selection;
      selection.modify('extend', direction, granularity);
      const from = anchor();
      if (selection.focusNode !== node || selection.focusOffset !== offset || !from || !node) return true;
      // The block ends here.
      span(from, { node, offset });
      selection.modify('extend', direction, granularity);
      return true;
    },
    toEdge(direction, isMore) {
      const block = ports.active();
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
      if (ports.isPainting() || !(spans.isOn || ports.isAll())) return false;
      if (!spans.isOn) ports.drop();
      spans.selectAll();
      ports.hold();
      return true;
    },
    press(node, isText, isMore) {
      isHeld = isText;
      byHand.forget();
      const active = ports.active();
      const from = isMore && isText && !active?.contains(node) && (active || spans.isOn) ? anchor() : undefined;
      if (!from || ports.isPainting()) return false;
      span(from, from);
      return true;
    },
    drag(point) {
      const there = isHeld && !ports.isPainting() ? caretAt(page, point) : undefined;
      const from = anchor();
      if (!there || !from || !within.contains(there.node)) return;
      const active = ports.active();
      if (spans.isOn || (active && !active.contains(there.node))) span(from, there);
    },
    release() {
      isHeld = false;
      narrow();
    },
    narrow,
  };
}
