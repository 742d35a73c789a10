/** Limits of uploads and fetched files. */
import type { LimitTable } from '../../lib/limits.js';

export const PICTURE_LIMITS = Object.freeze({
  bytes: 15 * 1024 * 1024,
  /** All frames of an animation together. */
  pixels: 50_000_000,
  /** Width and height. */
  side: 12_000,
  frames: 100,
  /** Pictures that are processed concurrently. */
  concurrency: 2,
  /** Maximum queued pictures; more are rejected. */
  waiting: 16,
  /** Time limit per picture, counted from the start of its processing. */
  milliseconds: 60_000,
});

export type PictureLimits = LimitTable<typeof PICTURE_LIMITS>;

/** Widths of the variants, besides the picture's own width. */
export const WIDTHS: readonly number[] = Object.freeze([320, 640, 960, 1280, 1920]);

/** Limits of a screenshot. They allow 1401 x 2000 pixels at a scale of 2.5. */
export const THUMBNAIL_LIMITS: PictureLimits = Object.freeze({
  ...PICTURE_LIMITS,
  bytes: 5 * 1024 * 1024,
  pixels: 20_000_000,
  side: 6_000,
  concurrency: 1,
  milliseconds: 20_000,
});

/** Maximum size of a thumbnail: scaled to this width at most, and cropped to this height. */
export const THUMBNAIL = Object.freeze({ width: 800, height: 2000, quality: 60 });
