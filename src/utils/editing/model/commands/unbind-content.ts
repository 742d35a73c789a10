import { attributesSteps } from '../attributes';
import { isBound } from '../blocks';
import { dispatchSteps } from '../change';
import { writeText } from '../characters';
import { parseDocument } from '../parse-document';
import { findUnsafeContent } from '../safety';
import { mapPosition, type Step } from '../steps';
import type { Command } from '../state';
import { contentEnd, contentStart, resolveElement, type ResolvedElement } from '../syntax-tree';

/** Attributes that say what an element holds; `data-path-attributes` may say more than that, and stays. */
const CONTENT = /^data-path(?:-placeholder|-html)?$/;

/** What an element shows by now. */
export interface ShownContent {
  readonly html: string;
  /** Without markup, for an element that can not hold what the data holds. */
  readonly text: string;
}

/** The steps that end a binding, and the position behind the text that stands there then. */
function stepsOf(text: string, place: ResolvedElement, content: string): { steps: Step[]; caret: number } {
  const names = place.node.attributes.map(({ name }) => name).filter((name) => CONTENT.test(name));
  // An element that is there for the value alone goes with its binding.
  if (place.node.tag === 'span' && place.node.attributes.length === names.length)
    return { steps: [{ from: place.from, to: place.to, insert: content }], caret: place.from + content.length };
  const attributes = attributesSteps(text, place, Object.fromEntries(names.map((name) => [name, undefined])));
  const start = contentStart(place);
  return {
    steps: [...attributes, { from: start, to: contentEnd(place), insert: content }],
    caret: mapPosition(attributes, start) + content.length,
  };
}

/** Ends the binding of an element's content: what it shows by now becomes its own text, to be typed in. */
export const unbindContent =
  (id: number, { html, text }: ShownContent): Command =>
  (state, dispatch) => {
    const place = resolveElement(state.document, id);
    if (!place?.node.close || !isBound(place.node)) return false;
    return [...(findUnsafeContent(parseDocument(html)) ? [] : [html]), writeText(text)].some((content) => {
      const { steps, caret } = stepsOf(state.text, place, content);
      return dispatchSteps(state, dispatch, steps, { selection: { anchor: caret, head: caret } });
    });
  };
