/** URLs as browsers interpret them: the parser decodes entities, this module the rest. */
import { LINK_SCHEMES, RUNNING_SCHEMES } from './policy.js';

// Browsers drop control characters and spaces at the ends, and line breaks and tabs anywhere. Some dropped more, so all
// control characters are removed, and all kinds of spaces at the beginning.
// eslint-disable-next-line no-control-regex -- exactly those
const IGNORED = /[\u0000-\u001f\u007f-\u009f\u00ad]|^[\s\u180e\u200b-\u200f\u2028-\u202f\u2060\ufeff]+/g;

/** Removes what browsers ignore in a URL. */
export function readAddress(text: string): string {
  let before: string;
  let after = text;
  do {
    before = after;
    after = before.replace(IGNORED, '');
  } while (after !== before);
  return after.trim();
}

/** The scheme in lower case; undefined for a relative URL. */
export const schemeOf = (address: string): string | undefined =>
  /^([a-z][a-z0-9+.-]*):/i.exec(address)?.[1]?.toLowerCase();

/** Whether a URL leads, or may lead, away from the page's own origin. */
export const isElsewhere = (address: string): boolean => schemeOf(address) !== undefined || /^[/\\]{2}/.test(address);

const PICTURE_DATA = /^data:image\/(?:png|jpe?g|gif|webp|avif|svg\+xml|bmp|x-icon|vnd\.microsoft\.icon)[;,]/i;

/** The use of a URL: to follow it, to show it as a picture, or to show it as a document. */
export type UrlUse = 'link' | 'picture' | 'frame';

/** Why a URL must not be used; undefined if it may. */
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

/** Like `addressProblem`, for a value that may also be a name, such as `library/component` or `localhost:3333`. */
export function runningProblem(text: string): string | undefined {
  const scheme = schemeOf(readAddress(text));
  return scheme !== undefined && RUNNING_SCHEMES.has(scheme)
    ? `holds an address of the scheme '${scheme}:', which can run code`
    : undefined;
}

/** The URLs of a srcset, without their sizes. */
export const addressesOf = (srcset: string): string[] =>
  srcset
    .split(/\s+/)
    .map((part) => part.replace(/^,+|,+$/g, ''))
    .filter((part) => part !== '' && !/^[\d.]+[wxh]$/.test(part));
