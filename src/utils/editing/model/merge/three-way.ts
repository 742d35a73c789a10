/**
 * Compares three texts of a document block by block: the base, the local text (mine) and the remote text (theirs).
 * Each comparison covers whole elements, so that any choice gives a valid document.
 */
import { diff, type Change } from '../diff';
import {
  resolveChildren,
  contentStart,
  isBlank,
  isResolvedElement,
  resolveRoot,
  type ResolvedElement,
  type ResolvedPosition,
} from '../syntax-tree';
import { parseDocument } from '../parse-document';
import { applySteps, normalizeSteps, type Step } from '../steps';
import { isPhrasing } from '../blocks';
import { idsIn, withoutIds } from '../without-ids';

/** Who changed a block: only mine, only theirs, both equally, or both differently. */
export type Status = 'mine' | 'theirs' | 'same' | 'conflict';

export interface Comparison {
  /** Range in my text. */
  readonly from: number;
  readonly to: number;
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  readonly status: Status;
  /** Whether both texts can be kept, one after the other. */
  readonly both: boolean;
}

export type Choice = 'mine' | 'theirs' | 'both';

/** One of the three texts. */
interface Side {
  readonly text: string;
  readonly places: readonly ResolvedPosition[];
}

const sourceOf = (text: string, { from, to }: ResolvedPosition): string => text.slice(from, to);

/** Returns the nodes of an element to compare, without white space between blocks. */
const sideOf = (text: string, parent: ResolvedElement): Side => ({
  text,
  places: resolveChildren(parent).filter(({ node }) => node.kind !== 'text' || !isBlank(node)),
});

/** A range of the three lists in which they are not all equal. */
interface Hunk {
  base: [number, number];
  mine: [number, number];
  theirs: [number, number];
}

const isInsertion = ({ from, to }: Change): boolean => from === to;

/**
 * Combines the changes of both sides: changes of the same range of the base are one hunk, and so are two insertions at
 * one position. An insertion beside a block that the other side changes is a hunk of its own.
 */
function hunksOf(mine: readonly Change[], theirs: readonly Change[]): Hunk[] {
  const hunks: Hunk[] = [];
  let shiftMine = 0;
  let shiftTheirs = 0;
  let mineIndex = 0;
  let theirsIndex = 0;
  while (mineIndex < mine.length || theirsIndex < theirs.length) {
    const from = Math.min(mine[mineIndex]?.from ?? Infinity, theirs[theirsIndex]?.from ?? Infinity);
    const startMine = from + shiftMine;
    const startTheirs = from + shiftTheirs;
    const isInserted = [mine[mineIndex], theirs[theirsIndex]].some((each) => each?.from === from && isInsertion(each));
    let to = from;
    const isInHunk = (change: Change | undefined): change is Change =>
      !!change && (isInserted ? change.from === from && isInsertion(change) : change.from === from || change.from < to);
    for (;;) {
      const one = mine[mineIndex];
      const other = theirs[theirsIndex];
      if (isInHunk(one)) {
        to = Math.max(to, one.to);
        shiftMine = one.newTo - one.to;
        mineIndex++;
      } else if (isInHunk(other)) {
        to = Math.max(to, other.to);
        shiftTheirs = other.newTo - other.to;
        theirsIndex++;
      } else break;
    }
    hunks.push({
      base: [from, to],
      mine: [startMine, to + shiftMine],
      theirs: [startTheirs, to + shiftTheirs],
    });
  }
  return hunks;
}

const slice = ({ text, places }: Side, [from, to]: [number, number]): string =>
  from === to ? '' : text.slice(places[from]!.from, places[to - 1]!.to);

/** Returns the range of my text for a range of the list; for an empty one, the position where it would be. */
function rangeOf({ places }: Side, [from, to]: [number, number], start: number): { from: number; to: number } {
  if (from < to) return { from: places[from]!.from, to: places[to - 1]!.to };
  const position = from > 0 ? places[from - 1]!.to : start;
  return { from: position, to: position };
}

const isBlock = ({ node }: ResolvedPosition): boolean => node.kind === 'element' && !isPhrasing(node);

class ThreeWay {
  readonly found: Comparison[] = [];

  constructor(
    private readonly base: string,
    private readonly mine: string,
    private readonly theirs: string,
  ) {}

  /** Compares the content of three elements. */
  lists(base: ResolvedElement, mine: ResolvedElement, theirs: ResolvedElement): void {
    const sides = [sideOf(this.base, base), sideOf(this.mine, mine), sideOf(this.theirs, theirs)] as const;
    const [baseSide, mySide, theirSide] = sides;
    const isEqual =
      (one: Side, other: Side) =>
      (a: ResolvedPosition, b: ResolvedPosition): boolean =>
        a.node.length === b.node.length && sourceOf(one.text, a) === sourceOf(other.text, b);
    const changesMine = diff(baseSide.places, mySide.places, isEqual(baseSide, mySide));
    const changesTheirs = diff(baseSide.places, theirSide.places, isEqual(baseSide, theirSide));
    for (const hunk of hunksOf(changesMine, changesTheirs))
      this.hunk(hunk, baseSide, mySide, theirSide, contentStart(mine));
  }

  private hunk(hunk: Hunk, baseSide: Side, mySide: Side, theirSide: Side, start: number): void {
    const triples = this.triples(hunk, baseSide, mySide, theirSide);
    if (triples) {
      for (const [base, mine, theirs] of triples) this.element(base, mine, theirs, baseSide, mySide, theirSide, start);
      return;
    }
    const positions = [...mySide.places.slice(...hunk.mine), ...theirSide.places.slice(...hunk.theirs)];
    this.add(
      rangeOf(mySide, hunk.mine, start),
      slice(baseSide, hunk.base),
      slice(mySide, hunk.mine),
      slice(theirSide, hunk.theirs),
      positions.every(isBlock),
    );
  }

