/** Converts a block's text to runs, and runs to the block's text, with as few and as small steps as possible. */
import {
  OBJECT,
  tokenizeInline,
  characterToken,
  isPreformatted,
  toOutputTokens,
  type InlineToken,
  type InlineNode,
  type MarkInstance,
} from './inline-tokens';
import { MARK_TYPES } from './mark-registry';
import type { TextBlock } from './blocks';
import { storable, writeText } from './characters';
import { diff } from './diff';
import { setMark } from './marks';
import { DROPS_LINE_BREAK } from './parse-document';
import { marksOf, runsOf, type Marks, type Run } from './runs';
import { normalizeWhitespace } from './normalize-whitespace';
import { trimStep, type Step } from './steps';

/** Returns the text of a block as runs. `text` is the document's. */
export const toRuns = (text: string, block: TextBlock): Run[] => runsOf(tokenizeInline(text, block));

/** A requested character or embed, with its marks. */
interface Item {
  readonly text: string;
  readonly embed: InlineNode | undefined;
  readonly marks: Marks;
}

function itemsOf(runs: readonly Run[], pre: boolean): Item[] {
  return runs.flatMap(({ insert, marks }): Item[] => {
    if (typeof insert !== 'string') return [{ text: OBJECT, embed: insert, marks }];
    return Array.from(storable(insert), (char): Item => {
      // Only code has line breaks as characters.
      if (char === '\n' && !pre) return { text: OBJECT, embed: { kind: 'break' }, marks };
      return { text: /^[\t\f]$/.test(char) && !pre ? ' ' : char, embed: undefined, marks };
    });
  });
}

const isEmbed = (one: InlineNode, other: InlineNode): boolean =>
  one.kind === other.kind && (one.kind === 'break' || one.id === (other as typeof one).id);

/** Text after an element differs from text that is typed at its end, although both read the same. */
const isWithin = ({ stack }: InlineToken, { marks: { keep } }: Item): boolean =>
  !keep || keep.split(' ').every((id) => stack.some((wrapper) => !wrapper.mark && `${wrapper.id}` === id));

const isSame = (token: InlineToken, item: Item): boolean =>
  isWithin(token, item) &&
  token.text === item.text &&
  (token.embed ? !!item.embed && isEmbed(token.embed, item.embed) : !item.embed);

const fits = ({ mark, value, id }: MarkInstance, marks: Marks): boolean =>
  mark
    ? mark === 'link'
      ? marks.link === value
      : marks[mark] === true
    : (marks.keep ?? '').split(' ').includes(`${id}`);

/**
 * Returns the elements around a new character: those of a neighbor, or of the replaced character, that match its marks.
 * The candidate with the most elements is used, the first one of equals.
 */
function stackFor({ marks }: Item, near: readonly (InlineToken | undefined)[]): MarkInstance[] {
  const stacks = near.map((token) => token?.stack.filter((each) => fits(each, marks)) ?? []);
  return stacks.reduce((best, each) => (each.length > best.length ? each : best), []);
}

/** Whether the source may be parsed differently if its neighbors change. */
const isRisky = ({ source, text }: InlineToken): boolean =>
  text.length > 0 && (source === '<' || (source[0] === '&' && !source.endsWith(';')));

function atomOf(
  item: Item,
  stack: readonly MarkInstance[],
  embeds: ReadonlyMap<number, InlineToken>,
): InlineToken | undefined {
  if (!item.embed) return characterToken(item.text, stack);
  if (item.embed.kind === 'break') return { source: '<br>', text: OBJECT, embed: item.embed, stack };
  // Embeds are only moved here; other commands create them.
  const known = embeds.get(item.embed.id);
  return known && { ...known, stack };
}

