/** Bounds of uploaded pictures. */
export interface PictureLimits {
  readonly bytes: number;
  /** All frames of an animation together. */
  readonly pixels: number;
  /** Width and height. */
  readonly side: number;
  readonly frames: number;
  /** Pictures that are worked on at once. */
  readonly concurrency: number;
  /** For one picture, from when its turn has come. */
  readonly milliseconds: number;
}

export const PICTURE_LIMITS: PictureLimits = Object.freeze({
  bytes: 15 * 1024 * 1024,
  pixels: 50_000_000,
  side: 12_000,
  frames: 100,
  concurrency: 2,
  milliseconds: 60_000,
});

/** Widths that variants are made in, besides the picture's own. */
export const WIDTHS: readonly number[] = Object.freeze([320, 640, 960, 1280, 1920]);
