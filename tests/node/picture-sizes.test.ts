/** Attributes of an image for a picture of the host: the smallest file type, in all widths. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sizesOf } from '../../frontend/src/editor/ui/pickers/sizes';
import type { PictureVariant } from '../../src/utils/gateway/catalog/catalog';

const variant = (width: number, type: string, bytes: number): PictureVariant => ({
  ...{ width, bytes, type: `image/${type}`, src: `/media/demo/a/${width}.${type}` },
});

const written = (variants: readonly PictureVariant[]): readonly (string | undefined)[] => {
  const { width, src } = variants[0]!;
  const { alt, srcset, ...rest } = sizesOf({
    ...{ id: 'demo/a', name: 'a', width, height: 1, src, variants, alt: 'A', author: 'Ann', createdAt: '' },
  });
  assert.deepEqual([alt, Object.keys(rest)], ['A', ['src']]);
  return [rest.src, srcset];
};

for (const [name, variants, expected] of [
  [
    'a photograph: WebP, with its own type where nothing else is read',
    [
      ...[variant(700, 'jpeg', 90), variant(700, 'webp', 60), variant(700, 'avif', 40)],
      ...[variant(320, 'jpeg', 30), variant(320, 'webp', 20), variant(320, 'avif', 10)],
    ],
    ['/media/demo/a/700.jpeg', '/media/demo/a/700.webp 700w, /media/demo/a/320.webp 320w'],
  ],
  [
    'plain colors, which are lighter as they are',
    [...[variant(700, 'png', 30), variant(700, 'webp', 60)], ...[variant(320, 'png', 30), variant(320, 'webp', 20)]],
    ['/media/demo/a/700.png', '/media/demo/a/700.png 700w, /media/demo/a/320.png 320w'],
  ],
  [
    'one width: no width is told',
    [variant(300, 'jpeg', 30), variant(300, 'webp', 20), variant(300, 'avif', 10)],
    ['/media/demo/a/300.jpeg', '/media/demo/a/300.webp'],
  ],
  [
    'one width that is lightest as it is',
    [variant(300, 'png', 10), variant(300, 'webp', 20)],
    ['/media/demo/a/300.png', undefined],
  ],
  ['one file', [variant(300, 'webp', 30)], ['/media/demo/a/300.webp', undefined]],
] as const)
  test(name, () => assert.deepEqual(written(variants), expected));