/** Returns the tokens with the requested items, and the requested marks of each visible token. */
function merge(
  tokens: readonly InlineToken[],
  items: readonly Item[],
): { merged: InlineToken[]; wanted: Map<InlineToken, Marks> } {
  const shown = tokens.flatMap((token, at) => (token.text ? [at] : []));
  const visible = shown.map((at) => tokens[at]!);
  const embeds = new Map(
    visible.flatMap((token) => (token.embed && 'id' in token.embed ? [[token.embed.id, token]] : [])),
  );
  const wanted = new Map<InlineToken, Marks>();
  const merged: InlineToken[] = [];
  let at = 0;
  let made = 0;
  const copyTo = (end: number): void => {
    for (; at < end; at++) {
      const token = tokens[at]!;
      merged.push(token);
      if (token.text) wanted.set(token, items[made++]!.marks);
    }
  };
  for (const { from, to, newTo } of diff(visible, items, isSame)) {
    // New text goes directly after the character before it, in front of invisible white space.
    copyTo(from > 0 ? shown[from - 1]! + 1 : (shown[0] ?? tokens.length));
    if (to > from) copyTo(shown[from]!);
    const replaced = visible.slice(from, to);
    for (; made < newTo; made++) {
      const item = items[made]!;
      const left = merged.findLast(({ text }) => text);
      const token = atomOf(item, stackFor(item, [left, visible[to], replaced[0], replaced.at(-1)]), embeds);
      if (!token) continue;
      merged.push(token);
      wanted.set(token, item.marks);
    }
    if (to > from) at = shown[to - 1]! + 1;
  }
  copyTo(tokens.length);
  freeSpaces(visible, merged, wanted);
  return { merged, wanted };
}

const isSpace = (token: InlineToken | undefined): boolean =>
  !token || /[ \u00a0]/.test(token.text) || token.embed?.kind === 'break';

/** Returns the visible tokens of spaces that are written so as not to collapse. */
const forcedSpaces = (shown: readonly InlineToken[]): ReadonlySet<InlineToken> =>
  new Set(shown.filter((token, at) => token.source === '&nbsp;' && (isSpace(shown[at - 1]) || isSpace(shown[at + 1]))));

/** Returns the characters of a block, with plain spaces for those that are written so as not to collapse. */
export function textWithPlainSpaces(text: string, block: TextBlock): string {
  const shown = tokenizeInline(text, block).filter((token) => token.text);
  const forced = isPreformatted(block) ? undefined : forcedSpaces(shown);
  return shown.map((token) => (forced?.has(token) ? ' ' : token.text)).join('');
}

/** Makes spaces plain again that no longer need to be written so as not to collapse. */
function freeSpaces(before: readonly InlineToken[], after: InlineToken[], wanted: Map<InlineToken, Marks>): void {
  const forced = forcedSpaces(before);
  if (!forced.size) return;
  const shown = after.flatMap(({ text }, at) => (text ? [at] : []));
  for (const [order, at] of shown.entries()) {
    const token = after[at]!;
    if (!forced.has(token) || isSpace(after[shown[order - 1] ?? -1]) || isSpace(after[shown[order + 1] ?? -1]))
      continue;
    const free = { ...token, source: ' ', text: ' ' };
    after[at] = free;
    wanted.set(free, wanted.get(token)!);
  }
}

/** Gives every token its requested marks. */
function settleMarks(tokens: InlineToken[], wanted: ReadonlyMap<InlineToken, Marks>): void {
  const goals = tokens.map((token) => wanted.get(token));
  for (const [at, goal] of goals.entries()) {
    const keep = goal?.keep?.split(' ') ?? [];
    const token = tokens[at]!;
    if (goal && token.stack.some(({ mark, id }) => !mark && !keep.includes(`${id}`)))
      tokens[at] = { ...token, stack: token.stack.filter(({ mark, id }) => mark || keep.includes(`${id}`)) };
  }
  for (const type of MARK_TYPES) {
    for (let from = 0; from < tokens.length; from++) {
      const goal = goals[from];
      if (!goal || marksOf(tokens[from]!)[type] === goal[type]) continue;
      let to = from + 1;
      // Invisible tokens in between belong to the range.
      for (let next = to; next < tokens.length; next++) {
        const other = goals[next];
        if (!other) continue;
        if (other[type] !== goal[type] || marksOf(tokens[next]!)[type] === goal[type]) break;
        to = next + 1;
      }
      setMark(tokens, from, to, type, goal[type]);
      from = to - 1;
    }
  }
}

