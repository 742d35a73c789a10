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

const startOf = (text: string, element: ResolvedElement): string =>
  element.node.open ? startTagOf(text, element) : '';
const endOf = (text: string, { to, node }: ResolvedElement): string => text.slice(to - node.close, to);
const wrap = (text: string, element: ResolvedElement, inner: string): string =>
  startOf(text, element) + inner + endOf(text, element);

/** Returns ids of the elements that begin (or end) with a block: they have no content before (or after) it. */
function elementsAt({ owner, isWhole, first, last }: TextBlock, isStart: boolean): Set<number> {
  const found = new Set<number>();
  const isEdge = (parent: ResolvedElement, index: number): boolean => {
    const children = resolveChildren(parent);
    return (isStart ? children.slice(0, index) : children.slice(index + 1)).every(({ node }) => isBlank(node));
  };
  let current: ResolvedElement | undefined = owner;
  if (!isWhole && !isEdge(owner, isStart ? first : last - 1)) return found;
  for (; current; current = current.parent) {
    found.add(current.node.id);
    if (!current.parent || !isEdge(current.parent, current.index)) break;
  }
  return found;
}

/** Returns the innermost element that contains two blocks. */
function sharedOwner(one: TextBlock, other: TextBlock): ResolvedElement {
  const ownerIds = new Set<number>();
  for (let current: ResolvedElement | undefined = other.owner; current; current = current.parent)
    ownerIds.add(current.node.id);
  let shared = one.owner;
  while (shared.parent && !ownerIds.has(shared.node.id)) shared = shared.parent;
  return shared;
}

/**
 * Returns the source of the selection. Across blocks, elements that are selected as a whole are copied unchanged.
 * Text blocks that are selected in part keep their element. Lists and tables keep their selected parts.
 */
export function selectedSource(state: EditorState): string | undefined {
  const crossSelection = getCrossBlockSelection(state);
  const { text, selection } = state;
  if (!crossSelection) {
    const range = selectedRange(state);
    return range && range.from < range.to ? sourceOf(text, range.block, range.from, range.to) : undefined;
  }
  const { parts } = crossSelection;
  const first = parts[0]!;
  const last = parts.at(-1)!;
  const start = Math.min(selection.anchor, selection.head);
  const end = Math.max(selection.anchor, selection.head);
  const startIds = first.from === 0 ? elementsAt(first.block, true) : new Set<number>();
  const endIds = last.to === lengthOf(last.runs) ? elementsAt(last.block, false) : new Set<number>();
  const isWhole = ({ from, to, node }: ResolvedElement): boolean =>
    (from >= start || startIds.has(node.id)) && (to <= end || endIds.has(node.id));
  const partsOf = (owner: ResolvedElement, isWhole: boolean): Range[] =>
    parts.filter(({ block }) => block.isWhole === isWhole && block.owner.node.id === owner.node.id);
  const partSource = ({ block, from, to }: Range): string => sourceOf(text, block, from, to);

  function sourceOfElement(element: ResolvedElement): string {
    if (isWhole(element)) return text.slice(element.from, element.to);
    const [part] = partsOf(element, true);
    if (part) return part.from < part.to ? wrap(text, element, partSource(part)) : '';
    const inner = sourceIn(element);
    return inner && (LISTS.test(element.node.tag) || PARTS.test(element.node.tag)) ? wrap(text, element, inner) : inner;
  }
  function sourceIn(parent: ResolvedElement): string {
    const looseParts = partsOf(parent, false);
    let source = '';
    for (const child of resolveChildren(parent)) {
      if (child.to <= start || child.from >= end) continue;
      const part = looseParts.find(({ block }) => child.index >= block.first && child.index < block.last);
      if (part) source += child.index === part.block.first ? partSource(part) : '';
      else if (isResolvedElement(child)) source += sourceOfElement(child);
      else if (child.from >= start && child.to <= end) source += text.slice(child.from, child.to);
    }
    return source.trim() && source;
  }

  const shared = sharedOwner(first.block, last.block);
  let source = sourceIn(shared);
  for (
    let current: ResolvedElement | undefined = shared;
    current && (LISTS.test(current.node.tag) || (current.node.tag === 'li' && partsOf(current, false).length > 0));
    current = current.parent
  )
    source = isWhole(current) ? text.slice(current.from, current.to) : wrap(text, current, source);
  return source.trim() || undefined;
}

/** Returns the element to copy for a selected element: for an image, the `picture` element with its sources. */
export const wholeElement = (element: ResolvedElement): ResolvedElement =>
  element.parent?.node.tag === 'picture' ? element.parent : element;

/** Returns the source of an element; a list item or a part of a table is wrapped in its list or table. */
export function elementSource({ document, text }: EditorState, id: number): string | undefined {
  const element = resolveElement(document, id);
  if (!element?.node.open) return undefined;
  const copied = wholeElement(element);
  let source = text.slice(copied.from, copied.to);
  if (!PARTS.test(copied.node.tag)) return source;
  for (const ancestor of ancestorsOf(copied)) {
    if (!LISTS.test(ancestor.node.tag)) break;
    source = wrap(text, ancestor, source);
  }
  return source;
}
