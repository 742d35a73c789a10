/** A block's text as runs, and runs back into the block: as few splices as can be, each of as few characters. */
import {
  MARK_TYPES,
  OBJECT,
  atomsOf,
  characterAtom,
  isPreformatted,
  tokensOf,
  type Atom,
  type Embed,
  type Wrapper,
} from './atoms';
import type { TextBlock } from './blocks';
import { storable, writeText } from './characters';
import { diff } from './diff';
import { setMark } from './marks';
import { DROPS_LINE_BREAK } from './parse-view';
import { marksOf, runsOf, type Marks, type Run } from './runs';
import { settleSpaces } from './spaces';
import { tight, type Splice } from './splices';

/** The text of a block, as runs. `text` is the view's. */
export const toRuns = (text: string, block: TextBlock): Run[] => runsOf(atomsOf(text, block));

/** A character or an embed that shall be there, with its marks. */
interface Item {
  readonly text: string;
  readonly embed: Embed | undefined;
  readonly marks: Marks;
}

function itemsOf(runs: readonly Run[], pre: boolean): Item[] {
  return runs.flatMap(({ insert, marks }): Item[] => {
    if (typeof insert !== 'string') return [{ text: OBJECT, embed: insert, marks }];
    return Array.from(storable(insert), (char): Item => {
      // Only code shows line breaks as they are.
      if (char === '\n' && !pre) return { text: OBJECT, embed: { kind: 'break' }, marks };
      return { text: /^[\t\f]$/.test(char) && !pre ? ' ' : char, embed: undefined, marks };
    });
  });
}

const isEmbed = (one: Embed, other: Embed): boolean =>
  one.kind === other.kind && (one.kind === 'break' || one.id === (other as typeof one).id);

/** What stands behind an element is not what is typed at its end, though it reads the same. */
const isWithin = ({ stack }: Atom, { marks: { keep } }: Item): boolean =>
  !keep || keep.split(' ').every((id) => stack.some((wrapper) => !wrapper.mark && `${wrapper.id}` === id));

/** A browser that types beside a space may make it one that does not break: it is the one that was there. */
const isSame = (atom: Atom, item: Item): boolean =>
  isWithin(atom, item) &&
  (atom.text === item.text || (atom.text === ' ' && item.text === '\u00a0')) &&
  (atom.embed ? !!item.embed && isEmbed(atom.embed, item.embed) : !item.embed);

const fits = ({ mark, value, id }: Wrapper, marks: Marks): boolean =>
  mark
    ? mark === 'link'
      ? marks.link === value
      : marks[mark] === true
    : (marks.keep ?? '').split(' ').includes(`${id}`);

/**
 * The elements around a character that is new: those of a neighbour, or of what it replaces, that it shall be in as well. The
 * first of equals counts.
 */
function stackFor({ marks }: Item, near: readonly (Atom | undefined)[]): Wrapper[] {
  const stacks = near.map((atom) => atom?.stack.filter((each) => fits(each, marks)) ?? []);
  return stacks.reduce((best, each) => (each.length > best.length ? each : best), []);
}

/** Source that means something else once its neighbours do. */
const isRisky = ({ source, text }: Atom): boolean =>
  text.length > 0 && (source === '<' || (source[0] === '&' && !source.endsWith(';')));

function atomOf(item: Item, stack: readonly Wrapper[], embeds: ReadonlyMap<number, Atom>): Atom | undefined {
  if (!item.embed) return characterAtom(item.text, stack);
  if (item.embed.kind === 'break') return { source: '<br>', text: OBJECT, embed: item.embed, stack };
  // Embeds are moved, not made: those are commands of their own.
  const known = embeds.get(item.embed.id);
  return known && { ...known, stack };
}

/** The atoms with what shall be there, and for each atom that shows the marks it shall have. */
function merge(atoms: readonly Atom[], items: readonly Item[]): { merged: Atom[]; wanted: Map<Atom, Marks> } {
  const shown = atoms.flatMap((atom, at) => (atom.text ? [at] : []));
  const visible = shown.map((at) => atoms[at]!);
  const embeds = new Map(visible.flatMap((atom) => (atom.embed && 'id' in atom.embed ? [[atom.embed.id, atom]] : [])));
  const wanted = new Map<Atom, Marks>();
  const merged: Atom[] = [];
  let at = 0;
  let made = 0;
  const copyTo = (end: number): void => {
    for (; at < end; at++) {
      const atom = atoms[at]!;
      merged.push(atom);
      if (atom.text) wanted.set(atom, items[made++]!.marks);
    }
  };
  for (const { from, to, newTo } of diff(visible, items, isSame)) {
    // What is typed goes right behind what it follows, in front of white space that does not show.
    copyTo(from > 0 ? shown[from - 1]! + 1 : (shown[0] ?? atoms.length));
    if (to > from) copyTo(shown[from]!);
    const replaced = visible.slice(from, to);
    for (; made < newTo; made++) {
      const item = items[made]!;
      const left = merged.findLast(({ text }) => text);
      const atom = atomOf(item, stackFor(item, [left, visible[to], replaced[0], replaced.at(-1)]), embeds);
      if (!atom) continue;
      merged.push(atom);
      wanted.set(atom, item.marks);
    }
    if (to > from) at = shown[to - 1]! + 1;
  }
  copyTo(atoms.length);
  freeSpaces(visible, merged, wanted);
  return { merged, wanted };
}

