/** W1: painting cards that were not there before. */
import assert from 'node:assert/strict';
import { normalise } from '../tests/lib/normalise';
import { figure, inRounds, measure, open, type Competitor, type Figure, type Lane, type Sample } from './lanes';
import type { Job } from './pages/harness';
import { stripMarkers, type Mode } from './workload';

export interface Row {
  workload: string;
  mode: Mode;
  figures: Map<Competitor, Figure>;
}

/** Figures of all lanes, each of one of its equal parts. */
export function figures(
  samples: ReadonlyMap<Competitor, readonly Sample[]>,
  parts: (name: Competitor) => number,
): Map<Competitor, Figure> {
  return new Map([...samples].map(([name, each]) => [name, figure(each, parts(name))]));
}

/** Holds that all competitors show the same, in every state that is measured. */
export async function assertEqualContent(lanes: readonly Lane[]): Promise<void> {
  const states = [
    { count: 20, batch: 'same' },
    { count: 20, batch: 'same', version: 3 },
    { count: 25, batch: 'same' },
    { count: 10, batch: 'same' },
    { count: 20, batch: 'same', reversed: true },
  ];
  for (const mode of ['object', 'json'] as const) {
    for (const to of states) {
      const shown = new Map<string, string>();
      for (const { name, page } of lanes) {
        await page.bringToFront();
        const job: Job = { mode, copies: 1, from: { count: 20, batch: 'same' }, to: [to] };
        await page.evaluate(`bench.prepare(${JSON.stringify(job)}).then(bench.run)`);
        const html = stripMarkers((await page.evaluate('bench.html()')) as string);
        shown.set(name, normalise(html.replace(/^<feaas-component[^>]*>|<\/feaas-component>$/g, '')));
      }
      const [first] = shown;
      for (const [name, html] of shown) assert.equal(html, first![1], `${name} shows something else than ${first![0]}`);
    }
    for (const { page } of lanes) await page.evaluate('bench.clear()');
  }
}

/** Paints into new elements; the template has been seen in this page. */
async function warm(lanes: readonly Lane[], count: number, copies: number, mode: Mode, rounds: number): Promise<Row> {
  const job = (round: number): Job => ({ mode, copies, to: [{ count, batch: `w${round}` }] });
  for (const lane of lanes) for (let round = 0; round < 3; round++) await measure(lane, job(-1 - round));
  const samples = await inRounds(lanes, rounds, (lane, round) => measure(lane, job(round)));
  for (const { page } of lanes) await page.evaluate('bench.clear()');
  return { workload: `W1 paint ${count} cards, warm`, mode, figures: figures(samples, () => copies) };
}

/** Paints once in a page in which nothing was painted before. */
async function cold(lanes: readonly Lane[], count: number, mode: Mode, rounds: number): Promise<Row> {
  const samples = await inRounds(lanes, rounds, async (lane, round) => {
    await open(lane);
    return measure(lane, { mode, copies: 1, to: [{ count, batch: `c${round}` }] });
  });
  return { workload: `W1 paint ${count} cards, cold`, mode, figures: figures(samples, () => 1) };
}

/** Rows as they are done. */
export async function* paint(lanes: readonly Lane[], modes: readonly Mode[], rounds: number): AsyncGenerator<Row> {
  for (const mode of modes) {
    yield warm(lanes, 1000, 1, mode, rounds);
    yield cold(lanes, 1000, mode, rounds);
    // As short as this is chance weighs more.
    yield warm(lanes, 12, 40, mode, 2 * rounds);
  }
}
