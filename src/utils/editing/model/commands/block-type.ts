import { tagSteps } from '../attributes';
import type { TextBlock } from '../blocks';
import { BLOCKS, type BlockType } from '../block-registry';
import { dispatchSteps } from '../change';
import {
  resolveChildren,
  contentEnd,
  contentStart,
  isBlank,
  isResolvedElement,
  type ResolvedElement,
} from '../syntax-tree';
import type { Step } from '../steps';
import { pointsOf, getCrossBlockSelection, selectPoints, type CrossBlockSelection } from '../cross-block-selection';
import type { Command, EditorState } from '../state';
import { indentOf, startTagOf } from '../tags';
import { chainCommands } from './chain-commands';
import { toNodeRef, targetBlock, type NodeRef } from './target';

const CHANGEABLE = /^(?:p|h[1-6]|pre|li|blockquote|div)$/;
const elementsIn = (place: ResolvedElement): ResolvedElement[] => resolveChildren(place).filter(isResolvedElement);

/** Returns the list item that a block is, or whose only content it is. */
export function itemOf({ owner }: TextBlock): ResolvedElement | undefined {
  if (owner.node.tag === 'li') return owner;
  const { parent } = owner;
  return parent?.node.tag === 'li' &&
    resolveChildren(parent).every((each) => each.from === owner.from || isBlank(each.node))
    ? parent
    : undefined;
}

/** Returns the code element that is the whole content of a block. */
function codeIn({ owner }: TextBlock): ResolvedElement | undefined {
  const [only, more] = resolveChildren(owner);
  return !more && isResolvedElement(only) && only.node.tag === 'code' ? only : undefined;
}

/** Returns the type of a block; undefined if it has none of these types. */
export function blockTypeOf(block: TextBlock): BlockType | undefined {
  const { owner, whole } = block;
  if (!whole) return owner.node.tag === 'li' ? typeOfItem(owner) : undefined;
  const item = itemOf(block);
  if (item) return typeOfItem(item);
  const { tag } = owner.node;
  if (/^h[1-6]$/.test(tag)) return `heading${tag[1] as '1'}`;
  if (tag === 'pre') return 'code';
  if (tag === 'blockquote' || owner.parent?.node.tag === 'blockquote') return 'quote';
  return tag === 'p' || tag === 'div' ? 'paragraph' : undefined;
}

const typeOfItem = ({ parent }: ResolvedElement): BlockType | undefined =>
  parent?.node.tag === 'ol' ? 'numbers' : parent?.node.tag === 'ul' ? 'bullets' : undefined;

/** Moves an element out of its parent, which is split if it contains other elements. */
function liftOut(text: string, place: ResolvedElement, outer: ResolvedElement): Step[] {
  const all = elementsIn(outer);
  const at = all.findIndex(({ from }) => from === place.from);
  const start = text.slice(outer.from, contentStart(outer));
  const again = startTagOf(text, outer);
  const end = text.slice(contentEnd(outer), outer.to);
  const indent = indentOf(text, outer);
  const steps: Step[] = [];
  const previous = all[at - 1];
  const next = all[at + 1];
  if (previous) steps.push({ from: previous.to, to: place.from, insert: `${indent}${end}${indent}` });
  else steps.push({ from: outer.from, to: place.from, insert: '' });
  if (next) steps.push({ from: place.to, to: next.from, insert: `${indent}${previous ? again : start}${indent}` });
  else steps.push({ from: place.to, to: outer.to, insert: '' });
  return steps;
}

/** Changes a block's tag, and adds or removes the code element around its text. */
function retag(state: EditorState, block: TextBlock, tag: string): Step[] {
  const { owner } = block;
  const steps = owner.node.tag === tag ? [] : tagSteps(state.text, owner, tag);
  const code = codeIn(block);
  if (tag === 'pre' && !code) {
    steps.push({ from: contentStart(owner), to: contentStart(owner), insert: '<code>' });
    steps.push({ from: contentEnd(owner), to: contentEnd(owner), insert: '</code>' });
  } else if (tag !== 'pre' && owner.node.tag === 'pre' && code) {
    steps.push({ from: code.from, to: contentStart(code), insert: '' });
    steps.push({ from: contentEnd(code), to: code.to, insert: '' });
  }
  // Code has line breaks as characters, other text as elements.
  if (tag !== 'pre' && owner.node.tag === 'pre') {
    const inner = code ?? owner;
    for (const match of state.text.slice(contentStart(inner), contentEnd(inner)).matchAll(/\r\n|\n|\r/g)) {
      const from = contentStart(inner) + match.index;
      steps.push({ from, to: from + match[0].length, insert: '<br>' });
    }
  }
  return steps;
}

