/** Text contrast: colors in the syntax of Chromium, blended, compared with known WCAG ratios. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { colorOf, contrastOf, blendOver, gradientColors } from '../../frontend/src/editor/ui/lint/contrast/color';
import { layerOf, lowestContrast } from '../../frontend/src/editor/ui/lint/contrast/layers';

const color = (text: string) => colorOf(text)!;
const WHITE = color('rgb(255, 255, 255)');
const near = (actual: number, wanted: number, about = 0.02): void =>
  assert.ok(Math.abs(actual - wanted) <= about, `${actual} is not ${wanted}`);

for (const [one, other, ratio] of [
  ['rgb(0, 0, 0)', 'rgb(255, 255, 255)', 21],
  ['rgb(118, 118, 118)', 'rgb(255, 255, 255)', 4.54],
  ['rgb(119, 119, 119)', 'rgb(255, 255, 255)', 4.48],
  ['rgb(255, 0, 0)', 'rgb(255, 255, 255)', 4],
  ['oklch(0.627955 0.257683 29.2339)', 'rgb(255, 255, 255)', 4],
  ['lab(54.2917 80.8125 69.8851)', 'rgb(255, 255, 255)', 4],
  ['color(srgb 1 0 0)', 'color(srgb 1 1 1)', 4],
  ['color(srgb 0.5 0.5 0.5)', 'color(srgb 1 1 1)', 3.98],
  ['color(display-p3 1 0 0)', 'rgb(255, 255, 255)', 4],
  ['oklab(0.5 none none)', 'rgb(255, 255, 255)', 6],
] as const)
  test(`${one} on ${other}`, () => near(contrastOf(color(one), color(other)), ratio));

test('translucent colors are blended like on a screen', () => {
  assert.deepEqual(
    blendOver(color('rgba(0, 0, 0, 0.5)'), WHITE).rgb.map((value) => Math.round(value * 100)),
    [50, 50, 50],
  );
  assert.equal(blendOver(color('rgba(1, 2, 3, 0)'), color('rgba(0, 0, 0, 0)')).alpha, 0);
  assert.equal(blendOver(color('color(srgb 1 0 0 / 0.5)'), color('oklch(0.5 0 0 / 0.5)')).alpha, 0.75);
});

test('all colors of a gradient are found, in any color syntax', () => {
  const stops = gradientColors(
    'radial-gradient(circle at 20% 30%, rgb(1, 2, 3) 0%, rgba(4, 5, 6, 0.5) calc(10% + 2px), oklch(0.7 0.1 20 / 0.3), color(srgb 0.1 0.2 0.3) 90%, #fff)',
  );
  assert.deepEqual(
    stops.map(({ alpha }) => alpha),
    [1, 0.5, 0.3, 1, 1],
  );
});

type Style = Parameters<typeof layerOf>[0];
const layer = (style: object) => layerOf(style as unknown as Style);
const lowest = (text: string, ...styles: Record<string, string>[]): number =>
  lowestContrast(
    styles.map((style) => layer(style)!),
    color(text),
    WHITE,
  );

test('contrast considers alpha, opacity, and the worst stops of overlapping gradients', () => {
  near(lowest('rgb(0, 0, 0)'), 21);
  near(lowest('rgb(0, 0, 0)', { backgroundColor: 'rgb(0, 0, 0)' }), 1);
  near(lowest('rgb(255, 255, 255)', { backgroundColor: 'rgba(0, 0, 0, 0.5)' }), 3.98, 0.05);
  near(lowest('rgba(0, 0, 0, 0.5)', {}), 3.98, 0.05);
  // At half opacity, the background of the page counts half.
  near(lowest('rgb(255, 255, 255)', { backgroundColor: 'rgb(0, 0, 0)', opacity: '0.5' }), 3.98, 0.05);
  near(lowest('rgb(0, 0, 0)', { backgroundColor: 'rgb(0, 0, 0)' }, { backgroundColor: 'rgb(255, 255, 255)' }), 21);
  near(
    lowest('rgb(0, 0, 0)', {
      backgroundColor: 'rgb(0, 0, 0)',
      backgroundImage: 'linear-gradient(90deg, rgb(255, 255, 255), rgb(118, 118, 118))',
    }),
    4.62,
    0.05,
  );
  near(
    lowest('rgb(0, 0, 0)', {
      backgroundImage:
        'linear-gradient(rgba(255, 255, 255, 0), rgba(255, 255, 255, 0)), linear-gradient(rgb(0, 0, 0), rgb(255, 255, 255))',
    }),
    1,
  );
});

test('images, filters and clipped text have no known contrast', () => {
  for (const style of [
    { backgroundImage: 'url("a.png")' },
    { backgroundImage: 'linear-gradient(rgb(0, 0, 0), rgb(0, 0, 0)), url("a.png")' },
    { filter: 'blur(2px)' },
    { mixBlendMode: 'multiply' },
    { backgroundImage: 'linear-gradient(rgb(0, 0, 0), rgb(0, 0, 0))', webkitBackgroundClip: 'text' },
  ])
    assert.equal(layer(style), undefined, JSON.stringify(style));
});
