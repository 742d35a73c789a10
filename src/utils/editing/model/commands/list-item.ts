/** Commands for list items: indent, outdent, and leave the list. */
import { dispatchSteps } from '../change';
import {
  attributeOf,
  resolveChildren,
  contentEnd,
  contentStart,
  isBlank,
  isResolvedElement,
  type ResolvedElement,
} from '../syntax-tree';
import { SCOPE } from '../repeater';
import type { Command, EditorState } from '../state';
import { indentOf, startTagOf } from '../tags';
import { itemOf, setBlockType } from './block-type';
import { removalOf } from './delete-block';
import { selectedRange, targetBlock } from './target';

const isList = (element: ResolvedElement | undefined): element is ResolvedElement =>
  /^[uo]l$/.test(element?.node.tag ?? '');

/** Returns the item at the selection with its list; undefined if it repeats, or has no end tag. */
function itemAt(
  state: EditorState,
): { item: ResolvedElement; list: ResolvedElement; all: ResolvedElement[] } | undefined {
  const block = targetBlock(state);
  const item = block && itemOf(block);
  const list = item?.parent;
  if (!item || !isList(list) || !isMovable(item) || !list.node.close || list.node.errorCount) return undefined;
  const all = resolveChildren(list).filter(isResolvedElement);
  return all.every(({ node }) => node.tag === 'li') ? { item, list, all } : undefined;
}

const isMovable = ({ node }: ResolvedElement): boolean =>
  node.close > 0 && !node.errorCount && attributeOf(node, SCOPE) === undefined;

/** Returns the list at the end of an item. */
function listIn(item: ResolvedElement): ResolvedElement | undefined {
  const last = resolveChildren(item).findLast(({ node }) => !isBlank(node));
  return isResolvedElement(last) && isList(last) && last.node.close && !last.node.errorCount ? last : undefined;
}

const lastOf = (list: ResolvedElement): ResolvedElement | undefined =>
  resolveChildren(list).findLast(isResolvedElement);

/** Returns where to insert items at the end of an item: in the list at its end, or in a new one. */
function endOfItem(text: string, item: ResolvedElement, tag: string): { at: number; before: string; behind: string } {
  const list = listIn(item);
  const last = list && lastOf(list);
  if (last) return { at: last.to, before: indentOf(text, last), behind: '' };
  const end = resolveChildren(item).findLast(({ node }) => !isBlank(node))?.to ?? contentEnd(item);
  return { at: end, before: `<${tag}>`, behind: `</${tag}>` };
}

/** Indents the item at the selection: moves it, with its content, into the item before it. */
export const sinkItem: Command = (state, dispatch) => {
  const found = itemAt(state);
  if (!found) return false;
  const { item, list, all } = found;
  const before = all[all.findIndex(({ from }) => from === item.from) - 1];
  if (!before || !isMovable(before)) return false;
  const { text, selection } = state;
  const target = endOfItem(text, before, list.node.tag);
  const insert = target.before + text.slice(item.from, item.to) + target.behind;
  const shift = target.at + target.before.length - item.from;
  return dispatchSteps(state, dispatch, [{ from: target.at, to: target.at, insert }, removalOf(text, item)], {
    selection: { anchor: selection.anchor + shift, head: selection.head + shift },
  });
};

/** Outdents the item at the selection: moves it after its parent item. The items after it become its children. */
export const liftItem: Command = (state, dispatch) => {
  const found = itemAt(state);
  if (!found) return false;
  const { item, list, all } = found;
  const parentItem = list.parent;
  if (parentItem?.node.tag !== 'li' || !isMovable(parentItem) || !isList(parentItem.parent)) return false;
  const { text, selection } = state;
  const index = all.findIndex(({ from }) => from === item.from);
  const before = all[index - 1];
  const following = all.slice(index + 1);
  const remainder = before
    ? { from: before.to, to: contentEnd(list), insert: text.slice(all.at(-1)!.to, contentEnd(list)) }
    : removalOf(text, list);
  let moved = text.slice(item.from, item.to);
  if (following.length) {
    const target = endOfItem(text, item, list.node.tag);
    const sublist = target.before + text.slice(following[0]!.from, following.at(-1)!.to) + target.behind;
    moved = moved.slice(0, target.at - item.from) + sublist + moved.slice(target.at - item.from);
  }
  const indent = indentOf(text, parentItem);
  const start = parentItem.to + remainder.insert.length - (remainder.to - remainder.from) + indent.length;
  const shift = start - item.from;
  return dispatchSteps(
    state,
    dispatch,
    [remainder, { from: parentItem.to, to: parentItem.to, insert: indent + moved }],
    {
      selection: { anchor: selection.anchor + shift, head: selection.head + shift },
    },
  );
};

/** Moves an item that ends with a list out of its own list: its text becomes a paragraph, and the inner list follows. */
const leaveWithSublist: Command = (state, dispatch) => {
  const found = itemAt(state);
  const block = targetBlock(state);
  const inner = found && listIn(found.item);
  if (!found || !block || !inner) return false;
  const { item, list, all } = found;
  const isSimple = resolveChildren(item).every(
    (each) => isBlank(each.node) || each.from === inner.from || (each.from >= block.from && each.to <= block.to),
  );
  if (!isSimple) return false;
  const { text } = state;
  const index = all.findIndex(({ from }) => from === item.from);
  const [previous, next] = [all[index - 1], all[index + 1]];
  const indent = indentOf(text, list);
  const content = text.slice(block.from, block.to).trimEnd();
  const before = previous ? `${indent}${text.slice(contentEnd(list), list.to)}${indent}` : '';
  const reopened = previous ? startTagOf(text, list) : text.slice(list.from, contentStart(list)).trimEnd();
  const insert = [
    `${before}<p>${content}</p>${indent}${text.slice(inner.from, inner.to)}`,
    next ? `${indent}${reopened}${indentOf(text, next)}` : '',
  ].join('');
  const from = previous ? previous.to : list.from;
  const caret = from + before.length + '<p>'.length;
  return dispatchSteps(state, dispatch, [{ from, to: next ? next.from : list.to, insert }], {
    selection: { anchor: caret, head: caret },
  });
};

/** Moves an item out of its list if the caret is at its start: one level up, or else as a paragraph. */
export const leaveList: Command = (state, dispatch) => {
  const range = selectedRange(state);
  if (!range || range.from !== 0 || range.to !== 0 || !itemOf(range.block)) return false;
  return liftItem(state, dispatch) || setBlockType('paragraph')(state, dispatch) || leaveWithSublist(state, dispatch);
};

/** As `leaveList`, for an empty item: the effect of a line break at the end of a list. */
export const leaveEmptyItem: Command = (state, dispatch) => {
  const range = selectedRange(state);
  return !!range?.block.isWhole && !range.runs.length && leaveList(state, dispatch);
};