  /** Pairs elements by their position; undefined if the three lists differ in length or tags. */
  private triples(hunk: Hunk, baseSide: Side, mySide: Side, theirSide: Side): [number, number, number][] | undefined {
    const count = hunk.base[1] - hunk.base[0];
    if (!count || hunk.mine[1] - hunk.mine[0] !== count || hunk.theirs[1] - hunk.theirs[0] !== count) return undefined;
    const triples: [number, number, number][] = [];
    for (let index = 0; index < count; index++) {
      const triple: [number, number, number] = [hunk.base[0] + index, hunk.mine[0] + index, hunk.theirs[0] + index];
      const elements = [baseSide.places[triple[0]]!, mySide.places[triple[1]]!, theirSide.places[triple[2]]!];
      const tags = elements.map((resolved) => (isResolvedElement(resolved) ? resolved.node.tag : ''));
      if (!tags[0] || tags[1] !== tags[0] || tags[2] !== tags[0]) return undefined;
      triples.push(triple);
    }
    return triples;
  }

  private element(
    baseIndex: number,
    mineIndex: number,
    theirsIndex: number,
    baseSide: Side,
    mySide: Side,
    theirSide: Side,
    start: number,
  ): void {
    const [base, mine, theirs] = [
      baseSide.places[baseIndex],
      mySide.places[mineIndex],
      theirSide.places[theirsIndex],
    ] as ResolvedElement[] as [ResolvedElement, ResolvedElement, ResolvedElement];
    const source = [sourceOf(baseSide.text, base), sourceOf(mySide.text, mine), sourceOf(theirSide.text, theirs)];
    if (source[1] === source[0] && source[2] === source[0]) return;
    const startTags = [base, mine, theirs].map(({ from, node }, index) =>
      [baseSide, mySide, theirSide][index]!.text.slice(from, from + node.open),
    );
    // Text is compared as a whole: the words of two authors are not mixed in one sentence.
    const hasBlocks = [base, mine, theirs].every((parent) => resolveChildren(parent).some(isBlock));
    const areClosed = [base, mine, theirs].every(({ node }) => node.close > 0 && !node.errorCount);
    if (hasBlocks && areClosed && startTags[0] === startTags[1] && startTags[0] === startTags[2])
      this.lists(base, mine, theirs);
    else
      this.add(
        rangeOf(mySide, [mineIndex, mineIndex + 1], start),
        source[0]!,
        source[1]!,
        source[2]!,
        isBlock(mine) && isBlock(theirs),
      );
  }

  private add(
    range: { from: number; to: number },
    base: string,
    mine: string,
    theirs: string,
    areBlocks: boolean,
  ): void {
    const status = mine === theirs ? 'same' : theirs === base ? 'mine' : mine === base ? 'theirs' : 'conflict';
    const both = status === 'conflict' && areBlocks && mine !== '' && theirs !== '';
    this.found.push({ ...range, base, mine, theirs, status, both });
  }
}

/** Returns the differences between three texts of a document, in the order of mine. */
export function compareDocuments(base: string, mine: string, theirs: string): Comparison[] {
  const threeWay = new ThreeWay(base, mine, theirs);
  const [baseRoot, myRoot, theirRoot] = [base, mine, theirs].map((text) => resolveRoot(parseDocument(text)));
  if (base !== mine || base !== theirs) threeWay.lists(baseRoot!, myRoot!, theirRoot!);
  // Two insertions at one position are checked together in the whole document.
  return threeWay.found.map((each) =>
    each.both && !isWellFormed(mine, each, 'both') ? { ...each, both: false } : each,
  );
}

/** Returns theirs to follow mine: without the ids that are already in mine. */
function theirsAfterMine({ mine, theirs }: Comparison): string {
  const [myRoot, theirRoot] = [mine, theirs].map((text) => resolveRoot(parseDocument(text)));
  return withoutIds(theirs, theirRoot!, idsIn(myRoot!));
}

const chosenText = (comparison: Comparison, choice: Choice): string =>
  choice === 'both' ? comparison.mine + theirsAfterMine(comparison) : comparison[choice];

const isWellFormed = (mine: string, comparison: Comparison, choice: Choice): boolean =>
  parseDocument(applySteps(mine, choiceSteps(comparison, choice))).root.errorCount <=
  parseDocument(mine).root.errorCount;

function choiceSteps(comparison: Comparison, choice: Choice): Step[] {
  const insert = chosenText(comparison, choice);
  return insert === comparison.mine ? [] : [{ from: comparison.from, to: comparison.to, insert }];
}

/**
 * Returns the steps that apply the choices to my text.
 * @param choices one per comparison, in the same order; undefined keeps mine
 */
export const resolveComparisons = (
  comparisons: readonly Comparison[],
  choices: readonly (Choice | undefined)[],
): Step[] => normalizeSteps(comparisons.flatMap((each, index) => choiceSteps(each, choices[index] ?? 'mine')));

/** Returns the choices that need no decision: theirs if I changed nothing, otherwise mine. A conflict has no choice yet. */
export const mergeChoices = (comparisons: readonly Comparison[]): (Choice | undefined)[] =>
  comparisons.map(({ status }) => (status === 'conflict' ? undefined : status === 'theirs' ? 'theirs' : 'mine'));
