/** W2 and W3: other data in content that is there. Data is always made anew, so nobody can compare by identity. */
import { inRounds, measure, type Competitor, type Lane } from './lanes';
import type { Job, State } from './pages/harness';
import { figures, type Row } from './paint';
import type { Mode } from './workload';

const BATCH = 'u';
const START: State = { count: 1000, batch: BATCH };

/** The peer takes so long that once is precise; the others repeat, so that a piece of work stands out of the rest. */
const copiesOf = (name: Competitor): number => (name === 'peer' ? 1 : 4);

async function change(
  lanes: readonly Lane[],
  workload: string,
  jobOf: (name: Competitor) => Pick<Job, 'mode' | 'to'>,
  rounds: number,
): Promise<Row> {
  const job = ({ name }: Lane): Job => ({ ...jobOf(name), copies: copiesOf(name), from: START });
  for (const lane of lanes) {
    await measure(lane, job(lane));
    if (lane.name !== 'peer') await measure(lane, job(lane));
  }
  // The peer takes most of the time and differs least: every third round is enough of it.
  const samples = await inRounds(
    lanes,
    rounds,
    (lane) => measure(lane, job(lane)),
    ({ name }, round) => name !== 'peer' || round % 3 === 0,
  );
  return {
    workload,
    mode: jobOf('kit').mode,
    figures: figures(samples, (name) => copiesOf(name) * jobOf(name).to.length),
  };
}

/** Rows as they are done. */
export async function* update(
  lanes: readonly Lane[],
  modes: readonly Mode[],
  rounds: number,
  only: (workload: string) => boolean,
): AsyncGenerator<Row> {
  for (const mode of modes) {
    if (only('W2')) {
      const versions = (name: Competitor): State[] =>
        [1, 2, 3, 4].slice(0, name === 'peer' ? 1 : 4).map((version) => ({ ...START, version }));
      yield change(lanes, 'W2 change 100 of 1000 cards', (name) => ({ mode, to: versions(name) }), rounds);
    }
    if (only('W3')) {
      const states: [string, State][] = [
        ['W3 1000 to 1100 cards', { count: 1100, batch: BATCH }],
        ['W3 1000 to 500 cards', { count: 500, batch: BATCH }],
        ['W3 1000 cards reversed', { ...START, reversed: true }],
      ];
      for (const [workload, state] of states) {
        yield change(lanes, workload, () => ({ mode, to: [state] }), rounds);
      }
    }
    for (const { page } of lanes) await page.evaluate('bench.clear()');
  }
}
