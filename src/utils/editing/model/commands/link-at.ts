/** The link at a selection, and whether one is possible. Separate from the commands, since the toolbar needs it for each selection. */
import { getCrossBlockSelection } from '../cross-block-selection';
import type { Command, EditorState } from '../state';
import { findInnermostElement, isResolvedElement, resolveChildren, type ResolvedElement } from '../syntax-tree';
import { selectedRange } from './target';

const ends = ({ selection: { anchor, head } }: EditorState): [start: number, end: number] =>
  anchor < head ? [anchor, head] : [head, anchor];

function around(state: EditorState, tag: string): ResolvedElement | undefined {
  for (let at: ResolvedElement | undefined = findInnermostElement(state.document, ...ends(state)); at; at = at.parent)
    if (at.node.tag === tag) return at;
  return undefined;
}

/** Returns the element that contains all selected content. */
function filledBy(state: EditorState, tag: string): ResolvedElement | undefined {
  const [start, end] = ends(state);
  for (let at = findInnermostElement(state.document, start, end); ;) {
    const [only, second] = resolveChildren(at).filter(({ from, to }) => from < end && to > start);
    if (second || !isResolvedElement(only)) return undefined;
    if (only.node.tag === tag) return only;
    at = only;
  }
}

/** Returns the link around the selection, or around all selected content. */
export const linkAt = (state: EditorState): ResolvedElement | undefined => around(state, 'a') ?? filledBy(state, 'a');

/** Whether a link is or can be at the selection: not in a button, which is interactive itself. Changes nothing. */
export const canLink: Command = (state) =>
  linkAt(state) !== undefined ||
  (!around(state, 'button') && (selectedRange(state) !== undefined || getCrossBlockSelection(state) !== undefined));
