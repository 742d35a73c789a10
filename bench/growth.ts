/** Measures how the cost of rendering grows with the number of items. */
import { measure, measureInRounds, toFigure, type ContenderPage } from './contenders';
import type { Check } from './report';
import { growthExponent } from './statistics';

const SIZES = [500, 1000, 2500, 5000, 10_000];
/** Slightly above linear, because caches fill up. */
const LIMIT = 1.1;

export async function growth(contenders: readonly ContenderPage[], rounds: number): Promise<Check[]> {
  const measured = contenders.filter(({ name }) => name === 'kit' || name === 'hand-written');
  const points = new Map(measured.map(({ name }) => [name, [] as [number, number][]]));
  for (const count of SIZES) {
    const samples = await measureInRounds(measured, rounds, (contender, round) =>
      measure(contender, { copies: 1, to: [{ count, batch: `g${round}` }] }),
    );
    for (const [name, each] of samples) points.get(name)!.push([count, toFigure(each).cpu]);
    for (const { page } of measured) await page.evaluate('bench.clear()');
  }
  const exponents = new Map([...points].map(([name, each]) => [name, growthExponent(each)]));
  const kit = exponents.get('kit')!;
  return [
    {
      title: 'growth of rendering, exponent',
      measured:
        `${kit.toFixed(2)} (hand-written ${exponents.get('hand-written')?.toFixed(2) ?? 'not measured'}); ` +
        points
          .get('kit')!
          .map(([count, cpu]) => `${count}: ${cpu.toFixed(1)} ms`)
          .join(', '),
      target: `≤ ${LIMIT}`,
      met: kit <= LIMIT,
    },
  ];
}
