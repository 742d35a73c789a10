/** The link at a selection, and whether there can be one. Apart from the commands that change it: the toolbar asks at each selection. */
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

/** The element of which the selection holds something, and of nothing else beside it. */
function filledBy(state: EditorState, tag: string): ResolvedElement | undefined {
  const [start, end] = ends(state);
  for (let at = findInnermostElement(state.document, start, end); ;) {
    const [only, second] = resolveChildren(at).filter(({ from, to }) => from < end && to > start);
    if (second || !isResolvedElement(only)) return undefined;
    if (only.node.tag === tag) return only;
    at = only;
  }
}

/** The link around the selection, or all that is selected. */
export const linkAt = (state: EditorState): ResolvedElement | undefined => around(state, 'a') ?? filledBy(state, 'a');

/** Whether there is something that a link can be on, or be put into: not in a button, which is pressed itself. Changes nothing. */
export const canLink: Command = (state) =>
  linkAt(state) !== undefined ||
  (!around(state, 'button') && (selectedRange(state) !== undefined || getCrossBlockSelection(state) !== undefined));
