/** The link at a selection, and whether one is possible. Separate from the commands, since the toolbar needs it for each selection. */
import { getCrossBlockSelection } from '../cross-block-selection';
import type { Command, EditorState } from '../state';
import { findInnermostElement, isResolvedElement, resolveChildren, type ResolvedElement } from '../syntax-tree';
import { selectedRange } from './target';

const rangeOf = ({ selection: { anchor, head } }: EditorState): [start: number, end: number] =>
  anchor < head ? [anchor, head] : [head, anchor];

function findAncestor(state: EditorState, tag: string): ResolvedElement | undefined {
  for (
    let current: ResolvedElement | undefined = findInnermostElement(state.document, ...rangeOf(state));
    current;
    current = current.parent
  )
    if (current.node.tag === tag) return current;
  return undefined;
}

/** Returns the element that contains all selected content. */
function findSelectedElement(state: EditorState, tag: string): ResolvedElement | undefined {
  const [start, end] = rangeOf(state);
  for (let current = findInnermostElement(state.document, start, end); ;) {
    const [child, second] = resolveChildren(current).filter(({ from, to }) => from < end && to > start);
    if (second || !isResolvedElement(child)) return undefined;
    if (child.node.tag === tag) return child;
    current = child;
  }
}

/** Returns the link around the selection, or around all selected content. */
export const linkAt = (state: EditorState): ResolvedElement | undefined =>
  findAncestor(state, 'a') ?? findSelectedElement(state, 'a');

/** Whether a link is or can be at the selection: not in a button, which is interactive itself. Changes nothing. */
export const canLink: Command = (state) =>
  linkAt(state) !== undefined ||
  (!findAncestor(state, 'button') &&
    (selectedRange(state) !== undefined || getCrossBlockSelection(state) !== undefined));
