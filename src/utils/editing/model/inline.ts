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
  const runs = runsOfTokens.get(tokens) ?? runsOf(tokens);
  runsOfTokens.set(tokens, runs);
  return runs;
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

const isSameEmbed = (one: InlineNode, other: InlineNode): boolean =>
  one.kind === other.kind && (one.kind === 'break' || one.id === (other as typeof one).id);

/** Text after an element differs from text that is typed at its end, although both read the same. */
const isWithin = ({ stack }: InlineToken, { marks: { keep } }: Item): boolean =>
  !keep || keep.split(' ').every((id) => stack.some((instance) => !instance.mark && `${instance.id}` === id));

const isSame = (token: InlineToken, item: Item): boolean =>
  isWithin(token, item) &&
  token.text === item.text &&
  (token.embed ? !!item.embed && isSameEmbed(token.embed, item.embed) : !item.embed);

const matchesMarks = ({ mark, value, id }: MarkInstance, marks: Marks): boolean =>
  mark
    ? mark === 'link'
      ? marks.link === value
      : marks[mark] === true
    : (marks.keep ?? '').split(' ').includes(`${id}`);

/**
 * Returns the elements around a new character: those of a neighbor, or of the replaced character, that match its marks.
 * The candidate with the most elements is used, the first one of equals.
 */
function stackFor({ marks }: Item, neighbors: readonly (InlineToken | undefined)[]): MarkInstance[] {
  const stacks = neighbors.map((token) => token?.stack.filter((each) => matchesMarks(each, marks)) ?? []);
  return stacks.reduce((best, each) => (each.length > best.length ? each : best), []);
}

/** Whether the source may be parsed differently if its neighbors change. */
const isRisky = ({ source, text }: InlineToken): boolean =>
  text.length > 0 && (source === '<' || (source[0] === '&' && !source.endsWith(';')));

function tokenOf(
  item: Item,
  stack: readonly MarkInstance[],
  embeds: ReadonlyMap<number, InlineToken>,
): InlineToken | undefined {
  if (!item.embed) return characterToken(item.text, stack);
  if (item.embed.kind === 'break') return { source: '<br>', text: OBJECT, embed: item.embed, stack };
  // Embeds are only moved here; other commands create them.
  const existing = embeds.get(item.embed.id);
  return existing && { ...existing, stack };
}

/**
 * Returns the tokens with the requested items, and the requested marks of each visible token.
 * @param allTokens the tokens of the block, from which embeds are moved
 */
function merge(
  tokens: readonly InlineToken[],
  items: readonly Item[],
  allTokens: readonly InlineToken[],
): { merged: InlineToken[]; wanted: Map<InlineToken, Marks> } {
  const visibleIndexes = tokens.flatMap((token, index) => (token.text ? [index] : []));
  const visible = visibleIndexes.map((index) => tokens[index]!);
  const embeds = new Map<number, InlineToken>();
  for (const token of allTokens) if (token.embed && 'id' in token.embed) embeds.set(token.embed.id, token);
  const wanted = new Map<InlineToken, Marks>();
  const merged: InlineToken[] = [];
  let tokenIndex = 0;
  let itemIndex = 0;
  const copyTo = (end: number): void => {
    for (; tokenIndex < end; tokenIndex++) {
      const token = tokens[tokenIndex]!;
      merged.push(token);
      if (token.text) wanted.set(token, items[itemIndex++]!.marks);
    }
  };
  for (const { from, to, newTo } of diff(visible, items, isSame)) {
    // New text goes directly after the character before it, in front of invisible white space.
    copyTo(from > 0 ? visibleIndexes[from - 1]! + 1 : (visibleIndexes[0] ?? tokens.length));
    if (to > from) copyTo(visibleIndexes[from]!);
    const replaced = visible.slice(from, to);
    let previous: { readonly marks: Marks; readonly stack: readonly MarkInstance[] } | undefined;
    for (; itemIndex < newTo; itemIndex++) {
      const item = items[itemIndex]!;
      const { marks } = item;
      const left = merged.findLast(({ text }) => text);
      // The characters of a run share their stack: a long text has only few.
      const stack: readonly MarkInstance[] =
        previous?.marks === marks ? previous.stack : stackFor(item, [left, visible[to], replaced[0], replaced.at(-1)]);
      previous = { marks, stack };
      const token = tokenOf(item, stack, embeds);
      if (!token) continue;
      merged.push(token);
      wanted.set(token, item.marks);
    }
    if (to > from) tokenIndex = visibleIndexes[to - 1]! + 1;
  }
  copyTo(tokens.length);
  freeSpaces(visible, merged, wanted);
  return { merged, wanted };
}

