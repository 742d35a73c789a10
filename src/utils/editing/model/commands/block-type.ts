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
const elementsIn = (element: ResolvedElement): ResolvedElement[] => resolveChildren(element).filter(isResolvedElement);

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
  const [child, second] = resolveChildren(owner);
  return !second && isResolvedElement(child) && child.node.tag === 'code' ? child : undefined;
}

/** Returns the type of a block; undefined if it has none of these types. */
export function blockTypeOf(block: TextBlock): BlockType | undefined {
  const { owner, isWhole } = block;
  if (!isWhole) return owner.node.tag === 'li' ? typeOfItem(owner) : undefined;
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
function liftOut(text: string, element: ResolvedElement, outer: ResolvedElement): Step[] {
  const siblings = elementsIn(outer);
  const index = siblings.findIndex(({ from }) => from === element.from);
  const start = text.slice(outer.from, contentStart(outer));
  const reopened = startTagOf(text, outer);
  const end = text.slice(contentEnd(outer), outer.to);
  const indent = indentOf(text, outer);
  const steps: Step[] = [];
  const previous = siblings[index - 1];
  const next = siblings[index + 1];
  if (previous) steps.push({ from: previous.to, to: element.from, insert: `${indent}${end}${indent}` });
  else steps.push({ from: outer.from, to: element.from, insert: '' });
  if (next) steps.push({ from: element.to, to: next.from, insert: `${indent}${previous ? reopened : start}${indent}` });
  else steps.push({ from: element.to, to: outer.to, insert: '' });
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
function adjacentList(element: ResolvedElement, direction: -1 | 1, tag: string): ResolvedElement | undefined {
  const siblings = element.parent ? resolveChildren(element.parent) : [];
  let index = element.index + direction;
  while (siblings[index]?.node.kind === 'text' && isBlank(siblings[index]!.node)) index += direction;
  const found = siblings[index];
  return isResolvedElement(found) && found.node.tag === tag && found.node.close && elementsIn(found).length
    ? found
    : undefined;
}

/** Moves an element into the list before it, after it, or both, which are then merged. Undefined if there is no such list. */
function joinLists(text: string, { from, to, ...element }: ResolvedElement, tag: string): Step[] | undefined {
  const before = adjacentList({ from, to, ...element }, -1, tag);
  const after = adjacentList({ from, to, ...element }, 1, tag);
  if (!before && !after) return undefined;
  const last = before && elementsIn(before).at(-1)!;
  const first = after && elementsIn(after)[0]!;
  const indent = indentOf(text, (last ?? first)!);
  return [
    last
      ? { from: last.to, to: from, insert: indent }
      : { from, to: from, insert: text.slice(after!.from, first!.from) },
    first ? { from: to, to: first.from, insert: indent } : { from: to, to, insert: text.slice(last!.to, before!.to) },
  ];
}

const wrap = ({ from, to }: ResolvedElement, tag: string): Step[] => [
  { from, to: from, insert: `<${tag}>` },
  { from: to, to, insert: `</${tag}>` },
];

/** Sets the type of each selected block in one step, and keeps the selection. */
function setTypes(crossSelection: CrossBlockSelection, type: BlockType): Command {
  const [start, end] = pointsOf(crossSelection);
  const commands = crossSelection.parts.map(({ block }) => setBlockType(type, toNodeRef(block)));
  return chainCommands([...commands, crossSelection.turned ? selectPoints(end, start) : selectPoints(start, end)]);
}

/**
 * Makes a block a paragraph, a heading, a list item, a quote or code; its element keeps its attributes.
 * Without a reference it changes the block at the selection, or all selected blocks.
 */
export const setBlockType =
  (type: BlockType, ref?: NodeRef): Command =>
  (state, dispatch) => {
    const crossSelection = ref ? undefined : getCrossBlockSelection(state);
    if (crossSelection) return setTypes(crossSelection, type)(state, dispatch);
    const block = targetBlock(state, ref);
    if (!block?.isWhole || !CHANGEABLE.test(block.owner.node.tag) || !block.owner.node.close) return false;
    if (blockTypeOf(block) === type && block.owner.node.tag !== 'div') return false;
    return dispatchSteps(state, dispatch, typeSteps(state, block, type));
  };
