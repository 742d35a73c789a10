/** A block's text as a neutral model: runs of text with their marks, and embeds. It fits the deltas of any rich-text editor. */
import { OBJECT, type InlineToken, type InlineNode } from './inline-tokens';
import { MARK_TYPES, type MarkType, type SimpleMarkType } from './mark-registry';

/** Marks of a run: true, or the address of a link. `keep` has the ids of the other inline elements, which stay around the run. */
export type Marks = { readonly [Type in SimpleMarkType]?: true } & {
  readonly link?: string;
  readonly keep?: string;
};

export interface Run {
  /** Text without line breaks (except in code), or an embed, which counts as one character. */
  readonly insert: string | InlineNode;
  readonly marks: Marks;
}

/** Marks by stack. The tokens of an element share its stack. */
const marksByStack = new WeakMap<InlineToken['stack'], Marks>();

export const marksOf = ({ stack }: Pick<InlineToken, 'stack'>): Marks => {
  const cached = marksByStack.get(stack);
  if (cached) return cached;
  const marks: Record<string, string | true> = {};
  const unknownIds: number[] = [];
  for (const { mark, value, id } of stack) {
    if (mark) marks[mark] = mark === 'link' ? value : true;
    else unknownIds.push(id);
  }
  if (unknownIds.length) marks['keep'] = unknownIds.join(' ');
  marksByStack.set(stack, marks as Marks);
  return marks as Marks;
};

/** Whether two runs have the same marks. */
export const sameMarks = (one: Marks, other: Marks): boolean =>
  one === other || (MARK_TYPES.every((type) => one[type] === other[type]) && (one.keep ?? '') === (other.keep ?? ''));

/** Returns the runs that tokens show. */
export function runsOf(tokens: readonly InlineToken[]): Run[] {
  const runs: { insert: string | InlineNode; marks: Marks }[] = [];
  for (const token of tokens) {
    if (!token.text) continue;
    const marks = marksOf(token);
    const last = runs.at(-1);
    if (token.embed) runs.push({ insert: token.embed, marks });
    else if (last && typeof last.insert === 'string' && sameMarks(last.marks, marks)) last.insert += token.text;
    else runs.push({ insert: token.text, marks });
  }
  return runs;
}

/** Returns the number of characters; an embed counts as one. */
export const lengthOf = (runs: readonly Run[]): number =>
  runs.reduce((sum, { insert }) => sum + (typeof insert === 'string' ? insert.length : 1), 0);

/** Returns the text of runs; an embed is U+FFFC. */
export const plainText = (runs: readonly Run[]): string =>
  runs.map(({ insert }) => (typeof insert === 'string' ? insert : OBJECT)).join('');

/** Returns the runs between two offsets in characters. */
export function sliceRuns(runs: readonly Run[], from: number, to = Infinity): Run[] {
  const result: Run[] = [];
  let offset = 0;
  for (const run of runs) {
    const size = typeof run.insert === 'string' ? run.insert.length : 1;
    const start = Math.max(0, from - offset);
    const end = Math.min(size, to - offset);
    if (start < end)
      result.push(typeof run.insert === 'string' ? { ...run, insert: run.insert.slice(start, end) } : run);
    offset += size;
  }
  return result;
}

/** Returns the runs with a range replaced by others. */
export const replaceRuns = (runs: readonly Run[], from: number, to: number, insert: readonly Run[]): Run[] => [
  ...sliceRuns(runs, 0, from),
  ...insert,
  ...sliceRuns(runs, to),
];

/** Returns the runs with a mark set on a range; undefined removes it. */
export const markRuns = (
  runs: readonly Run[],
  from: number,
  to: number,
  type: MarkType,
  value: string | true | undefined,
): Run[] =>
  replaceRuns(
    runs,
    from,
    to,
    sliceRuns(runs, from, to).map(({ insert, marks }) => {
      const next: Record<string, string | true> = { ...marks };
      delete next[type];
      return { insert, marks: (value === undefined ? next : { ...next, [type]: value }) as Marks };
    }),
  );
