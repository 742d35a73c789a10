/** Reads the properties of a picture from its header. Nothing is decoded before its size is known to be within the limits. */
import sharp, { type Metadata } from 'sharp';
import { formatSize } from '../../lib/limits.js';
import { BadInputError } from '../../lib/domain-error.js';
import type { PictureLimits } from './limits.js';
import { detectType } from './detect-type.js';

/** Allows only these decoders: libvips has others, for formats that run code or read files. */
const DECODERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: DECODERS });

export type Family = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

export interface Picture {
  readonly bytes: Uint8Array;
  readonly family: Family;
  /** Size as displayed, after the EXIF orientation is applied. */
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
}

const FAMILIES: Readonly<Partial<Record<string, Family>>> = Object.freeze({
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/avif': 'avif',
});

/**
 * Reads a picture's header.
 * @throws BadInputError if the file is not a picture, or exceeds the limits.
 */
export async function inspect(bytes: Uint8Array, limits: PictureLimits): Promise<Picture> {
  if (bytes.byteLength > limits.bytes) throw tooManyBytes(limits);
  const { type, name } = detectType(bytes);
  const family = type === undefined ? undefined : FAMILIES[type];
  if (!family) throw refused(`The file is ${name}; pictures are JPEG, PNG, GIF, WebP or AVIF.`);
  const isAnimatable = family === 'gif' || family === 'webp';
  const header = await headerOf(bytes, isAnimatable, name);
  const format = header.format === 'heif' && header.compression === 'av1' ? 'avif' : header.format;
  if (format !== family) throw refused(`The file begins like ${name} but its content is ${header.format}.`);
  const frames = isAnimatable ? (header.pages ?? 1) : 1;
  // For an animation, `height` is the sum of all frames.
  const height = header.pageHeight ?? header.height;
  if (frames > limits.frames) throw refused(`The picture has ${frames} frames; the most is ${limits.frames}.`);
  const side = Math.max(header.width, height);
  if (side > limits.side)
    throw refused(`The picture is ${header.width} x ${height} pixels; the longest side may have ${limits.side}.`);
  const pixels = header.width * height * frames;
  if (pixels > limits.pixels)
    throw refused(`The picture has ${pixels} pixels in all its frames; the most is ${limits.pixels}.`);
  const isRotated = (header.orientation ?? 1) >= 5;
  return {
    bytes,
    family,
    width: isRotated ? height : header.width,
    height: isRotated ? header.width : height,
    animated: frames > 1,
  };
}

async function headerOf(bytes: Uint8Array, animated: boolean, name: string): Promise<Metadata> {
  try {
    // The error of sharp's own limit would say less than ours.
    return await sharp(bytes, { animated, limitInputPixels: false }).metadata();
  } catch (error) {
    throw unreadable(error, name);
  }
}

/** The argument of an upload that these errors are about. */
export const refused = (message: string): BadInputError => new BadInputError(message, 'bytes');

export const tooManyBytes = ({ bytes }: PictureLimits): BadInputError =>
  refused(`The file is larger than ${formatSize(bytes)}, which is the most.`);

export const unreadable = (error: unknown, name: string): BadInputError => {
  const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error);
  return refused(`The file begins like ${name} but its content is not valid: ${reason}`);
};
