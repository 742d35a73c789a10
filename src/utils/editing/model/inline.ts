/** Converts a block's text to runs, and runs to the block's text, with as few and as small steps as possible. */
import {
  OBJECT,
  tokenize,
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
import { lengthOf, marksOf, runsOf, sameMarks, sliceRuns, type Marks, type Run } from './runs';
import { normalizeWhitespace } from './normalize-whitespace';
import { trimStep, type Step } from './steps';

const runsOfTokens = new WeakMap<readonly InlineToken[], readonly Run[]>();

/** Returns the text of a block as runs. `text` is the document's. */
export function toRuns(text: string, block: TextBlock): readonly Run[] {
  const tokens = tokenizeInline(text, block);
  const known = runsOfTokens.get(tokens) ?? runsOf(tokens);
  runsOfTokens.set(tokens, known);
  return known;
}

/** A requested character or embed, with its marks. */
interface Item {
  readonly text: string;
  readonly embed: InlineNode | undefined;
  readonly marks: Marks;
}

function itemsOf(runs: readonly Run[], pre: boolean): Item[] {
  return runs.flatMap(({ insert, marks }): Item[] => {
    if (typeof insert !== 'string') return [{ text: OBJECT, embed: insert, marks }];
    return Array.from(insert, (char): Item => {
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

/**
 * Returns the tokens with the requested items, and the requested marks of each visible token.
 * @param all the tokens of the block, from which embeds are moved
 */
function merge(
  tokens: readonly InlineToken[],
  items: readonly Item[],
  all: readonly InlineToken[],
): { merged: InlineToken[]; wanted: Map<InlineToken, Marks> } {
  const shown = tokens.flatMap((token, at) => (token.text ? [at] : []));
  const visible = shown.map((at) => tokens[at]!);
  const embeds = new Map<number, InlineToken>();
  for (const token of all) if (token.embed && 'id' in token.embed) embeds.set(token.embed.id, token);
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
    let previous: { readonly marks: Marks; readonly stack: readonly MarkInstance[] } | undefined;
    for (; made < newTo; made++) {
      const item = items[made]!;
      const { marks } = item;
      const left = merged.findLast(({ text }) => text);
      // The characters of a run share their stack: a long text has only few.
      const stack: readonly MarkInstance[] =
        previous?.marks === marks ? previous.stack : stackFor(item, [left, visible[to], replaced[0], replaced.at(-1)]);
      previous = { marks, stack };
      const token = atomOf(item, stack, embeds);
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
  if (goals.every((goal, at) => !goal || sameMarks(marksOf(tokens[at]!), goal))) return;
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

/** A range of a block's tokens, and the runs that it has to show. Nothing outside of it changes. */
interface Part {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
  /** The elements around the whole range. */
  readonly around: readonly MarkInstance[];
  readonly requested: readonly Run[];
}

const wholeBlock = (tokens: readonly InlineToken[], requested: readonly Run[]): Part => ({
  first: 0,
  end: tokens.length,
  around: [],
  requested,
});

/** Number of visible characters beside a change that belong to its part: white space depends on its neighbors. */
const CONTEXT = 2;

/** Whether a part can begin or end with a token: what follows or precedes the token does not depend on its other side. */
const isBorder = ({ text, embed }: InlineToken): boolean => !embed && !/^[\s\u00a0]*$/.test(text);

/** Whether a text has the character at a position. A token with several characters is never the same as a run's. */
const hasAt = (text: string, char: string, at: number): boolean =>
  char.length === 1
    ? text[at] === char
    : at >= 0 && text.startsWith(char, at) && String.fromCodePoint(char.codePointAt(0)!) === char;

/**
 * Counts the tokens that runs leave unchanged.
 * @param step 1 counts from the start, -1 from the end
 * @param most maximum number of characters
 */
function countUnchanged(
  tokens: readonly InlineToken[],
  runs: readonly Run[],
  step: 1 | -1,
  most: number,
): { readonly count: number; readonly characters: number } {
  const isForward = step > 0;
  let run = isForward ? 0 : runs.length - 1;
  let passed = 0;
  let characters = 0;
  let count = 0;
  let unchanged: InlineToken['stack'] | undefined;
  for (; count < tokens.length; count++) {
    const { text, embed, stack } = tokens[isForward ? count : tokens.length - 1 - count]!;
    if (!text) continue;
    while (runs[run] && passed === lengthOf([runs[run]!])) {
      run += step;
      passed = 0;
      unchanged = undefined;
    }
    const wanted = runs[run];
    if (!wanted || characters + text.length > most) break;
    const { insert, marks } = wanted;
    const isSameText =
      typeof insert === 'string'
        ? !embed && hasAt(insert, text, isForward ? passed : insert.length - passed - text.length)
        : !!embed && isEmbed(embed, insert);
    if (!isSameText || (unchanged !== stack && !sameMarks(marksOf({ stack }), marks))) break;
    unchanged = stack;
    passed += text.length;
    characters += text.length;
  }
  return { count, characters };
}

/** Returns the part of a block that a change affects, so that typing in a long text does not process all of it. */
function changedPart(tokens: readonly InlineToken[], runs: readonly Run[]): Part {
  const length = lengthOf(runs);
  const head = countUnchanged(tokens, runs, 1, length);
  if (head.count === tokens.length && head.characters === length)
    return { first: 0, end: 0, around: [], requested: [] };
  const tail = countUnchanged(tokens.slice(head.count), runs, -1, length - head.characters);
  const border = (from: number, step: 1 | -1, isRoot: boolean): number => {
    let context = CONTEXT;
    let at = from;
    for (; at >= 0 && at < tokens.length; at += step) {
      const token = tokens[at]!;
      if (token.text && context-- <= 0 && isBorder(token) && !(isRoot && token.stack.length)) break;
    }
    return at;
  };
  const borders = (isRoot: boolean): [number, number] => [
    border(head.count - 1, -1, isRoot),
    border(tokens.length - tail.count, 1, isRoot),
  ];
  let [first, last] = borders(false);
  let around = tokens[first]?.stack;
  // Elements that contain one border only are complete in a part between tokens without elements around them.
  if (!around || tokens[last]?.stack !== around) {
    [first, last] = borders(true);
    around = [];
  }
  const lengthIn = (from: number, to: number): number => {
    let sum = 0;
    for (let at = from; at < to; at++) sum += tokens[at]!.text.length;
    return sum;
  };
  first = Math.max(0, first);
  const end = Math.min(tokens.length, last + 1);
  const requested = sliceRuns(runs, lengthIn(0, first), length - lengthIn(end, tokens.length));
  return { first, end, around, requested };
}

/**
 * Returns the steps that set a block's text to `runs`. Unchanged content keeps its source: entities, inline elements
 * that are not marks, white space, comments.
 * @param careful escapes what may be parsed differently next to new text
 */
export function applyRuns(text: string, block: TextBlock, runs: readonly Run[], careful = false): Step[] {
  const pre = isPreformatted(block);
  const { tokens: all, starts } = tokenize(text, block);
  const written = runs.map((run) => (typeof run.insert === 'string' ? { ...run, insert: storable(run.insert) } : run));
  const { first, end, around, requested } = careful ? wholeBlock(all, written) : changedPart(all, written);
  const tokens = all.slice(first, end);
  const { merged, wanted } = merge(tokens, itemsOf(requested, pre), all);
  settleMarks(merged, wanted);
  joinPieces(merged);
  let after = pre ? merged : normalizeWhitespace(merged);
  if (careful) after = after.map((token) => (isRisky(token) ? { ...token, source: writeText(token.text) } : token));
  if (pre && block.whole && DROPS_LINE_BREAK.test(block.owner.node.tag) && after[0]?.text === '\n')
    after = [{ source: '\n', text: '', stack: [] }, ...after];
  const before = toOutputTokens(tokens, around);
  const output = toOutputTokens(after, around);
  let at = block.from + (first && starts[first]!);
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
  const { tokens, starts } = tokenize(text, block);
  let offset = 0;
  for (const [order, token] of tokens.entries()) {
    if (block.from + starts[order]! + token.source.length > position) break;
    offset += token.text.length;
  }
  return offset;
}

/** Returns the document position of a character of a block's text: the position after the previous character. */
export function positionOf(text: string, block: TextBlock, offset: number): number {
  const { tokens, starts } = tokenize(text, block);
  let passed = 0;
  let first: number | undefined;
  let behind = block.from;
  for (const [order, token] of tokens.entries()) {
    if (!token.text) continue;
    const at = block.from + starts[order]!;
    first ??= at;
    if (passed + token.text.length > offset) break;
    passed += token.text.length;
    behind = at + token.source.length;
  }
  return passed === 0 ? (first ?? block.to) : behind;
}
