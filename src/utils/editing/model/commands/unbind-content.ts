import { attributesSteps } from '../attributes';
import { isBound } from '../blocks';
import { dispatchSteps } from '../change';
import { writeText } from '../characters';
import { parseDocument } from '../parse-document';
import { findUnsafeContent } from '../safety';
import { mapPosition, type Step } from '../steps';
import type { Command } from '../state';
import { contentEnd, contentStart, resolveElement, type ResolvedElement } from '../syntax-tree';

/** Attributes that bind the content of an element; `data-path-attributes` may bind more than that, and stays. */
const CONTENT = /^data-path(?:-placeholder|-html)?$/;

/** What an element currently shows. */
export interface ShownContent {
  readonly html: string;
  /** Without markup, for an element where the data's markup is not valid. */
  readonly text: string;
}

/** Returns the steps that remove a binding, and the position after the text that replaces it. */
function stepsOf(text: string, element: ResolvedElement, content: string): { steps: Step[]; caret: number } {
  const names = element.node.attributes.map(({ name }) => name).filter((name) => CONTENT.test(name));
  // An element that exists only for the binding is removed, too.
  if (element.node.tag === 'span' && element.node.attributes.length === names.length)
    return { steps: [{ from: element.from, to: element.to, insert: content }], caret: element.from + content.length };
  const attributes = attributesSteps(text, element, Object.fromEntries(names.map((name) => [name, undefined])));
  const start = contentStart(element);
  return {
    steps: [...attributes, { from: start, to: contentEnd(element), insert: content }],
    caret: mapPosition(attributes, start) + content.length,
  };
}

/** Removes the binding of an element's content: what it currently shows becomes its own, editable text. */
export const unbindContent =
  (id: number, { html, text }: ShownContent): Command =>
  (state, dispatch) => {
    const element = resolveElement(state.document, id);
    if (!element?.node.close || !isBound(element.node)) return false;
    return [...(findUnsafeContent(parseDocument(html)) ? [] : [html]), writeText(text)].some((content) => {
      const { steps, caret } = stepsOf(state.text, element, content);
      return dispatchSteps(state, dispatch, steps, { selection: { anchor: caret, head: caret } });
    });
  };
