/** A placeholder for missing pictures that makes components distinguishable. */
import type { ReactNode } from 'react';

/** A hash that spreads names evenly. Not cryptographic. */
const hash = (text: string): number => [...text].reduce((sum, char) => (sum * 31 + char.codePointAt(0)!) >>> 0, 7);

/** Blocks of a page in an 80 by 60 view box: x, y, width, height. */
const LAYOUTS: readonly (readonly (readonly [number, number, number, number])[])[] = [
  [
    [8, 10, 28, 40],
    [42, 12, 30, 5],
    [42, 21, 24, 3],
    [42, 27, 27, 3],
    [42, 40, 14, 8],
  ],
  [
    [8, 8, 40, 6],
    [8, 20, 19, 30],
    [31, 20, 19, 30],
    [54, 20, 18, 30],
  ],
  [
    [20, 12, 40, 6],
    [14, 24, 52, 3],
    [18, 30, 44, 3],
    [32, 40, 16, 8],
  ],
  [
    [8, 8, 64, 24],
    [8, 38, 30, 4],
    [8, 46, 22, 3],
    [50, 38, 22, 12],
  ],
  [
    [8, 10, 12, 12],
    [24, 12, 44, 3],
    [24, 18, 32, 3],
    [8, 34, 12, 12],
    [24, 36, 44, 3],
    [24, 42, 28, 3],
  ],
];

/** Layouts of blocks by their ids, as simplified shapes. */
const BLOCKS: Readonly<Record<string, (typeof LAYOUTS)[number]>> = Object.freeze({
  'block/paragraph': [10, 18, 26, 34, 42].map((y) => [12, y, y === 42 ? 30 : 56, 4] as const),
  'block/heading2': [[12, 25, 48, 10]],
  'block/heading3': [[12, 27, 36, 7]],
  'block/bullets': [14, 27, 40].flatMap((y) => [[12, y, 6, 6] as const, [24, y + 1, 44, 4] as const]),
  'block/numbers': [14, 27, 40].flatMap((y) => [[14, y, 3, 7] as const, [24, y + 1, 44, 4] as const]),
  'block/quote': [[12, 12, 4, 36], ...[16, 26, 36].map((y) => [24, y, 44, 4] as const)],
  'block/code': [
    [8, 8, 64, 44],
    [14, 16, 22, 4],
    [20, 25, 34, 4],
    [20, 34, 26, 4],
  ],
  'block/image': [
    [8, 8, 64, 44],
    [14, 14, 12, 12],
    [30, 30, 36, 16],
  ],
  'block/rule': [[8, 29, 64, 2]],
});

/** A single path for all blocks, since long lists draw many while scrolling. */
const pathOf = (blocks: (typeof LAYOUTS)[number]): string =>
  blocks.map(([x, y, width, height]) => `M${x} ${y}h${width}v${height}h${-width}z`).join('');

/** @param props.id selects a specific drawing */
export function Drawing({ name, id = '' }: { readonly name: string; readonly id?: string }): ReactNode {
  const layout = BLOCKS[id];
  const number = layout ? 0 : hash(name);
  const blocks = layout ?? LAYOUTS[number % LAYOUTS.length]!;
  return (
    <svg className={`drawing drawing--${Math.floor(number / 7) % 6}`} viewBox="0 0 80 60" aria-hidden="true">
      <path className="drawing__main" d={pathOf(blocks.slice(0, 1))} />
      <path className="drawing__block" d={pathOf(blocks.slice(1))} />
    </svg>
  );
}
