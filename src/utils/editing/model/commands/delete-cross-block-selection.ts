import {
  attributeOf,
  ancestorsOf,
  resolveChildren,
  isBlank,
  isResolvedElement,
  resolveRoot,
  type ResolvedElement,
} from '../syntax-tree';
import { isPreformatted } from '../inline-tokens';
import { blockAt, isBound, type TextBlock } from '../blocks';
import { dispatchSteps, createTransaction } from '../change';
import { applyRuns, positionOf, textWithPlainSpaces, toRuns } from '../inline';
import { SCOPE } from '../repeater';
import { lengthOf, plainText, replaceRuns } from '../runs';
import { getCrossBlockSelection, type CrossBlockSelection } from '../cross-block-selection';
import { dropNestedSteps, mapPosition } from '../steps';
import { previewSteps, type Command } from '../state';
import { removalOf } from './delete-block';
import { chainCommands } from './chain-commands';
import { settleSeam } from './settle-seam';
import type { Range } from './target';

/** Elements whose text can be joined with another block. */
const TEXT = /^(?:p|h[1-6]|li|d[dt]|blockquote)$/;
/** Elements that contain only such text; a column, a card or a cell keeps its remaining content. */
const FLOW = /^(?:ul|ol|dl|li|d[dt]|blockquote)$/;
/** Elements that stay when they are emptied: a table would break, and users can not see the others. */
const STAYS = /^(?:td|th|tr|thead|tbody|tfoot|caption|col|colgroup|script|style|template|link|meta|noscript)$/;

const isRepeat = ({ node }: ResolvedElement): boolean => attributeOf(node, SCOPE) !== undefined;

/** Returns the elements around a block, up to the first one that also contains another block. */
function outTo(block: TextBlock, other: TextBlock): ResolvedElement[] {
  const around = [block.owner, ...ancestorsOf(block.owner)];
  const shared = new Set([other.owner, ...ancestorsOf(other.owner)].map(({ node }) => node.id));
  const end = around.findIndex(({ node }) => shared.has(node.id));
  return end < 0 ? around : around.slice(0, end);
}

/** Whether the last block's text can continue the first one: there is no boundary of layout, repeater or data between them. */
function flows(first: TextBlock, last: TextBlock): boolean {
  const [own, ...around] = outTo(last, first);
  const before = outTo(first, last);
  const walls = [...(first.whole ? before.slice(1) : before), ...around];
  return (
    own?.from === last.owner.from &&
    last.whole &&
    TEXT.test(own.node.tag) &&
    own.node.close > 0 &&
    (!first.whole || (TEXT.test(first.owner.node.tag) && first.owner.node.close > 0)) &&
    isPreformatted(first) === isPreformatted(last) &&
    ![...before, own, ...around].some((place) => isRepeat(place) || isBound(place.node)) &&
    walls.every(({ node }) => FLOW.test(node.tag))
  );
}

/** Yields the outermost elements that lie completely between two blocks. */
function* between(parts: readonly Range[], parent: ResolvedElement): Generator<ResolvedElement> {
  const start = parts[0]!.block.to;
  const end = parts.at(-1)!.block.from;
  const own = parts.filter(({ block }) => !block.whole && block.owner.node.id === parent.node.id);
  for (const place of resolveChildren(parent)) {
    if (!isResolvedElement(place) || !place.node.open || place.to <= start || place.from >= end) continue;
    // An inline element belongs to the text of its block.
    if (own.some(({ block }) => place.index >= block.first && place.index < block.last)) continue;
    const isInside = place.from >= start && place.to <= end;
    if (isInside && !STAYS.test(place.node.tag) && !place.node.errorCount) yield place;
    else if (!isInside || place.node.tag !== 'template') yield* between(parts, place);
  }
}

/** Whether nothing is left of the last block, while its parent has other content. */
function isUsedUp({ block, runs, to }: Range): boolean {
  const { owner, whole } = block;
  if (!whole || to < lengthOf(runs) || !TEXT.test(owner.node.tag) || isRepeat(owner)) return false;
  return resolveChildren(owner.parent!).some(({ node }) => node !== owner.node && !isBlank(node));
}

const within = ({ from, to }: TextBlock, place: ResolvedElement): boolean => place.from <= from && to <= place.to;

