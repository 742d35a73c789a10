import type { IncomingHttpHeaders } from 'node:http';
import { parseHttpDate } from './dates.js';

/** The validators of a response. */
export interface Validators {
  readonly etag: string;
  /** Milliseconds, rounded down to seconds like an HTTP date. */
  readonly lastModified: number;
}

/** Returns 304, 412, or undefined to continue, in the order of RFC 9110, 13.2.2, for GET and HEAD. */
export function evaluate(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): 304 | 412 | undefined {
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, etag, compareStrong)) return 412;
  } else {
    const since = parseHttpDate(headers['if-unmodified-since']);
    if (since !== undefined && lastModified > since) return 412;
  }

  // An ETag is more precise than a date, so the date is ignored if both are sent.
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) return matches(ifNoneMatch, etag, compareWeak) ? 304 : undefined;
  const since = parseHttpDate(headers['if-modified-since']);
  return since !== undefined && lastModified <= since ? 304 : undefined;
}

/** Whether a range of the current content may be sent. Otherwise the client gets all of it. */
export function isRangeCurrent(ifRange: string | undefined, validators: Validators, now: number): boolean {
  if (ifRange === undefined) return true;
  const value = ifRange.trim();
  if (value.startsWith('"') || value.startsWith('W/')) return compareStrong(value, validators.etag);
  // A date within the last second is ambiguous, because content may change twice in a second.
  const date = parseHttpDate(value);
  return date !== undefined && date === validators.lastModified && now - validators.lastModified >= 1000;
}

type Comparison = (clientTag: string, hostTag: string) => boolean;

// The host's ETags are never weak, so a weak one of the client never matches.
const compareStrong: Comparison = (clientTag, hostTag) => clientTag === hostTag;

const compareWeak: Comparison = (clientTag, hostTag) => clientTag.replace(/^W\//, '') === hostTag.replace(/^W\//, '');

function matches(list: string, etag: string, compare: Comparison): boolean {
  if (list.trim() === '*') return true;
  return (list.match(ENTITY_TAG) ?? []).some((candidate) => compare(candidate, etag));
}

// ETags may contain commas, so the list is not split at them.
const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