const isSpace = (token: InlineToken | undefined): boolean =>
  !token || /[ \u00a0]/.test(token.text) || token.embed?.kind === 'break';

/** Returns the visible tokens of spaces that are written so as not to collapse. */
const forcedSpaces = (visible: readonly InlineToken[]): ReadonlySet<InlineToken> =>
  new Set(
    visible.filter(
      (token, index) => token.source === '&nbsp;' && (isSpace(visible[index - 1]) || isSpace(visible[index + 1])),
    ),
  );

/** Returns the characters of a block, with plain spaces for those that are written so as not to collapse. */
export function textWithPlainSpaces(text: string, block: TextBlock): string {
  const visible = tokenizeInline(text, block).filter((token) => token.text);
  const forced = isPreformatted(block) ? undefined : forcedSpaces(visible);
  return visible.map((token) => (forced?.has(token) ? ' ' : token.text)).join('');
}

/** Makes spaces plain again that no longer need to be written so as not to collapse. */
function freeSpaces(before: readonly InlineToken[], after: InlineToken[], wanted: Map<InlineToken, Marks>): void {
  const forced = forcedSpaces(before);
  if (!forced.size) return;
  const visibleIndexes = after.flatMap(({ text }, index) => (text ? [index] : []));
  for (const [order, index] of visibleIndexes.entries()) {
    const token = after[index]!;
    if (
      !forced.has(token) ||
      isSpace(after[visibleIndexes[order - 1] ?? -1]) ||
      isSpace(after[visibleIndexes[order + 1] ?? -1])
    )
      continue;
    const plain = { ...token, source: ' ', text: ' ' };
    after[index] = plain;
    wanted.set(plain, wanted.get(token)!);
  }
}

/** Gives every token its requested marks. */
function applyMarks(tokens: InlineToken[], wanted: ReadonlyMap<InlineToken, Marks>): void {
  const requestedMarks = tokens.map((token) => wanted.get(token));
  if (requestedMarks.every((requested, index) => !requested || sameMarks(marksOf(tokens[index]!), requested))) return;
  for (const [index, requested] of requestedMarks.entries()) {
    const unknownIds = requested?.keep?.split(' ') ?? [];
    const token = tokens[index]!;
    if (requested && token.stack.some(({ mark, id }) => !mark && !unknownIds.includes(`${id}`)))
      tokens[index] = { ...token, stack: token.stack.filter(({ mark, id }) => mark || unknownIds.includes(`${id}`)) };
  }
  for (const type of MARK_TYPES) {
    for (let from = 0; from < tokens.length; from++) {
      const requested = requestedMarks[from];
      if (!requested || marksOf(tokens[from]!)[type] === requested[type]) continue;
      let to = from + 1;
      // Invisible tokens in between belong to the range.
      for (let next = to; next < tokens.length; next++) {
        const other = requestedMarks[next];
        if (!other) continue;
        if (other[type] !== requested[type] || marksOf(tokens[next]!)[type] === requested[type]) break;
        to = next + 1;
      }
      setMark(tokens, from, to, type, requested[type]);
      from = to - 1;
    }
  }
}

