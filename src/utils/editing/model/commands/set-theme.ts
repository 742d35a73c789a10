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

function themeSteps(text: string, element: ResolvedElement, theme: string | null): Step[] {
  const classes = attributeOf(element.node, 'class');
  const before = classes?.split(/\s+/).filter((name) => name.startsWith('-theme--')) ?? [];
  if (before.length === 0 && theme === null) return [];
  if (before.length === 1 && before[0] === theme) return [];
  // Only the theme's own class is replaced; the others stay as written.
  let remaining = classes ?? '';
  let pending = theme;
  for (const name of before) {
    const start = remaining.search(new RegExp(`(?<!\\S)${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\S)`));
    const end = start + name.length;
    if (pending !== null) remaining = remaining.slice(0, start) + pending + remaining.slice(end);
    else if (start > 0) remaining = remaining.slice(0, start).replace(/\s+$/, '') + remaining.slice(end);
    else remaining = remaining.slice(end).replace(/^\s+/, '');
    pending = null;
  }
  if (pending !== null) remaining = remaining.trim() ? `${remaining.replace(/\s+$/, '')} ${pending}` : pending;
  return attributeSteps(text, element, 'class', remaining.trim() ? remaining : undefined);
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
    const ownElement = id === undefined ? undefined : resolveElement(state.document, id);
    if (id !== undefined && !ownElement) return false;
    const elements = ownElement ? [ownElement] : resolveChildren(resolveRoot(state.document)).filter(isResolvedElement);
    const themed = elements.filter(
      ({ node }) => node.open && !node.foreign && !/^(?:script|style|link|template)$/.test(node.tag),
    );
    return dispatchSteps(
      state,
      dispatch,
      themed.flatMap((element) => themeSteps(state.text, element, className)),
    );
  };
