import { isPhrasing } from '../blocks';
import { dispatchSteps } from '../change';
import type { ResolvedElement } from '../syntax-tree';
import type { Step } from '../steps';
import type { Command } from '../state';
import { linkAt } from './link-at';
import { setLink } from './set-link';

/** Attributes that belong to the link of an element. */
const LINKING = /^(?:href|hreflang|target|rel|rev|download|ping|type|referrerpolicy|aria-label|data-path-href)$/;

/** Removes the tags of a link. If other attributes remain, such as the class of a card, it becomes a `div`. */
function unwrapSteps(text: string, { node, from, to }: ResolvedElement): Step[] {
  const attributes = node.attributes
    .filter(({ name }) => !LINKING.test(name))
    .map((attribute) => ' ' + text.slice(from + attribute.from, from + attribute.to))
    .join('');
  return [
    { from, to: from + node.open, insert: attributes && `<div${attributes}>` },
    { from: to - node.close, to, insert: attributes && '</div>' },
  ];
}

/** Removes the link around the selection: in text, or around blocks, such as a card. */
export const removeLink: Command = (state, dispatch) => {
  const link = linkAt(state);
  if (!link || isPhrasing(link.node)) return setLink(null)(state, dispatch);
  return link.node.closed === 'written' && dispatchSteps(state, dispatch, unwrapSteps(state.text, link));
};
