import type { IncomingHttpHeaders } from 'node:http';
import { parseHttpDate } from './dates.js';

/** What a client may compare with. */
export interface Validators {
  readonly etag: string;
  /** Milliseconds, cut to whole seconds: an HTTP date holds no more. */
  readonly lastModified: number;
}

/** 304 or 412, or undefined to go on; in the order of RFC 9110, 13.2.2, for GET and HEAD. */
export function evaluate(headers: IncomingHttpHeaders, { etag, lastModified }: Validators): 304 | 412 | undefined {
  const ifMatch = headers['if-match'];
  if (ifMatch !== undefined) {
    if (!matches(ifMatch, etag, same)) return 412;
  } else {
    const since = parseHttpDate(headers['if-unmodified-since']);
    if (since !== undefined && lastModified > since) return 412;
  }

  // An ETag says more than a date, so where both are sent the date is not looked at.
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) return matches(ifNoneMatch, etag, sameOpaque) ? 304 : undefined;
  const since = parseHttpDate(headers['if-modified-since']);
  return since !== undefined && lastModified <= since ? 304 : undefined;
}

/** Whether a range may still be cut from what is here now; if not, the client gets the whole. */
export function isRangeCurrent(ifRange: string | undefined, validators: Validators, now: number): boolean {
  if (ifRange === undefined) return true;
  const value = ifRange.trim();
  if (value.startsWith('"') || value.startsWith('W/')) return same(value, validators.etag);
  // A date within the last second could stand for two different contents.
  const date = parseHttpDate(value);
  return date !== undefined && date === validators.lastModified && now - validators.lastModified >= 1000;
}

type Comparison = (theirs: string, ours: string) => boolean;

// Ours are never weak, so a weak one of theirs never equals one.
const same: Comparison = (theirs, ours) => theirs === ours;

const sameOpaque: Comparison = (theirs, ours) => theirs.replace(/^W\//, '') === ours.replace(/^W\//, '');

function matches(list: string, etag: string, compare: Comparison): boolean {
  if (list.trim() === '*') return true;
  return (list.match(ENTITY_TAG) ?? []).some((candidate) => compare(candidate, etag));
}

// Tags may hold commas, so the list is not split at them.
const ENTITY_TAG = /(?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"/g;
