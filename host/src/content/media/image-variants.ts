/** Encodes a picture in the sizes and types that pages request. Only its pixels are kept, not its metadata. */
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import type { MediaVariant } from '../model.js';
import { type Family, type Picture, refused, unreadable } from './inspect-image.js';
import { type PictureLimits, WIDTHS } from './limits.js';
import { detectType } from './detect-type.js';

export interface Variant extends Omit<MediaVariant, 'path' | 'bytes'> {
  readonly extension: string;
  readonly bytes: Buffer;
}

/** Decoded pixels and the options to read them. */
interface Source {
  readonly input: Uint8Array;
  readonly options: SharpOptions;
  readonly width: number;
}

type Encode = (picture: Sharp) => Sharp;

// Higher efforts cost more time than they save bytes.
const ENCODERS: Readonly<Record<Family, { extension: string; encode: Encode }>> = Object.freeze({
  jpeg: { extension: 'jpg', encode: (picture: Sharp) => picture.jpeg({ quality: 80, progressive: true }) },
  png: { extension: 'png', encode: (picture: Sharp) => picture.png({ compressionLevel: 8 }) },
  gif: { extension: 'gif', encode: (picture: Sharp) => picture.gif({ effort: 3 }) },
  webp: { extension: 'webp', encode: (picture: Sharp) => picture.webp({ quality: 78, effort: 2 }) },
  avif: { extension: 'avif', encode: (picture: Sharp) => picture.avif({ quality: 52, effort: 1 }) },
});

/**
 * The variants, largest first. For each width, the picture's own type is first. Animations are not encoded as AVIF,
 * because the encoder supports single pictures only.
 * @throws BadInputError if the picture cannot be decoded, or takes too long.
 */
export async function makeVariants(picture: Picture, limits: PictureLimits): Promise<Variant[]> {
  const deadline = createDeadline(limits.milliseconds);
  const families = familiesOf(picture);
  const widths = [...new Set([picture.width, ...WIDTHS.filter((width) => width < picture.width)])].sort(
    (a, b) => b - a,
  );
  const variants: Variant[] = [];
  let source = fileSource(picture, limits);
  try {
    for (const width of widths) {
      const height = Math.max(1, Math.round((picture.height * width) / picture.width));
      // Smaller sizes are made from the largest usual one. Decoding the file for each would take most of the time.
      if (!picture.animated && source.input === picture.bytes && width <= LARGEST_USUAL)
        source = await decode(source, width, height, deadline);
      for (const family of families) variants.push(await encode(source, family, width, height, deadline));
    }
  } catch (error) {
    if (isTimeout(error)) throw refused(`The picture took longer than ${limits.milliseconds} ms to make smaller.`);
    throw error instanceof Error && source.input === picture.bytes
      ? unreadable(error, detectType(picture.bytes).name)
      : error;
  }
  return variants;
}

const LARGEST_USUAL = Math.max(...WIDTHS);

const familiesOf = ({ family, animated }: Picture): Family[] => [
  ...new Set<Family>(animated ? [family, 'webp'] : [family, 'webp', 'avif']),
];

function fileSource({ bytes, animated, width }: Picture, { pixels }: PictureLimits): Source {
  return {
    input: bytes,
    options: { animated, limitInputPixels: pixels, failOn: 'error', sequentialRead: true },
    width,
  };
}

async function decode(source: Source, width: number, height: number, deadline: Deadline): Promise<Source> {
  const { data, info } = await resize(source, width, height, deadline)
    .toColorspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { input: data, options: { raw: { width: info.width, height: info.height, channels: info.channels } }, width };
}

async function encode(
  source: Source,
  family: Family,
  width: number,
  height: number,
  deadline: Deadline,
): Promise<Variant> {
  const { extension, encode } = ENCODERS[family];
  const bytes = await encode(resize(source, width, height, deadline)).toBuffer();
  return { width, height, type: `image/${family}`, extension, bytes };
}

/** Rotates by the EXIF orientation and scales. Color profiles are applied; all other metadata is dropped. */
const resize = ({ input, options }: Source, width: number, height: number, deadline: Deadline): Sharp =>
  sharp(input, options).autoOrient().resize({ width, height, fit: 'fill' }).timeout({ seconds: deadline() });

/** Returns the remaining seconds, at least one. */
type Deadline = () => number;

class Timeout extends Error {}

function createDeadline(milliseconds: number): Deadline {
  const end = performance.now() + milliseconds;
  return () => {
    const remaining = end - performance.now();
    if (remaining <= 0) throw new Timeout();
    return Math.ceil(remaining / 1000);
  };
}

const isTimeout = (error: unknown): boolean =>
  error instanceof Timeout || (error instanceof Error && /^timeout:/.test(error.message));
