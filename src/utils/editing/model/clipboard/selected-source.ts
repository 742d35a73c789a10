/** The source of a selection across blocks, and of an element that is selected as a whole. */
import type { TextBlock } from '../blocks';
import { getCrossBlockSelection } from '../cross-block-selection';
import { selectedRange, type Range } from '../commands/target';
import { LISTS } from '../drop-targets';
import { lengthOf } from '../runs';
import type { EditorState } from '../state';
import {
  ancestorsOf,
  isBlank,
  isResolvedElement,
  resolveChildren,
  resolveElement,
  type ResolvedElement,
} from '../syntax-tree';
import { startTagOf } from '../tags';
import { sourceOf } from './source';

/** Parts of a list or a table, which are not valid outside of it. */
const PARTS = /^(?:li|d[dt]|t[dhr]|t(?:body|head|foot)|caption)$/;

const startOf = (text: string, place: ResolvedElement): string => (place.node.open ? startTagOf(text, place) : '');
const endOf = (text: string, { to, node }: ResolvedElement): string => text.slice(to - node.close, to);
const wrap = (text: string, place: ResolvedElement, inner: string): string =>
  startOf(text, place) + inner + endOf(text, place);

/** Returns ids of the elements that begin (or end) with a block: they have no content before (or after) it. */
function elementsAt({ owner, whole, first, last }: TextBlock, isStart: boolean): Set<number> {
  const found = new Set<number>();
  const isEdge = (parent: ResolvedElement, index: number): boolean => {
    const all = resolveChildren(parent);
    return (isStart ? all.slice(0, index) : all.slice(index + 1)).every(({ node }) => isBlank(node));
  };
  let at: ResolvedElement | undefined = owner;
  if (!whole && !isEdge(owner, isStart ? first : last - 1)) return found;
  for (; at; at = at.parent) {
    found.add(at.node.id);
    if (!at.parent || !isEdge(at.parent, at.index)) break;
  }
  return found;
}

/** Returns the innermost element that contains two blocks. */
function sharedOwner(one: TextBlock, other: TextBlock): ResolvedElement {
  const others = new Set<number>();
  for (let at: ResolvedElement | undefined = other.owner; at; at = at.parent) others.add(at.node.id);
  let shared = one.owner;
  while (shared.parent && !others.has(shared.node.id)) shared = shared.parent;
  return shared;
}

/**
 * Returns the source of the selection. Across blocks, elements that are selected as a whole are copied unchanged.
 * Text blocks that are selected in part keep their element. Lists and tables keep their selected parts.
 */
export function selectedSource(state: EditorState): string | undefined {
  const span = getCrossBlockSelection(state);
  const { text, selection } = state;
  if (!span) {
    const range = selectedRange(state);
    return range && range.from < range.to ? sourceOf(text, range.block, range.from, range.to) : undefined;
  }
  const { parts } = span;
  const first = parts[0]!;
  const last = parts.at(-1)!;
  const start = Math.min(selection.anchor, selection.head);
  const end = Math.max(selection.anchor, selection.head);
  const begun = first.from === 0 ? elementsAt(first.block, true) : new Set<number>();
  const ended = last.to === lengthOf(last.runs) ? elementsAt(last.block, false) : new Set<number>();
  const isWhole = ({ from, to, node }: ResolvedElement): boolean =>
    (from >= start || begun.has(node.id)) && (to <= end || ended.has(node.id));
  const partOf = (owner: ResolvedElement, whole: boolean): Range[] =>
    parts.filter(({ block }) => block.whole === whole && block.owner.node.id === owner.node.id);
  const shown = ({ block, from, to }: Range): string => sourceOf(text, block, from, to);

  function sourceOfElement(place: ResolvedElement): string {
    if (isWhole(place)) return text.slice(place.from, place.to);
    const [own] = partOf(place, true);
    if (own) return own.from < own.to ? wrap(text, place, shown(own)) : '';
    const inner = sourceIn(place);
    return inner && (LISTS.test(place.node.tag) || PARTS.test(place.node.tag)) ? wrap(text, place, inner) : inner;
  }
  function sourceIn(parent: ResolvedElement): string {
    const loose = partOf(parent, false);
    let source = '';
    for (const child of resolveChildren(parent)) {
      if (child.to <= start || child.from >= end) continue;
      const own = loose.find(({ block }) => child.index >= block.first && child.index < block.last);
      if (own) source += child.index === own.block.first ? shown(own) : '';
      else if (isResolvedElement(child)) source += sourceOfElement(child);
      else if (child.from >= start && child.to <= end) source += text.slice(child.from, child.to);
    }
    return source.trim() && source;
  }

  const shared = sharedOwner(first.block, last.block);
  let source = sourceIn(shared);
  for (
    let at: ResolvedElement | undefined = shared;
    at && (LISTS.test(at.node.tag) || (at.node.tag === 'li' && partOf(at, false).length > 0));
    at = at.parent
  )
    source = isWhole(at) ? text.slice(at.from, at.to) : wrap(text, at, source);
  return source.trim() || undefined;
}

/** Returns the element to copy for a selected element: for an image, the `picture` element with its sources. */
export const wholeElement = (place: ResolvedElement): ResolvedElement =>
  place.parent?.node.tag === 'picture' ? place.parent : place;

/** Returns the source of an element; a list item or a part of a table is wrapped in its list or table. */
export function elementSource({ document, text }: EditorState, id: number): string | undefined {
  const place = resolveElement(document, id);
  if (!place?.node.open) return undefined;
  const whole = wholeElement(place);
  let source = text.slice(whole.from, whole.to);
  if (!PARTS.test(whole.node.tag)) return source;
  for (const around of ancestorsOf(whole)) {
    if (!LISTS.test(around.node.tag)) break;
    source = wrap(text, around, source);
  }
  return source;
}