/** Whether the first block is deleted as a whole, and its neighbor, the last block, stays unchanged. */
const leavesLast = ({ parts }: CrossBlockSelection): boolean => {
  const first = parts[0]!;
  const { block, to } = parts.at(-1)!;
  return (
    first.from === 0 &&
    to === 0 &&
    first.block.whole &&
    first.block.owner.parent?.node === block.owner.parent?.node &&
    flows(first.block, block)
  );
};

/** Deletes the text and the elements between. The new selection spans from the first block's cut to the last one's. */
const cut =
  (span: CrossBlockSelection): Command =>
  (state, dispatch) => {
    const { document, text } = state;
    const { parts } = span;
    const first = parts[0]!;
    const last = parts.at(-1)!;
    const gone = [...between(parts, resolveRoot(document))];
    const isLeft = leavesLast(span);
    if (isLeft) gone.push(first.block.owner);
    else if (!flows(first.block, last.block) && isUsedUp(last)) gone.push(last.block.owner);
    const edits = parts
      .filter(({ block }) => !gone.some((place) => within(block, place)))
      .flatMap(({ block, runs, from, to }) => applyRuns(text, block, replaceRuns(runs, from, to, [])));
    const removals = dropNestedSteps(
      gone.map((place) => removalOf(text, place)).sort((one, other) => one.from - other.from),
    );
    const steps = [...edits, ...removals].sort((one, other) => one.from - other.from);
    const after = previewSteps(state, steps);
    /** Returns the new position of a character of a block; for a deleted block, its former position. */
    const placeOf = ({ block, from: offset }: Pick<Range, 'block' | 'from'>): number => {
      const at = mapPosition(steps, block.from, -1);
      const now = blockAt(after.document, at) ?? blockAt(after.document, at + 1);
      return now ? positionOf(after.text, now, offset) : at;
    };
    const head = placeOf({ block: last.block, from: 0 });
    // Loose text that is deleted completely is no longer a block.
    const anchor = isLeft || (first.from === 0 && !first.block.whole) ? head : placeOf(first);
    return dispatchSteps(state, dispatch, steps, { selection: { anchor, head } });
  };

const SPACE_BEHIND = /[ \t\n\r\f]*$/;
const SPACE_AROUND = /^[ \t\n\r\f]+|[ \t\n\r\f]+$/g;

const readable = (text: string): string => text.replaceAll('\u00a0', ' ');

/** Appends the last block's text to the first one, and removes its element with the parents that only contained it. */
const join =
  (wanted: string): Command =>
  (state, dispatch) => {
    const { document, text, selection } = state;
    const first = blockAt(document, selection.anchor);
    const last = blockAt(document, selection.head);
    if (!first || !last || first.from === last.from || !flows(first, last)) return false;
    const pre = isPreformatted(first);
    const source = text.slice(last.from, last.to);
    const held = pre ? '' : SPACE_BEHIND.exec(text.slice(first.from, first.to))![0];
    const around = outTo(last, first);
    const alone = around.findIndex(({ parent, node }) =>
      resolveChildren(parent!).some((each) => each.node !== node && !isBlank(each.node)),
    );
    const emptied = around[alone < 0 ? around.length - 1 : alone]!;
    const steps = [
      { from: first.to - held.length, to: first.to, insert: pre ? source : source.replace(SPACE_AROUND, '') },
      removalOf(text, emptied),
    ];
    const at = Math.min(selection.anchor, first.to - held.length);
    const made = createTransaction(state, steps, { selection: { anchor: at, head: at } });
    if (!made) return false;
    const after = previewSteps(state, made.steps);
    const joined = blockAt(after.document, made.selection!.anchor);
    // Two halves that would form a character reference stay apart.
    if (!joined || readable(plainText(toRuns(after.text, joined))) !== readable(wanted)) return false;
    dispatch?.(made);
    return true;
  };

/**
 * Deletes a selection across blocks: the last block's text continues the first one, and everything between is removed.
 * If all of the first block is selected and nothing of the last one, the last one stays unchanged.
 * Columns, cells and repeaters are not joined; they keep their remaining content.
 */
export const deleteCrossBlockSelection: Command = (state, dispatch) => {
  const span = getCrossBlockSelection(state);
  if (!span) return false;
  const first = span.parts[0]!;
  const last = span.parts.at(-1)!;
  const [before, behind] = [first, last].map(({ block }) => textWithPlainSpaces(state.text, block)) as [string, string];
  const wanted = before.slice(0, first.from) + behind.slice(last.to);
  return chainCommands([cut(span), join(wanted), settleSeam(wanted)])(state, dispatch);
};
