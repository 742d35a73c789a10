/** Statistics of measurements. */

function quantile(values: readonly number[], at: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const position = (sorted.length - 1) * at;
  const low = sorted[Math.floor(position)] ?? NaN;
  const high = sorted[Math.ceil(position)] ?? NaN;
  return low + (high - low) * (position % 1);
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** The lower quartile: a quarter of the values is below it. */
export const lowQuartile = (values: readonly number[]): number => quantile(values, 0.25);

/** Half the interquartile range, relative to the median: how much rounds vary. */
export const spread = (values: readonly number[]): number =>
  (quantile(values, 0.75) - quantile(values, 0.25)) / 2 / median(values);

/** Slope of the least-squares line through the logarithms, which is the exponent of growth. */
export function growthExponent(points: readonly (readonly [size: number, cost: number])[]): number {
  const logs = points.map(([size, cost]) => [Math.log(size), Math.log(cost)] as const);
  const mean = (at: 0 | 1): number => logs.reduce((sum, point) => sum + point[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const over = logs.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return over / logs.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

/** The element with the largest figure. */
export const worstOf = <T>(all: readonly T[], figure: (each: T) => number): T =>
  all.reduce((worst, each) => (figure(each) > figure(worst) ? each : worst));
