/** Detects the type of a file by its content. File names and headers are not trusted. */

export type MediaKind = 'picture' | 'drawing' | 'font' | 'other';

export interface DetectedType {
  /** Content type; undefined if unknown. */
  readonly type: string | undefined;
  readonly kind: MediaKind;
  /** For messages: `a PNG picture`. */
  readonly name: string;
}

/** Number of bytes that suffice for detection. */
export const DETECTION_BYTES = 2048;

interface Signature extends DetectedType {
  /** Bytes at the start as Latin-1; a dot of the pattern is any byte. */
  readonly pattern: RegExp;
}

const signature = (pattern: RegExp, kind: MediaKind, type: string, name: string): Signature =>
  Object.freeze({ pattern, kind, type, name });

/* eslint-disable no-control-regex -- signatures are bytes */
const SIGNATURES: readonly Signature[] = Object.freeze([
  signature(/^\xff\xd8\xff/s, 'picture', 'image/jpeg', 'a JPEG picture'),
  signature(/^\x89PNG\r\n\x1a\n/s, 'picture', 'image/png', 'a PNG picture'),
  signature(/^GIF8[79]a/s, 'picture', 'image/gif', 'a GIF picture'),
  signature(/^RIFF....WEBP/s, 'picture', 'image/webp', 'a WebP picture'),
  signature(/^\0\0..ftyp(?:avif|avis)/s, 'picture', 'image/avif', 'an AVIF picture'),
  signature(/^\0\0.[\x10-\xff]ftyp(?:mif1|msf1)....(?:....){0,6}avi[fs]/s, 'picture', 'image/avif', 'an AVIF picture'),
  signature(/^wOF2/s, 'font', 'font/woff2', 'a WOFF2 font'),
  signature(/^wOFF/s, 'font', 'font/woff', 'a WOFF font'),
  signature(/^(?:\0\x01\0\0|true)\0/s, 'font', 'font/ttf', 'a TrueType font'),
  signature(/^OTTO\0/s, 'font', 'font/otf', 'an OpenType font'),
  signature(/^\0\0\x01\0[^\0]/s, 'other', 'image/x-icon', 'an icon'),
  signature(/^BM.{4}\0\0\0\0/s, 'other', 'image/bmp', 'a BMP picture'),
  signature(/^(?:II\*\0|MM\0\*)/s, 'other', 'image/tiff', 'a TIFF picture'),
  signature(/^\0\0..ftyp(?:hei[cfmsx]|hev[cx]|mif1|msf1)/s, 'other', 'image/heic', 'a HEIC picture'),
  signature(/^(?:\xff\x0a|\0\0\0\x0cJXL )/s, 'other', 'image/jxl', 'a JPEG XL picture'),
  signature(/^\0\0\0\x0cjP {2}/s, 'other', 'image/jp2', 'a JPEG 2000 picture'),
  signature(/^8BPS/s, 'other', 'image/vnd.adobe.photoshop', 'a Photoshop file'),
  signature(/^....ftyp/s, 'other', 'video/mp4', 'a video'),
  signature(/^\x1aE\xdf\xa3/s, 'other', 'video/webm', 'a video'),
  signature(/^%PDF-/s, 'other', 'application/pdf', 'a PDF document'),
  signature(/^%!PS/s, 'other', 'application/postscript', 'a PostScript document'),
  signature(/^PK[\x03\x05]/s, 'other', 'application/zip', 'an archive'),
  signature(/^\x1f\x8b/s, 'other', 'application/gzip', 'an archive'),
  signature(/^(?:MZ|\x7fELF)/s, 'other', 'application/octet-stream', 'a program'),
]);
/* eslint-enable no-control-regex */

/** Comments, declarations and white space before the first element. */
const PROLOGUE = /^(?:\s+|<!--[^]*?-->|<\?[^>]*\?>|<!doctype\s+svg[^>[]*(?:\[[^\]]*\])?\s*>)/i;

/** Detects the type of a file from its first bytes. */
export function detectType(bytes: Uint8Array): DetectedType {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, DETECTION_BYTES));
  const latin = start.toString('latin1');
  const match = SIGNATURES.find(({ pattern }) => pattern.test(latin));
  if (match) return { type: match.type, kind: match.kind, name: match.name };
  let text = start.toString('utf8').replace(/^\ufeff/, '');
  for (let prologue = PROLOGUE.exec(text); prologue; prologue = PROLOGUE.exec(text))
    text = text.slice(prologue[0].length);
  if (/^<svg[\s>/]/i.test(text)) return { type: 'image/svg+xml', kind: 'drawing', name: 'an SVG drawing' };
  if (/^<(?:!doctype|[a-z!?])/i.test(text))
    return { type: 'text/html', kind: 'other', name: 'an HTML or XML document' };
  if (start.byteLength === 0) return { type: undefined, kind: 'other', name: 'empty' };
  return { type: undefined, kind: 'other', name: 'of no known type' };
}