/** Prevents that the second part of a split element contains only invisible tokens. */
function joinPieces(tokens: InlineToken[]): void {
  const pieces = new Map<MarkInstance, { at: number[]; isBlank: boolean }[]>();
  for (const [index, { stack, text }] of tokens.entries())
    for (const instance of stack) {
      const instancePieces = pieces.get(instance) ?? [];
      pieces.set(instance, instancePieces);
      if (instancePieces.at(-1)?.at.at(-1) !== index - 1) instancePieces.push({ at: [], isBlank: true });
      const piece = instancePieces.at(-1)!;
      piece.at.push(index);
      piece.isBlank &&= !text;
    }
  for (const [instance, instancePieces] of pieces) {
    if (instancePieces.every(({ isBlank }) => isBlank)) continue;
    for (const index of instancePieces.flatMap((piece) => (piece.isBlank ? piece.at : [])))
      tokens[index] = { ...tokens[index]!, stack: tokens[index]!.stack.filter((each) => each !== instance) };
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
const hasAt = (text: string, char: string, index: number): boolean =>
  char.length === 1
    ? text[index] === char
    : index >= 0 && text.startsWith(char, index) && String.fromCodePoint(char.codePointAt(0)!) === char;

/**
 * Counts the tokens that runs leave unchanged.
 * @param direction 1 counts from the start, -1 from the end
 * @param limit maximum number of characters
 */
function countUnchanged(
  tokens: readonly InlineToken[],
  runs: readonly Run[],
  direction: 1 | -1,
  limit: number,
): { readonly count: number; readonly characters: number } {
  const isForward = direction > 0;
  let runIndex = isForward ? 0 : runs.length - 1;
  let offset = 0;
  let characters = 0;
  let count = 0;
  let unchanged: InlineToken['stack'] | undefined;
  for (; count < tokens.length; count++) {
    const { text, embed, stack } = tokens[isForward ? count : tokens.length - 1 - count]!;
    if (!text) continue;
    while (runs[runIndex] && offset === lengthOf([runs[runIndex]!])) {
      runIndex += direction;
      offset = 0;
      unchanged = undefined;
    }
    const run = runs[runIndex];
    if (!run || characters + text.length > limit) break;
    const { insert, marks } = run;
    const isSameText =
      typeof insert === 'string'
        ? !embed && hasAt(insert, text, isForward ? offset : insert.length - offset - text.length)
        : !!embed && isSameEmbed(embed, insert);
    if (!isSameText || (unchanged !== stack && !sameMarks(marksOf({ stack }), marks))) break;
    unchanged = stack;
    offset += text.length;
    characters += text.length;
  }
  return { count, characters };
}

/** Returns the part of a block that a change affects, so that typing in a long text does not process all of it. */
function changedPart(tokens: readonly InlineToken[], runs: readonly Run[]): Part {
  const length = lengthOf(runs);
  const prefix = countUnchanged(tokens, runs, 1, length);
  if (prefix.count === tokens.length && prefix.characters === length)
    return { first: 0, end: 0, around: [], requested: [] };
  const suffix = countUnchanged(tokens.slice(prefix.count), runs, -1, length - prefix.characters);
  const border = (from: number, direction: 1 | -1, isRoot: boolean): number => {
    let context = CONTEXT;
    let index = from;
    for (; index >= 0 && index < tokens.length; index += direction) {
      const token = tokens[index]!;
      if (token.text && context-- <= 0 && isBorder(token) && !(isRoot && token.stack.length)) break;
    }
    return index;
  };
  const borders = (isRoot: boolean): [number, number] => [
    border(prefix.count - 1, -1, isRoot),
    border(tokens.length - suffix.count, 1, isRoot),
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
    for (let index = from; index < to; index++) sum += tokens[index]!.text.length;
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
 * @param shouldEscape escapes what may be parsed differently next to new text
 */
export function applyRuns(text: string, block: TextBlock, runs: readonly Run[], shouldEscape = false): Step[] {
  const pre = isPreformatted(block);
  const { tokens: allTokens, starts } = tokenize(text, block);
  const storableRuns = runs.map((run) =>
    typeof run.insert === 'string' ? { ...run, insert: storable(run.insert) } : run,
  );
  const { first, end, around, requested } = shouldEscape
    ? wholeBlock(allTokens, storableRuns)
    : changedPart(allTokens, storableRuns);
  const tokens = allTokens.slice(first, end);
  const { merged, wanted } = merge(tokens, itemsOf(requested, pre), allTokens);
  applyMarks(merged, wanted);
  joinPieces(merged);
  let after = pre ? merged : normalizeWhitespace(merged);
  if (shouldEscape)
    after = after.map((token) => (isRisky(token) ? { ...token, source: writeText(token.text) } : token));
  if (pre && block.isWhole && DROPS_LINE_BREAK.test(block.owner.node.tag) && after[0]?.text === '\n')
    after = [{ source: '\n', text: '', stack: [] }, ...after];
  const before = toOutputTokens(tokens, around);
  const output = toOutputTokens(after, around);
  let position = block.from + (first && starts[first]!);
  const positions = before.map(({ source }) => (position += source.length) - source.length);
  positions.push(position);
  return diff(before, output, (one, other) => one.key === other.key).flatMap(({ from, to, newFrom, newTo }) => {
    const insert = output
      .slice(newFrom, newTo)
      .map(({ source }) => source)
      .join('');
    return trimStep(text, { from: positions[from]!, to: positions[to]!, insert }) ?? [];
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
  let previousEnd = block.from;
  for (const [order, token] of tokens.entries()) {
    if (!token.text) continue;
    const start = block.from + starts[order]!;
    first ??= start;
    if (passed + token.text.length > offset) break;
    passed += token.text.length;
    previousEnd = start + token.source.length;
  }
  return passed === 0 ? (first ?? block.to) : previousEnd;
}
