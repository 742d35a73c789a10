import { parsePath } from '../../../path/parse';
import { attributeSteps, attributesSteps } from '../attributes';
import { isBound } from '../blocks';
import { dispatchSteps } from '../change';
import { writeValue } from '../characters';
import { positionOf } from '../inline';
import { resolveElement, type ElementNode } from '../syntax-tree';
import { SCOPE } from '../repeater';
import { isAllowedAttribute } from '../safety';
import { sliceRuns } from '../runs';
import type { Command } from '../state';
import { selectedRange } from './target';

/** Whether a text is a valid data path. */
export const isPath = (path: string): boolean => path !== '' && parsePath(path) !== undefined;

/** Binds an element's content to a path (`data-path`); `null` removes the binding, so that the markup's own content shows. */
export const bindContent =
  (id: number, path: string | null, placeholder?: string | null): Command =>
  (state, dispatch) => {
    const element = resolveElement(state.document, id);
    if (!element?.node.open || (path !== null && !isPath(path))) return false;
    const values: Record<string, string | undefined> = { 'data-path': path ?? undefined };
    if (placeholder !== undefined || path === null)
      values['data-path-placeholder'] = (path && placeholder) ?? undefined;
    for (const [name, value] of Object.entries(values))
      if (value !== undefined && !isAllowedAttribute(element.node.tag, name, value)) return false;
    return dispatchSteps(state, dispatch, attributesSteps(state.text, element, values));
  };

/** Binds an attribute to a path; `null` unbinds it. Returns false for an attribute that could run code. */
export const bindAttribute =
  (id: number, name: string, path: string | null): Command =>
  (state, dispatch) => {
    const element = resolveElement(state.document, id);
    const binding = `data-path-${name.toLowerCase()}`;
    // These two are settings of the binding, not bound attributes.
    if (!element?.node.open || /^(?:scope|placeholder)$/i.test(name)) return false;
    if (path !== null && (!isPath(path) || !isAllowedAttribute(element.node.tag, binding, path))) return false;
    return dispatchSteps(state, dispatch, attributeSteps(state.text, element, binding, path ?? undefined));
  };

/** Repeats an element for each item of a list; `null` removes the repetition. */
export const bindRepeater =
  (id: number, scope: string | null): Command =>
  (state, dispatch) => {
    const element = resolveElement(state.document, id);
    if (
      !element?.node.open ||
      (scope !== null && (!isPath(scope) || !isAllowedAttribute(element.node.tag, SCOPE, scope)))
    )
      return false;
    return dispatchSteps(state, dispatch, attributeSteps(state.text, element, SCOPE, scope ?? undefined));
  };

/** Binds the selected text to data; the text shows while there is no value. */
export const bindSelection =
  (path: string): Command =>
  (state, dispatch) => {
    const range = selectedRange(state);
    if (!range || range.from === range.to || !isPath(path) || !isAllowedAttribute('span', 'data-path', path))
      return false;
    const { block, runs, from, to } = range;
    const [run, second] = sliceRuns(runs, from, to);
    // A value is a single run of text: marks may surround it, and it contains no other value.
    if (second || typeof run?.insert !== 'string') return false;
    const start = positionOf(state.text, block, from);
    const end = positionOf(state.text, block, to);
    const open = `<span data-path="${writeValue(path)}">`;
    return dispatchSteps(state, dispatch, [
      { from: start, to: start, insert: open },
      { from: end, to: end, insert: '</span>' },
    ]);
  };

/** Unbinds an inline node, so that it shows the text of the markup. */
export const unbindInlineNode =
  (id: number): Command =>
  (state, dispatch) => {
    const element = resolveElement(state.document, id);
    if (!element || !isBound(element.node)) return false;
    const names = element.node.attributes
      .map(({ name }) => name)
      .filter((name) => /^data-path(?:-placeholder|-html)?$/.test(name));
    // An element that exists only for the binding is removed, too.
    if (element.node.tag === 'span' && element.node.attributes.length === names.length && element.node.close)
      return dispatchSteps(state, dispatch, [
        { from: element.from, to: element.from + element.node.open, insert: '' },
        { from: element.to - element.node.close, to: element.to, insert: '' },
      ]);
    return dispatchSteps(
      state,
      dispatch,
      names.flatMap((name) => attributeSteps(state.text, element, name, undefined)),
    );
  };

/** Returns the paths of an element's bindings by their targets: `content`, `repeat`, or the name of an attribute. */
export function bindingsOf({ attributes }: ElementNode): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const { name, value } of attributes) {
    if (name === 'data-path') found['content'] = value;
    else if (name === SCOPE) found['repeat'] = value;
    else if (name.startsWith('data-path-') && name !== 'data-path-placeholder') found[name.slice(10)] = value;
  }
  return found;
}