function typeSteps(state: EditorState, block: TextBlock, type: BlockType): Step[] {
  const { text } = state;
  const { owner } = block;
  const list = /^(?:ul|ol)$/.exec(BLOCKS[type].tag)?.[0];
  const item = itemOf(block);
  const outer = item?.parent;
  if (item && outer && /^[uo]l$/.test(outer.node.tag)) {
    if (list) return outer.node.tag === list ? [] : tagSteps(text, outer, list);
    const steps = liftOut(text, item, outer);
    if (item.from !== owner.from) {
      steps.push({ from: item.from, to: owner.from, insert: '' }, { from: owner.to, to: item.to, insert: '' });
    }
    return [
      ...steps,
      ...retag(state, block, BLOCKS[type].textTag),
      ...(type === 'quote' ? wrap(owner, 'blockquote') : []),
    ];
  }
  const quote = owner.parent?.node.tag === 'blockquote' ? owner.parent : undefined;
  if (type === 'quote') {
    if (owner.node.tag === 'blockquote' || quote) return [];
    return [...retag(state, block, 'p'), ...wrap(owner, 'blockquote')];
  }
  const lifted = quote ? liftOut(text, owner, quote) : [];
  const listed = list ? (!quote && joinLists(text, owner, list)) || wrap(owner, list) : [];
  return [...lifted, ...listed, ...retag(state, block, BLOCKS[type].textTag)];
}

/** Returns the list next to an element, with only white space between them. */
function listBeside(place: ResolvedElement, direction: -1 | 1, tag: string): ResolvedElement | undefined {
  const siblings = place.parent ? resolveChildren(place.parent) : [];
  let at = place.index + direction;
  while (siblings[at]?.node.kind === 'text' && isBlank(siblings[at]!.node)) at += direction;
  const found = siblings[at];
  return isResolvedElement(found) && found.node.tag === tag && found.node.close && elementsIn(found).length
    ? found
    : undefined;
}

/** Moves an element into the list before it, after it, or both, which are then merged. Undefined if there is no such list. */
function joinLists(text: string, { from, to, ...place }: ResolvedElement, tag: string): Step[] | undefined {
  const before = listBeside({ from, to, ...place }, -1, tag);
  const behind = listBeside({ from, to, ...place }, 1, tag);
  if (!before && !behind) return undefined;
  const last = before && elementsIn(before).at(-1)!;
  const first = behind && elementsIn(behind)[0]!;
  const indent = indentOf(text, (last ?? first)!);
  return [
    last
      ? { from: last.to, to: from, insert: indent }
      : { from, to: from, insert: text.slice(behind!.from, first!.from) },
    first ? { from: to, to: first.from, insert: indent } : { from: to, to, insert: text.slice(last!.to, before!.to) },
  ];
}

const wrap = ({ from, to }: ResolvedElement, tag: string): Step[] => [
  { from, to: from, insert: `<${tag}>` },
  { from: to, to, insert: `</${tag}>` },
];

/** Sets the type of each selected block in one step, and keeps the selection. */
function setTypes(span: CrossBlockSelection, type: BlockType): Command {
  const [start, end] = pointsOf(span);
  const commands = span.parts.map(({ block }) => setBlockType(type, toNodeRef(block)));
  return chainCommands([...commands, span.turned ? selectPoints(end, start) : selectPoints(start, end)]);
}

/**
 * Makes a block a paragraph, a heading, a list item, a quote or code; its element keeps its attributes.
 * Without a reference it changes the block at the selection, or all selected blocks.
 */
export const setBlockType =
  (type: BlockType, ref?: NodeRef): Command =>
  (state, dispatch) => {
    const span = ref ? undefined : getCrossBlockSelection(state);
    if (span) return setTypes(span, type)(state, dispatch);
    const block = targetBlock(state, ref);
    if (!block?.whole || !CHANGEABLE.test(block.owner.node.tag) || !block.owner.node.close) return false;
    if (blockTypeOf(block) === type && block.owner.node.tag !== 'div') return false;
    return dispatchSteps(state, dispatch, typeSteps(state, block, type));
  };
