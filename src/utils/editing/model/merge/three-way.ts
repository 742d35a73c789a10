/**
 * Three texts of one view, compared block by block: what was, what I made of it, what others made of it. Each comparison
 * is about whole elements, so that any choice gives a view.
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

/** Who changed a block: I alone, they alone, both alike, both otherwise. */
export type Status = 'mine' | 'theirs' | 'same' | 'conflict';

export interface Comparison {
  /** Where it stands in my text. */
  readonly from: number;
  readonly to: number;
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  readonly status: Status;
  /** Mine and theirs may stand one behind the other. */
  readonly both: boolean;
}

export type Choice = 'mine' | 'theirs' | 'both';

/** One of the three texts. */
interface Side {
  readonly text: string;
  readonly places: readonly ResolvedPosition[];
}

const sourceOf = (text: string, { from, to }: ResolvedPosition): string => text.slice(from, to);

/** What a list of nodes says; white space between blocks tells nothing. */
const items = (text: string, parent: ResolvedElement): Side => ({
  text,
  places: resolveChildren(parent).filter(({ node }) => node.kind !== 'text' || !isBlank(node)),
});

/** A stretch of the three lists in which not all say the same. */
interface Hunk {
  base: [number, number];
  mine: [number, number];
  theirs: [number, number];
}

const isInsertion = ({ from, to }: Change): boolean => from === to;

/**
 * Changes of both sides brought together: those that touch the same stretch of the base are one, and so are two insertions at one
 * place. What one side inserts beside a block that the other changes is another change.
 */
