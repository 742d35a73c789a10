import { structuredPatch, type StructuredPatch } from 'diff';
import { createSemaphore } from '../../lib/semaphore.js';

export interface Comparison {
  readonly identical: boolean;
  readonly added: number;
  readonly removed: number;
  /** Hunks of a unified diff; empty if nothing differs. */
  readonly diff: string;
}

/** Timeout of a comparison. It yields to other requests. */
const MILLISECONDS = 1_000;

/** One comparison at a time, so that requests of visitors and editors have processor time. */
const semaphore = createSemaphore(1, 8, 'comparisons at once');

/** Editors write HTML without line breaks, so elements are put on separate lines for a readable diff. */
const elementPerLine = (html: string): string => html.replaceAll('><', '>\n<');

/**
 * The different lines. Undefined if two long texts are too different to compare within a second.
 * @throws RateLimitedError
 */
export async function compareHtml(from: string, to: string): Promise<Comparison | undefined> {
  if (from === to) return { identical: true, added: 0, removed: 0, diff: '' };
  const patch = await semaphore(() => patchOf(elementPerLine(from), elementPerLine(to)));
  if (!patch) return undefined;
  const lines = patch.hunks.flatMap((hunk) => hunk.lines);
  const count = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  const diff = patch.hunks.map(
    ({ oldStart, oldLines, newStart, newLines, lines: hunkLines }) =>
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@\n${hunkLines.join('\n')}\n`,
  );
  return { identical: false, added: count('+'), removed: count('-'), diff: diff.join('') };
}

const patchOf = (from: string, to: string): Promise<StructuredPatch | undefined> =>
  new Promise((resolve) => {
    structuredPatch('from', 'to', from, to, undefined, undefined, {
      context: 3,
      timeout: MILLISECONDS,
      callback: resolve,
    });
  });