/** Prevents that the second part of a split element contains only invisible tokens. */
function joinPieces(tokens: InlineToken[]): void {
  const pieces = new Map<MarkInstance, { at: number[]; isBlank: boolean }[]>();
  for (const [at, { stack, text }] of tokens.entries())
    for (const wrapper of stack) {
      const all = pieces.get(wrapper) ?? [];
      pieces.set(wrapper, all);
      if (all.at(-1)?.at.at(-1) !== at - 1) all.push({ at: [], isBlank: true });
      const piece = all.at(-1)!;
      piece.at.push(at);
      piece.isBlank &&= !text;
    }
  for (const [wrapper, all] of pieces) {
    if (all.every(({ isBlank }) => isBlank)) continue;
    for (const at of all.flatMap((piece) => (piece.isBlank ? piece.at : [])))
      tokens[at] = { ...tokens[at]!, stack: tokens[at]!.stack.filter((each) => each !== wrapper) };
  }
}

/**
 * Returns the steps that set a block's text to `runs`. Unchanged content keeps its source: entities, inline elements
 * that are not marks, white space, comments.
 * @param careful escapes what may be parsed differently next to new text
 */
export function applyRuns(text: string, block: TextBlock, runs: readonly Run[], careful = false): Step[] {
  const pre = isPreformatted(block);
  const tokens = tokenizeInline(text, block);
  const { merged, wanted } = merge(tokens, itemsOf(runs, pre));
  settleMarks(merged, wanted);
  joinPieces(merged);
  let after = pre ? merged : normalizeWhitespace(merged);
  if (careful) after = after.map((token) => (isRisky(token) ? { ...token, source: writeText(token.text) } : token));
  if (pre && block.whole && DROPS_LINE_BREAK.test(block.owner.node.tag) && after[0]?.text === '\n')
    after = [{ source: '\n', text: '', stack: [] }, ...after];
  const before = toOutputTokens(tokens);
  const output = toOutputTokens(after);
  let at = block.from;
  const places = before.map(({ source }) => (at += source.length) - source.length);
  places.push(at);
  return diff(before, output, (one, other) => one.of === other.of).flatMap(({ from, to, newFrom, newTo }) => {
    const insert = output
      .slice(newFrom, newTo)
      .map(({ source }) => source)
      .join('');
    return trimStep(text, { from: places[from]!, to: places[to]!, insert }) ?? [];
  });
}

/** Returns the number of characters of a block's text before a position of the document. */
export function offsetOf(text: string, block: TextBlock, position: number): number {
  let offset = 0;
  let at = block.from;
  let stop = false;
  for (const { source, of } of toOutputTokens(tokenizeInline(text, block))) {
    at += source.length;
    if (typeof of === 'string') continue;
    stop ||= at > position;
    if (stop) break;
    offset += of.text.length;
  }
  return offset;
}

/** Returns the document position of a character of a block's text: the position after the previous character. */
export function positionOf(text: string, block: TextBlock, offset: number): number {
  let at = block.from;
  let passed = 0;
  let first: number | undefined;
  let behind = at;
  for (const { source, of } of toOutputTokens(tokenizeInline(text, block))) {
    if (typeof of !== 'string' && of.text) {
      first ??= at;
      if (passed + of.text.length > offset) break;
      passed += of.text.length;
      behind = at + source.length;
    }
    at += source.length;
  }
  return passed === 0 ? (first ?? block.to) : behind;
}