function hunksOf(mine: readonly Change[], theirs: readonly Change[]): Hunk[] {
  const hunks: Hunk[] = [];
  let shiftMine = 0;
  let shiftTheirs = 0;
  let m = 0;
  let t = 0;
  while (m < mine.length || t < theirs.length) {
    const from = Math.min(mine[m]?.from ?? Infinity, theirs[t]?.from ?? Infinity);
    const startMine = from + shiftMine;
    const startTheirs = from + shiftTheirs;
    const isInserted = [mine[m], theirs[t]].some((each) => each?.from === from && isInsertion(each));
    let to = from;
    const joins = (change: Change | undefined): change is Change =>
      !!change && (isInserted ? change.from === from && isInsertion(change) : change.from === from || change.from < to);
    for (;;) {
      const one = mine[m];
      const other = theirs[t];
      if (joins(one)) {
        to = Math.max(to, one.to);
        shiftMine = one.newTo - one.to;
        m++;
      } else if (joins(other)) {
        to = Math.max(to, other.to);
        shiftTheirs = other.newTo - other.to;
        t++;
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

/** The range of my text that a stretch of the list takes; for an empty one the place where it would be. */
function rangeOf({ places }: Side, [from, to]: [number, number], start: number): { from: number; to: number } {
  if (from < to) return { from: places[from]!.from, to: places[to - 1]!.to };
  const at = from > 0 ? places[from - 1]!.to : start;
  return { from: at, to: at };
}

const isBlock = ({ node }: ResolvedPosition): boolean => node.kind === 'element' && !isPhrasing(node);

class ThreeWay {
  readonly found: Comparison[] = [];

  constructor(
    private readonly base: string,
    private readonly mine: string,
    private readonly theirs: string,
  ) {}

  /** Compares what three elements hold. */
  lists(base: ResolvedElement, mine: ResolvedElement, theirs: ResolvedElement): void {
    const sides = [items(this.base, base), items(this.mine, mine), items(this.theirs, theirs)] as const;
    const [was, my, their] = sides;
    const same =
      (one: Side, other: Side) =>
      (a: ResolvedPosition, b: ResolvedPosition): boolean =>
        a.node.length === b.node.length && sourceOf(one.text, a) === sourceOf(other.text, b);
    const changesMine = diff(was.places, my.places, same(was, my));
    const changesTheirs = diff(was.places, their.places, same(was, their));
    for (const hunk of hunksOf(changesMine, changesTheirs)) this.hunk(hunk, was, my, their, contentStart(mine));
  }

  private hunk(hunk: Hunk, was: Side, my: Side, their: Side, start: number): void {
    const triples = this.triples(hunk, was, my, their);
    if (triples) {
      for (const [base, mine, theirs] of triples) this.element(base, mine, theirs, was, my, their, start);
      return;
    }
    const places = [...my.places.slice(...hunk.mine), ...their.places.slice(...hunk.theirs)];
    this.add(
      rangeOf(my, hunk.mine, start),
      slice(was, hunk.base),
      slice(my, hunk.mine),
      slice(their, hunk.theirs),
      places.every(isBlock),
    );
  }

  /** Elements that are each other's; undefined where the three lists are not of the same kinds. */
  private triples(hunk: Hunk, was: Side, my: Side, their: Side): [number, number, number][] | undefined {
    const count = hunk.base[1] - hunk.base[0];
    if (!count || hunk.mine[1] - hunk.mine[0] !== count || hunk.theirs[1] - hunk.theirs[0] !== count) return undefined;
    const triples: [number, number, number][] = [];
    for (let at = 0; at < count; at++) {
      const triple: [number, number, number] = [hunk.base[0] + at, hunk.mine[0] + at, hunk.theirs[0] + at];
      const places = [was.places[triple[0]]!, my.places[triple[1]]!, their.places[triple[2]]!];
      const tags = places.map((place) => (isResolvedElement(place) ? place.node.tag : ''));
      if (!tags[0] || tags[1] !== tags[0] || tags[2] !== tags[0]) return undefined;
      triples.push(triple);
    }
    return triples;
  }

  private element(b: number, m: number, t: number, was: Side, my: Side, their: Side, start: number): void {
    const [base, mine, theirs] = [was.places[b], my.places[m], their.places[t]] as ResolvedElement[] as [
      ResolvedElement,
      ResolvedElement,
      ResolvedElement,
    ];
    const source = [sourceOf(was.text, base), sourceOf(my.text, mine), sourceOf(their.text, theirs)];
    if (source[1] === source[0] && source[2] === source[0]) return;
    const open = [base, mine, theirs].map(({ from, node }, at) =>
      [was, my, their][at]!.text.slice(from, from + node.open),
    );
    // Texts are one thing: words of two people are not mixed in a sentence.
    const holdsBlocks = [base, mine, theirs].every((place) => resolveChildren(place).some(isBlock));
    const closed = [base, mine, theirs].every(({ node }) => node.close > 0 && !node.errorCount);
    if (holdsBlocks && closed && open[0] === open[1] && open[0] === open[2]) this.lists(base, mine, theirs);
    else this.add(rangeOf(my, [m, m + 1], start), source[0]!, source[1]!, source[2]!, isBlock(mine) && isBlock(theirs));
  }

  private add(range: { from: number; to: number }, base: string, mine: string, theirs: string, blocks: boolean): void {
    const status = mine === theirs ? 'same' : theirs === base ? 'mine' : mine === base ? 'theirs' : 'conflict';
    const both = status === 'conflict' && blocks && mine !== '' && theirs !== '';
    this.found.push({ ...range, base, mine, theirs, status, both });
  }
}

/** What differs between three texts of a view, in the order of mine. */
export function compareDocuments(base: string, mine: string, theirs: string): Comparison[] {
  const ways = new ThreeWay(base, mine, theirs);
  const [was, my, their] = [base, mine, theirs].map((text) => resolveRoot(parseDocument(text)));
  if (base !== mine || base !== theirs) ways.lists(was!, my!, their!);
  // What two people inserted at one place is checked once more as a whole.
  return ways.found.map((each) => (each.both && !mayStand(mine, each, 'both') ? { ...each, both: false } : each));
}

/** Theirs as it stands behind mine: what mine is called already it is not called, too. */
function behind({ mine, theirs }: Comparison): string {
  const [my, their] = [mine, theirs].map((text) => resolveRoot(parseDocument(text)));
  return withoutIds(theirs, their!, idsIn(my!));
}

const chosen = (comparison: Comparison, choice: Choice): string =>
  choice === 'both' ? comparison.mine + behind(comparison) : comparison[choice];

const mayStand = (mine: string, comparison: Comparison, choice: Choice): boolean =>
  parseDocument(applySteps(mine, spliceOf(comparison, choice))).root.errorCount <= parseDocument(mine).root.errorCount;

function spliceOf(comparison: Comparison, choice: Choice): Step[] {
  const insert = chosen(comparison, choice);
  return insert === comparison.mine ? [] : [{ from: comparison.from, to: comparison.to, insert }];
}

/**
 * The steps that make of my text what was chosen.
 * @param choices one per comparison, in their order; one that is undefined is mine.
 */
export const resolveComparisons = (
  comparisons: readonly Comparison[],
  choices: readonly (Choice | undefined)[],
): Step[] => normalizeSteps(comparisons.flatMap((each, at) => spliceOf(each, choices[at] ?? 'mine')));

/** What needs no one to decide: theirs where I changed nothing, mine where they did not. A conflict has no choice yet. */
export const mergeChoices = (comparisons: readonly Comparison[]): (Choice | undefined)[] =>
  comparisons.map(({ status }) => (status === 'conflict' ? undefined : status === 'theirs' ? 'theirs' : 'mine'));
