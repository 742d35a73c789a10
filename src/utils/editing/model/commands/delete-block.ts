import { blocksOf, isTypable } from '../blocks';
import { dispatchSteps } from '../change';
import type { Selection } from '../history';
import { resolveChildren, resolveElement, type ResolvedElement } from '../syntax-tree';
import type { Step } from '../steps';
import { previewSteps, type Command, type EditorState } from '../state';

/** Returns the step that removes an element, with the white space that puts it on its own line. */
export function removalOf(text: string, place: ResolvedElement): Step {
  const siblings = place.parent ? resolveChildren(place.parent) : [];
  const before = siblings[place.index - 1];
  const after = siblings[place.index + 1];
  let { from, to } = place;
  const isSpace = (of: typeof before): boolean =>
    of?.node.kind === 'text' && /^[ \t\n\r\f]*$/.test(text.slice(of.from, of.to));
  if (before && isSpace(before) && (isSpace(after) || !after)) {
    if (after || before.from > 0 || !place.parent?.node.open) from = before.from;
  } else if (after && isSpace(after) && !before) to = after.to;
  return { from, to, insert: '' };
}

/** Returns a caret for a removed range: in the text around it, else in the text after it, else in the text before it. */
function caretBy(state: EditorState, step: Step): Selection {
  const blocks = blocksOf(previewSteps(state, [step]).document).filter(isTypable);
  const next = blocks.find(({ to }) => to >= step.from);
  const caret = next ? Math.max(next.from, step.from) : (blocks.at(-1)?.to ?? step.from);
  return { anchor: caret, head: caret };
}

/** Deletes an element with its content. */
export const deleteBlock =
  (id: number): Command =>
  (state, dispatch) => {
    const place = resolveElement(state.document, id);
    if (!place?.node.open || place.node.errorCount) return false;
    const step = removalOf(state.text, place);
    return dispatchSteps(state, dispatch, [step], { selection: caretBy(state, step) });
  };
