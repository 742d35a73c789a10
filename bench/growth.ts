/** How the cost of painting grows with the number of cards. */
import { figure, inRounds, measure, type Lane } from './lanes';
import type { Check } from './report';
import { growthExponent } from './statistics';

const SIZES = [500, 1000, 2500, 5000, 10_000];
/** A little above linear: caches get fuller. */
const LIMIT = 1.1;

export async function growth(lanes: readonly Lane[], rounds: number): Promise<Check[]> {
  const measured = lanes.filter(({ name }) => name === 'kit' || name === 'limit');
  const points = new Map(measured.map(({ name }) => [name, [] as [number, number][]]));
  for (const count of SIZES) {
    const samples = await inRounds(measured, rounds, (lane, round) =>
      measure(lane, { mode: 'object', copies: 1, to: [{ count, batch: `g${round}` }] }),
    );
    for (const [name, each] of samples) points.get(name)!.push([count, figure(each).cpu]);
    for (const { page } of measured) await page.evaluate('bench.clear()');
  }
  const exponents = new Map([...points].map(([name, each]) => [name, growthExponent(each)]));
  const kit = exponents.get('kit')!;
  return [
    {
      title: 'growth of painting, exponent',
      measured:
        `${kit.toFixed(2)} (limit ${exponents.get('limit')!.toFixed(2)}); ` +
        points
          .get('kit')!
          .map(([count, cpu]) => `${count}: ${cpu.toFixed(1)} ms`)
          .join(', '),
      target: `≤ ${LIMIT}`,
      met: kit <= LIMIT,
    },
  ];
}
