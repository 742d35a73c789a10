/**
 * Session tokens: signed claims that hold for an hour at most, so that nothing about them is kept; one that a token gave
 * ends with that token. Written `fs1.{claims}.{signature}`: base64url of compact JSON, then of its HMAC-SHA-256 under the
 * host's signing key.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { BadInputError } from '../lib/domain-error.js';
import { checkDisplayName, isDisplayName } from '../validation/check-input.js';
import { type Role, ROLES } from './roles.js';

export interface SessionClaims {
  /** The library it is for; undefined for every library. */
  readonly library?: string | undefined;
  readonly role: Role;
  /** Id of the token that gave it, without which it does not hold; undefined for one that the signing key's owner signed. */
  readonly madeBy?: string | undefined;
  /** Name shown in histories; 1 to 200 characters. */
  readonly name: string;
  /**
   * Whose session it is, for who gave it; 1 to 200 characters. Sessions of one subject share rates, presence and idempotency
   * keys. Without it the session is like no other, whatever its name.
   */
  readonly subject?: string | undefined;
  /** Milliseconds since 1970; an hour after `notBefore` at most. Kept in whole seconds. */
  readonly expiresAt: number;
  /** From when it holds; the present by default. */
  readonly notBefore?: number | undefined;
}

export interface Session extends Omit<SessionClaims, 'notBefore'> {
  readonly subject: string;
}

export const SESSION_PREFIX = 'fs1.';
export const SESSION_SECONDS = 3600;
/** Clocks of a page's backend and of the host may differ by this much. */
const CLOCK_SKEW_SECONDS = 30;
/** A longer text is no session of ours. */
const MAX_CHARACTERS = 2048;

/**
 * A session token. A page's backend that has the signing key signs its editors' tokens by itself.
 * @throws BadInputError for claims that no host would accept.
 */
export function signSession(signingKey: Uint8Array, claims: SessionClaims, now: number = Date.now()): string {
  const { library, role, madeBy, name, subject = randomUUID(), expiresAt, notBefore = now } = claims;
  if (!ROLES.includes(role)) throw new BadInputError(`role "${role}" is none of ${ROLES.join(', ')}.`, 'role');
  checkDisplayName('name', name);
  checkDisplayName('subject', subject);
  if (library === '') throw new BadInputError('library is empty.', 'library');
  const from = Math.floor(notBefore / 1000);
  const to = Math.floor(expiresAt / 1000);
  if (!(to > from && to - from <= SESSION_SECONDS)) {
    const seconds = to - from;
    throw new BadInputError(
      `A session of ${seconds} s cannot be; it holds for 1 to ${SESSION_SECONDS} s.`,
      'expiresAt',
    );
  }
  const payload: Payload = { l: library, r: role, m: madeBy, n: name, s: subject, f: from, t: to };
  const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
  return `${SESSION_PREFIX}${text}.${sign(signingKey, text).toString('base64url')}`;
}

/** What a session token says; undefined for one that is not ours, was changed, is not valid yet, or is over. */
export function readSession(signingKey: Uint8Array, token: string, now: number): Session | undefined {
  if (!token.startsWith(SESSION_PREFIX) || token.length > MAX_CHARACTERS) return undefined;
  const [text, signature, ...rest] = token.slice(SESSION_PREFIX.length).split('.');
  if (!text || !signature || rest.length > 0) return undefined;
  const expected = sign(signingKey, text);
  const given = Buffer.from(signature, 'base64url');
  // Lengths are no secret; timingSafeEqual throws where they differ.
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { l: library, r: role, m: madeBy, n: name, s, f: from, t: to } = JSON.parse(fromBase64(text)) as Payload;
  // Whoever holds the key may have signed with other code: the host's rules hold all the same.
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || to - from > SESSION_SECONDS) return undefined;
  const subject = s ?? createHash('sha256').update(token).digest('base64url');
  if (!ROLES.includes(role) || !isDisplayName(name) || !isDisplayName(subject)) return undefined;
  if ([library, madeBy].some((each) => each !== undefined && typeof each !== 'string')) return undefined;
  const seconds = now / 1000;
  if (seconds >= to || seconds < from - CLOCK_SKEW_SECONDS) return undefined;
  return { library, role, madeBy, name, subject, expiresAt: to * 1000 };
}

interface Payload {
  readonly l: string | undefined;
  readonly r: Role;
  readonly m: string | undefined;
  readonly n: string;
  /** Missing in sessions of earlier versions: each is a subject of its own. */
  readonly s?: string;
  /** From and to, in seconds since 1970. */
  readonly f: number;
  readonly t: number;
}

const sign = (key: Uint8Array, text: string): Buffer =>
  createHmac('sha256', key).update(`${SESSION_PREFIX}${text}`).digest();

const fromBase64 = (text: string): string => Buffer.from(text, 'base64url').toString('utf8');
