/** Moves the caret from one block to another on arrow keys and Tab. Loaded once the editor is open. */
import { isPhrasing, type TextBlock } from '../../../../src/utils/editing/model/blocks';
import {
  isBlank,
  isResolvedElement,
  resolveChildren,
  type ResolvedElement,
} from '../../../../src/utils/editing/model/syntax-tree';
import type { TextEditor } from './text/types';

export interface CaretMovementDependencies {
  readonly page: Document;
  /** The text editor of the active block. */
  text(): TextEditor | undefined;
  /** Moves to the previous or next block. Returns whether there is one. */
  neighbor(direction: -1 | 1): boolean;
}

/** Direction and granularity of `Selection.modify`. */
type Move = readonly [direction: string, granularity: string];

export interface CaretMovement {
  /** Whether an arrow key moved the caret: by a line that the browser does not reach, or out of the block. */
  leaves(key: string, move: Move): boolean;
  /** Moves to the previous or next table cell. Returns whether there is one. */
  toCell(direction: -1 | 1): boolean;
}

/** Elements with a fixed position in a table. An extra Backspace in them does not select the element before. */
const CELL = /^(?:td|th|caption)$/;

/** The element before a block: its previous sibling, or that of an ancestor that the block starts. */
export function elementBefore({ owner, isWhole, first }: TextBlock): ResolvedElement | undefined {
  // An inline element can be a block of its own, beside others in a row. An extra Backspace there selects none of them.
  if (isWhole && isPhrasing(owner.node)) return undefined;
  let siblings = isWhole ? [] : resolveChildren(owner).slice(0, first);
  for (let current: ResolvedElement | undefined = owner; current; current = current.parent) {
    const found = siblings.findLast(({ node }) => !isBlank(node));
    if (found) return isResolvedElement(found) ? found : undefined;
    if (CELL.test(current.node.tag)) return undefined;
    siblings = current.parent ? resolveChildren(current.parent).slice(0, current.index) : [];
  }
  return undefined;
}

export function createCaretMovement({ page, text, neighbor }: CaretMovementDependencies): CaretMovement {
  /** Whether an arrow key would leave the block. The browser tries the move, since only it can do so in bidirectional lines. */
  function isAtEdge(move: Move): boolean {
    const selection = page.getSelection()!;
    const { focusNode, focusOffset } = selection;
    selection.modify('move', ...move);
    const isUnmoved = selection.focusNode === focusNode && selection.focusOffset === focusOffset;
    if (!isUnmoved) selection.modify('move', move[0] === 'left' ? 'right' : 'left', move[1]);
    return isUnmoved;
  }

  /** Moves the caret by one line within the block. Returns false if there is no such line. */
  function movesByLine(move: Move): boolean {
    const selection = page.getSelection()!;
    const { focusNode, focusOffset } = selection;
    const top = (): number | undefined => selection.getRangeAt(0).getClientRects()[0]?.top;
    const from = top();
    selection.modify('move', ...move);
    if (selection.focusNode === focusNode && selection.focusOffset === focusOffset) return false;
    const to = top();
    if (from === undefined || to === undefined || (move[0] === 'backward' ? to < from - 1 : to > from + 1)) return true;
    // On the first and last line, some browsers move the caret to the end of that line.
    selection.collapse(focusNode, focusOffset);
    return false;
  }

  return {
    leaves(key, move) {
      const editor = text();
      const range = editor?.range();
      if (!editor || !range || range.anchor !== range.head) return false;
      if (/^Arrow(?:Up|Down)$/.test(key)) return movesByLine(move) || neighbor(key === 'ArrowUp' ? -1 : 1);
      if (!/^Arrow/.test(key) || (range.head !== 0 && range.head !== editor.length()) || !isAtEdge(move)) return false;
      // In right-to-left text, the next block is to the left.
      const backKey = getComputedStyle(editor.root).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
      return neighbor(key === backKey ? -1 : 1);
    },
    toCell(direction) {
      const cell = text()?.root.closest('td, th');
      const cells = [...(cell?.closest('table')?.querySelectorAll('td, th') ?? [])];
      return !!cells[cells.indexOf(cell!) + direction] && neighbor(direction);
    },
  };
}
