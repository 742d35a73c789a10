/** Bounds of what is uploaded and fetched. */
import type { LimitTable } from '../../lib/limits.js';

export const PICTURE_LIMITS = Object.freeze({
  bytes: 15 * 1024 * 1024,
  /** All frames of an animation together. */
  pixels: 50_000_000,
  /** Width and height. */
  side: 12_000,
  frames: 100,
  /** Pictures that are worked on at once. */
  concurrency: 2,
  /** Pictures that wait for that; further ones are refused. */
  waiting: 16,
  /** For one picture, from when its turn has come. */
  milliseconds: 60_000,
});

export type PictureLimits = LimitTable<typeof PICTURE_LIMITS>;

/** Widths that variants are made in, besides the picture's own. */
export const WIDTHS: readonly number[] = Object.freeze([320, 640, 960, 1280, 1920]);

/** What a screenshot may be. One of 1401 x 2000 at two and a half times its size is below that. */
export const THUMBNAIL_LIMITS: PictureLimits = Object.freeze({
  ...PICTURE_LIMITS,
  bytes: 5 * 1024 * 1024,
  pixels: 20_000_000,
  side: 6_000,
  concurrency: 1,
  milliseconds: 20_000,
});

/** What a thumbnail is made into: as wide as this at most, and the rest below this height cut off. */
export const THUMBNAIL = Object.freeze({ width: 800, height: 2000, quality: 60 });
