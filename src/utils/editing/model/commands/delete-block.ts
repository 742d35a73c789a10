import { blocksOf, isTypable } from '../blocks';
import { dispatchSteps } from '../change';
import type { Selection } from '../history';
import { resolveChildren, resolveElement, type ResolvedElement } from '../syntax-tree';
import type { Step } from '../steps';
import { previewSteps, type Command, type EditorState } from '../state';

/** Returns the step that removes an element, with the white space that puts it on its own line. */
export function removalOf(text: string, element: ResolvedElement): Step {
  const siblings = element.parent ? resolveChildren(element.parent) : [];
  const before = siblings[element.index - 1];
  const after = siblings[element.index + 1];
  let { from, to } = element;
  const isSpace = (sibling: typeof before): boolean =>
    sibling?.node.kind === 'text' && /^[ \t\n\r\f]*$/.test(text.slice(sibling.from, sibling.to));
  if (before && isSpace(before) && (isSpace(after) || !after)) {
    if (after || before.from > 0 || !element.parent?.node.open) from = before.from;
  } else if (after && isSpace(after) && !before) to = after.to;
  return { from, to, insert: '' };
}

/** Returns a caret for a removed range: in the text around it, else in the text after it, else in the text before it. */
function caretAfterRemoval(state: EditorState, step: Step): Selection {
  const blocks = blocksOf(previewSteps(state, [step]).document).filter(isTypable);
  const next = blocks.find(({ to }) => to >= step.from);
  const caret = next ? Math.max(next.from, step.from) : (blocks.at(-1)?.to ?? step.from);
  return { anchor: caret, head: caret };
}

/** Deletes an element with its content. */
export const deleteBlock =
  (id: number): Command =>
  (state, dispatch) => {
    const element = resolveElement(state.document, id);
    if (!element?.node.open || element.node.errorCount) return false;
    const step = removalOf(state.text, element);
    return dispatchSteps(state, dispatch, [step], { selection: caretAfterRemoval(state, step) });
  };
