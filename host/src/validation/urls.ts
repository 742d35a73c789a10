/** Addresses as a browser reads them: entities are decoded by the parser, the rest here. */
import { LINK_SCHEMES, RUNNING_SCHEMES } from './policy.js';

// Browsers drop control characters and spaces at the edges, and line breaks and tabs anywhere; some did more, so
// every control character goes, and every kind of space at the start.
// eslint-disable-next-line no-control-regex -- exactly those
const IGNORED = /[\u0000-\u001f\u007f-\u009f\u00ad]|^[\s\u180e\u200b-\u200f\u2028-\u202f\u2060\ufeff]+/g;

/** The address without what browsers ignore in it. */
export function readAddress(text: string): string {
  let before: string;
  let after = text;
  do {
    before = after;
    after = before.replace(IGNORED, '');
  } while (after !== before);
  return after.trim();
}

/** Lower-case scheme; undefined for a relative address. */
export const schemeOf = (address: string): string | undefined =>
  /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();

/** Whether an address leads away from the page's own origin, or may do so. */
export const isElsewhere = (address: string): boolean => schemeOf(address) !== undefined || /^[/\\]{2}/.test(address);

const PICTURE_DATA = /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i;

/** What an address is used for: to follow or show, to show as a picture, to show as a document. */
export type UrlUse = 'link' | 'picture' | 'frame';

/** Why an address may not be used so; undefined when it may. */
export function addressProblem(text: string, use: UrlUse): string | undefined {
  const address = readAddress(text);
  const scheme = schemeOf(address);
  if (scheme === undefined) return undefined;
  if (use === 'picture' && PICTURE_DATA.test(address)) return undefined;
  if (RUNNING_SCHEMES.has(scheme)) return `holds an address of the scheme '${scheme}:', which can run code`;
  if (use === 'frame' && scheme !== 'http' && scheme !== 'https')
    return `holds an address of the scheme '${scheme}:'; only http: and https: are shown in a frame`;
  if (LINK_SCHEMES.has(scheme) || scheme.startsWith('web+')) return undefined;
  return `holds an address of the scheme '${scheme}:', which is not known to be harmless`;
}

/** The same for an address that may also be a name, such as `library/component` or `localhost:3333`. */
export function runningProblem(text: string): string | undefined {
  const scheme = schemeOf(readAddress(text));
  return scheme !== undefined && RUNNING_SCHEMES.has(scheme)
    ? `holds an address of the scheme '${scheme}:', which can run code`
    : undefined;
}

/** The addresses of a srcset, without their sizes. */
export const addressesOf = (srcset: string): string[] =>
  srcset
    .split(/\s+/)
    .map((word) => word.replace(/^,+|,+$/g, ''))
    .filter((word) => word !== '' && !/^[\d.]+[wxh]$/.test(word));