const isSpace = (atom: Atom | undefined): boolean =>
  !atom || /[ \u00a0]/.test(atom.text) || atom.embed?.kind === 'break';

/** Spaces that were written so as not to collapse, and need not be any more, are plain ones again. */
function freeSpaces(before: readonly Atom[], after: Atom[], wanted: Map<Atom, Marks>): void {
  const forced = new Set(
    before.filter((atom, at) => atom.source === '&nbsp;' && (isSpace(before[at - 1]) || isSpace(before[at + 1]))),
  );
  if (!forced.size) return;
  const shown = after.flatMap(({ text }, at) => (text ? [at] : []));
  for (const [order, at] of shown.entries()) {
    const atom = after[at]!;
    if (!forced.has(atom) || isSpace(after[shown[order - 1] ?? -1]) || isSpace(after[shown[order + 1] ?? -1])) continue;
    const free = { ...atom, source: ' ', text: ' ' };
    after[at] = free;
    wanted.set(free, wanted.get(atom)!);
  }
}

/** Gives every atom the marks it shall have. */
function settleMarks(atoms: Atom[], wanted: ReadonlyMap<Atom, Marks>): void {
  const goals = atoms.map((atom) => wanted.get(atom));
  for (const [at, goal] of goals.entries()) {
    const keep = goal?.keep?.split(' ') ?? [];
    const atom = atoms[at]!;
    if (goal && atom.stack.some(({ mark, id }) => !mark && !keep.includes(`${id}`)))
      atoms[at] = { ...atom, stack: atom.stack.filter(({ mark, id }) => mark || keep.includes(`${id}`)) };
  }
  for (const type of MARK_TYPES) {
    for (let from = 0; from < atoms.length; from++) {
      const goal = goals[from];
      if (!goal || marksOf(atoms[from]!)[type] === goal[type]) continue;
      let to = from + 1;
      // What does not show in between belongs to it.
      for (let next = to; next < atoms.length; next++) {
        const other = goals[next];
        if (!other) continue;
        if (other[type] !== goal[type] || marksOf(atoms[next]!)[type] === goal[type]) break;
        to = next + 1;
      }
      setMark(atoms, from, to, type, goal[type]);
      from = to - 1;
    }
  }
}

/** An element that is cut in two is not opened once more for what does not show. */
function joinPieces(atoms: Atom[]): void {
  const pieces = new Map<Wrapper, { at: number[]; isBlank: boolean }[]>();
  for (const [at, { stack, text }] of atoms.entries())
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
      atoms[at] = { ...atoms[at]!, stack: atoms[at]!.stack.filter((each) => each !== wrapper) };
  }
}

/**
 * The splices that make a block's text what `runs` say. What stays keeps its bytes: entities, inline elements that are no
 * marks, white space, comments.
 * @param careful writes what could be read otherwise beside something new by its safest spelling.
 */
export function applyRuns(text: string, block: TextBlock, runs: readonly Run[], careful = false): Splice[] {
  const pre = isPreformatted(block);
  const atoms = atomsOf(text, block);
  const { merged, wanted } = merge(atoms, itemsOf(runs, pre));
  settleMarks(merged, wanted);
  joinPieces(merged);
  let after = pre ? merged : settleSpaces(merged);
  if (careful) after = after.map((atom) => (isRisky(atom) ? { ...atom, source: writeText(atom.text) } : atom));
  if (pre && block.whole && DROPS_LINE_BREAK.test(block.owner.node.tag) && after[0]?.text === '\n')
    after = [{ source: '\n', text: '', stack: [] }, ...after];
  const before = tokensOf(atoms);
  const tokens = tokensOf(after);
  let at = block.from;
  const places = before.map(({ source }) => (at += source.length) - source.length);
  places.push(at);
  return diff(before, tokens, (one, other) => one.of === other.of).flatMap(({ from, to, newFrom, newTo }) => {
    const insert = tokens
      .slice(newFrom, newTo)
      .map(({ source }) => source)
      .join('');
    return tight(text, { from: places[from]!, to: places[to]!, insert }) ?? [];
  });
}

/** How many characters of a block's text stand before a position of the view. */
export function offsetOf(text: string, block: TextBlock, position: number): number {
  let offset = 0;
  let at = block.from;
  let stop = false;
  for (const { source, of } of tokensOf(atomsOf(text, block))) {
    at += source.length;
    if (typeof of === 'string') continue;
    stop ||= at > position;
    if (stop) break;
    offset += of.text.length;
  }
  return offset;
}

/** Where a character of a block's text stands in the view: the position behind the one before it. */
export function positionOf(text: string, block: TextBlock, offset: number): number {
  let at = block.from;
  let passed = 0;
  let first: number | undefined;
  let behind = at;
  for (const { source, of } of tokensOf(atomsOf(text, block))) {
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
