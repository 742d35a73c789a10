/** How keys lead the caret from one block to another. A file that is loaded once the editor is open. */
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
  /** What edits the text of the block that is typed in. */
  text(): TextEditor | undefined;
  /** Goes on to the block before or behind; whether there is one. */
  neighbor(direction: -1 | 1): boolean;
}

/** A direction and a granularity, as a selection's `modify` has them. */
type Move = readonly [direction: string, granularity: string];

export interface CaretMovement {
  /** Whether an arrow key has led the caret: by a line that the browser does not reach, or out of the block. */
  leaves(key: string, move: Move): boolean;
  /** Goes on to the cell before or behind; whether there is one. */
  toCell(direction: -1 | 1): boolean;
}

/** Elements that hold their place in a table: a key too many there takes no other one with its words. */
const CELL = /^(?:td|th|caption)$/;

/** The element that stands before a block: beside it, or beside what it is the first in. */
export function elementBefore({ owner, whole, first }: TextBlock): ResolvedElement | undefined {
  // An inline element is a block where it stands in a row with others: a key too many there selects none of them.
  if (whole && isPhrasing(owner.node)) return undefined;
  let siblings = whole ? [] : resolveChildren(owner).slice(0, first);
  for (let at: ResolvedElement | undefined = owner; at; at = at.parent) {
    const found = siblings.findLast(({ node }) => !isBlank(node));
    if (found) return isResolvedElement(found) ? found : undefined;
    if (CELL.test(at.node.tag)) return undefined;
    siblings = at.parent ? resolveChildren(at.parent).slice(0, at.index) : [];
  }
  return undefined;
}

export function createCaretMovement({ page, text, neighbor }: CaretMovementDependencies): CaretMovement {
  /** Whether an arrow key would leave the block: in a line that reads both ways only the browser knows at which side that is. */
  function isAtEdge(move: Move): boolean {
    const selection = page.getSelection()!;
    const { focusNode, focusOffset } = selection;
    selection.modify('move', ...move);
    const stays = selection.focusNode === focusNode && selection.focusOffset === focusOffset;
    if (!stays) selection.modify('move', move[0] === 'left' ? 'right' : 'left', move[1]);
    return stays;
  }

  /** Moves the caret by a line of the block; false where there is none. */
  function goesByLine(move: Move): boolean {
    const selection = page.getSelection()!;
    const { focusNode, focusOffset } = selection;
    const top = (): number | undefined => selection.getRangeAt(0).getClientRects()[0]?.top;
    const from = top();
    selection.modify('move', ...move);
    if (selection.focusNode === focusNode && selection.focusOffset === focusOffset) return false;
    const to = top();
    if (from === undefined || to === undefined || (move[0] === 'backward' ? to < from - 1 : to > from + 1)) return true;
    // At the first line, and at the last one, some browsers lead to its end.
    selection.collapse(focusNode, focusOffset);
    return false;
  }

  return {
    leaves(key, move) {
      const own = text();
      const at = own?.range();
      if (!own || !at || at.anchor !== at.head) return false;
      if (/^Arrow(?:Up|Down)$/.test(key)) return goesByLine(move) || neighbor(key === 'ArrowUp' ? -1 : 1);
      if (!/^Arrow/.test(key) || (at.head !== 0 && at.head !== own.length()) || !isAtEdge(move)) return false;
      // What reads from the right goes on to the left.
      const back = getComputedStyle(own.root).direction === 'rtl' ? 'ArrowRight' : 'ArrowLeft';
      return neighbor(key === back ? -1 : 1);
    },
    toCell(direction) {
      const cell = text()?.root.closest('td, th');
      const cells = [...(cell?.closest('table')?.querySelectorAll('td, th') ?? [])];
      return !!cells[cells.indexOf(cell!) + direction] && neighbor(direction);
    },
  };
}
