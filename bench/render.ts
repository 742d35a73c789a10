/** W1: rendering new items. */
import { normalize } from '../tests/lib/normalize';
import {
  measure,
  measureInRounds,
  open,
  toFigure,
  type ContenderName,
  type ContenderPage,
  type Figure,
  type Sample,
} from './contenders';
import type { Job } from './pages/harness';
import { assertSameContent, stripMarkers, type Shape } from './shapes/shape';

/** One row of W1-W3: a workload on a content shape. */
export interface Row {
  workload: string;
  shape: string;
  figures: ReadonlyMap<ContenderName, Figure>;
}

/** Figures of all contenders, each for one of its equal parts. */
export function toFigures(
  samples: ReadonlyMap<ContenderName, readonly Sample[]>,
  parts: (name: ContenderName) => number,
): Map<ContenderName, Figure> {
  return new Map([...samples].map(([name, each]) => [name, toFigure(each, parts(name))]));
}

/** Asserts that all contenders show the same in each measured state. */
export async function assertEqualContent(contenders: readonly ContenderPage[], shape: Shape): Promise<void> {
  const states = [
    { count: 20, batch: 'same' },
    { count: 20, batch: 'same', version: 3 },
    { count: 25, batch: 'same' },
    { count: 10, batch: 'same' },
    { count: 20, batch: 'same', reversed: true },
  ];
  for (const to of states) {
    let expected: string | undefined;
    for (const { name, page } of contenders) {
      await page.bringToFront();
      const job: Job = { copies: 1, from: { count: 20, batch: 'same' }, to: [to] };
      await page.evaluate(`bench.prepare(${JSON.stringify(job)}).then(bench.run)`);
      const html = stripMarkers((await page.evaluate('bench.html()')) as string);
      const shown = normalize(html.replace(/^<feaas-component[^>]*>|<\/feaas-component>$/g, ''));
      expected ??= shown;
      assertSameContent(shown, expected, `${shape.name}: ${name} shows something else than ${contenders[0]!.name}`);
    }
  }
  for (const { page } of contenders) await page.evaluate('bench.clear()');
}

/** Renders into new elements; the page has rendered the template before. */
async function renderWarm(
  contenders: readonly ContenderPage[],
  shape: Shape,
  count: number,
  copies: number,
  rounds: number,
): Promise<Row> {
  const job = (round: number): Job => ({ copies, to: [{ count, batch: `w${round}` }] });
  for (const contender of contenders) for (let round = 0; round < 3; round++) await measure(contender, job(-1 - round));
  const samples = await measureInRounds(contenders, rounds, (contender, round) => measure(contender, job(round)));
  for (const { page } of contenders) await page.evaluate('bench.clear()');
  return {
    workload: `W1 render ${count === shape.size ? 'all' : count}, warm`,
    shape: shape.name,
    figures: toFigures(samples, () => copies),
  };
}

/** Renders once in a new page. */
async function renderCold(contenders: readonly ContenderPage[], shape: Shape, rounds: number): Promise<Row> {
  const samples = await measureInRounds(contenders, rounds, async (contender, round) => {
    await open(contender);
    return measure(contender, { copies: 1, to: [{ count: shape.size, batch: `c${round}` }] });
  });
  return { workload: 'W1 render all, cold', shape: shape.name, figures: toFigures(samples, () => 1) };
}

/** Yields rows as they are measured. */
export async function* render(contenders: readonly ContenderPage[], shape: Shape, rounds: number): AsyncGenerator<Row> {
  yield renderWarm(contenders, shape, shape.size, 1, rounds);
  yield renderCold(contenders, shape, rounds);
  // For such short runs, chance has more influence, so there are more copies.
  yield renderWarm(contenders, shape, 12, 40, rounds);
}
