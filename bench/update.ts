/**
 * W2 and W3: other data in existing content. All data is newly created, so that no contender can compare by identity.
 */
import { measure, measureInRounds, type ContenderName, type ContenderPage } from './contenders';
import type { Job, State } from './pages/harness';
import { toFigures, type Row } from './render';
import type { Shape } from './shapes/shape';

const BATCH = 'u';

async function measureChange(
  contenders: readonly ContenderPage[],
  shape: Shape,
  workload: string,
  states: readonly State[],
  copies: number,
  rounds: number,
): Promise<Row> {
  // One run of the slow peer is precise enough; the others repeat their work so that it exceeds the noise.
  const copiesOf = (name: ContenderName): number => (name === 'peer' ? 1 : copies);
  const statesOf = (name: ContenderName): State[] => states.slice(0, name === 'peer' ? 1 : states.length);
  const job = ({ name }: ContenderPage): Job => ({
    copies: copiesOf(name),
    from: { count: shape.size, batch: BATCH },
    to: statesOf(name),
  });
  for (const contender of contenders) {
    await measure(contender, job(contender));
    if (contender.name !== 'peer') await measure(contender, job(contender));
  }
  const samples = await measureInRounds(contenders, rounds, (contender) => measure(contender, job(contender)));
  return {
    workload,
    shape: shape.name,
    figures: toFigures(samples, (name) => copiesOf(name) * statesOf(name).length),
  };
}

/**
 * Yields rows as they are measured.
 * @param copies elements of each contender that change at once
 */
export async function* update(
  contenders: readonly ContenderPage[],
  shape: Shape,
  rounds: number,
  copies: number,
  only: (workload: string) => boolean,
): AsyncGenerator<Row> {
  const start: State = { count: shape.size, batch: BATCH };
  const change = (workload: string, ...states: State[]): Promise<Row> =>
    measureChange(contenders, shape, workload, states, copies, rounds);
  if (only('W2')) yield change('W2 change 10 %', ...[1, 2, 3, 4].map((version) => ({ ...start, version })));
  if (only('W3')) {
    yield change('W3 grow by 10 %', { ...start, count: Math.round(shape.size * 1.1) });
    yield change('W3 shrink to half', { ...start, count: Math.round(shape.size / 2) });
    yield change('W3 reverse', { ...start, reversed: true });
  }
  for (const { page } of contenders) await page.evaluate('bench.clear()');
}
