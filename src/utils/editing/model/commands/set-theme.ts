import { attributeSteps } from '../attributes';
import { dispatchSteps } from '../change';
import {
  attributeOf,
  resolveChildren,
  resolveElement,
  isResolvedElement,
  resolveRoot,
  type ResolvedElement,
  type SyntaxTree,
} from '../syntax-tree';
import type { Step } from '../steps';
import type { Command } from '../state';

const THEME = /^-theme--[\w-]+$/;

function themeSteps(text: string, place: ResolvedElement, theme: string | null): Step[] {
  const classes = attributeOf(place.node, 'class');
  const before = classes?.split(/\s+/).filter((name) => name.startsWith('-theme--')) ?? [];
  if (before.length === 0 && theme === null) return [];
  if (before.length === 1 && before[0] === theme) return [];
  // Only the theme's own class is replaced; the others stay as written.
  let rest = classes ?? '';
  let left = theme;
  for (const name of before) {
    const at = rest.search(new RegExp(`(?<!\\S)${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\S)`));
    const end = at + name.length;
    if (left !== null) rest = rest.slice(0, at) + left + rest.slice(end);
    else if (at > 0) rest = rest.slice(0, at).replace(/\s+$/, '') + rest.slice(end);
    else rest = rest.slice(end).replace(/^\s+/, '');
    left = null;
  }
  if (left !== null) rest = rest.trim() ? `${rest.replace(/\s+$/, '')} ${left}` : left;
  return attributeSteps(text, place, 'class', rest.trim() ? rest : undefined);
}

/** Returns the theme of an element, from its class; undefined if it has none. */
export const themeOf = ({ node }: ResolvedElement): string | undefined =>
  attributeOf(node, 'class')
    ?.split(/\s+/)
    .find((name) => THEME.test(name));

/** Returns the theme of the document; undefined if its top elements have none, or different ones. */
export function documentTheme(document: SyntaxTree): string | undefined {
  const themes = resolveChildren(resolveRoot(document)).filter(isResolvedElement).map(themeOf);
  return themes.every((theme) => theme === themes[0]) ? themes[0] : undefined;
}

/**
 * Sets the document's theme by a class; null removes it. The class goes on the document's top elements, which lose it
 * if the host has its own theme (E3).
 * @param id an element with its own theme, which is set instead
 */
export const setTheme =
  (className: string | null, id?: number): Command =>
  (state, dispatch) => {
    if (className !== null && !THEME.test(className)) return false;
    const one = id === undefined ? undefined : resolveElement(state.document, id);
    if (id !== undefined && !one) return false;
    const places = one ? [one] : resolveChildren(resolveRoot(state.document)).filter(isResolvedElement);
    const written = places.filter(
      ({ node }) => node.open && !node.foreign && !/^(?:script|style|link|template)$/.test(node.tag),
    );
    return dispatchSteps(
      state,
      dispatch,
      written.flatMap((place) => themeSteps(state.text, place, className)),
    );
  };
