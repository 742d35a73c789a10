/**
 * Session tokens: JSON Web Tokens (RFC 7519) that hold for an hour at most, so that nothing about them is kept; one that a
 * token gave ends with that token.
 */
import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { BadInputError } from '../lib/domain-error.js';
import { checkDisplayName, isDisplayName } from '../validation/check-input.js';
import { type Role, ROLES } from './roles.js';
import type { SigningKey } from './signing-key.js';

export interface SessionClaims {
  /** The library it is for; undefined for every library. */
  readonly library?: string | undefined;
  readonly role: Role;
  /** Id of the token that gave it, without which it does not hold; undefined for one that none gave. */
  readonly madeBy?: string | undefined;
  /** Name shown in histories; 1 to 200 characters. */
  readonly name: string;
  /**
   * Whose session it is, for who gave it; 1 to 200 characters. Sessions of one subject share rates, presence and idempotency
   * keys. Without it the session is like no other, whatever its name.
   */
  readonly subject?: string | undefined;
  /** The only origin whose pages may use it, as `auth/session-origin.ts` checks; undefined for any. */
  readonly origin?: string | undefined;
  /** Milliseconds since 1970; an hour after `notBefore` at most. Kept in whole seconds. */
  readonly expiresAt: number;
  /** From when it holds; the present by default. */
  readonly notBefore?: number | undefined;
  /**
   * When its library was created, as the database says: the session is for that library, and not for a later one of the same id.
   * Without it, the times tell.
   */
  readonly libraryCreatedAt?: number | undefined;
}

export interface Session extends Omit<SessionClaims, 'origin'> {
  readonly subject: string;
  readonly notBefore: number;
}

export const SESSION_SECONDS = 3600;
/** Clocks of hosts may differ by this much. */
export const CLOCK_SKEW_SECONDS = 30;
const ALGORITHM = 'HS256';
const ISSUER = 'feaas-host';
/** A longer text is no session of ours. */
const MAX_CHARACTERS = 4096;
const JWT = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

/** @throws BadInputError for claims that no host would accept. */
export async function signSession(key: SigningKey, claims: SessionClaims, now: number = Date.now()): Promise<string> {
  const { library, role, madeBy, name, subject = randomUUID(), expiresAt, notBefore = now, origin } = claims;
  const { libraryCreatedAt } = claims;
  if (!ROLES.includes(role))
    throw new BadInputError(`role "${role}" does not exist. Use one of ${ROLES.join(', ')}.`, 'role');
  checkDisplayName('name', name);
  checkDisplayName('subject', subject);
  if (library === '') throw new BadInputError('library is empty. Name one, or leave it out for all.', 'library');
  const from = Math.floor(notBefore / 1000);
  const to = Math.floor(expiresAt / 1000);
  if (!(to > from && to - from <= SESSION_SECONDS)) {
    const seconds = to - from;
    throw new BadInputError(
      `expiresAt makes a session of ${seconds} s; it must be 1 to ${SESSION_SECONDS} s.`,
      'expiresAt',
    );
  }
  return new SignJWT({ library, libraryCreatedAt, role, token: madeBy, name, origin })
    .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT', kid: key.id })
    .setIssuer(ISSUER)
    .setSubject(subject)
    .setNotBefore(from)
    .setExpirationTime(to)
    .sign(keyObjectOf(key));
}

/**
 * Whether a session is for the library of its id that there is now, and not for one that was deleted before. The clock of who signed
 * it may be late; what a host signs names the library instead.
 */
export const isForLibrary = (
  { libraryCreatedAt, notBefore }: Pick<Session, 'libraryCreatedAt' | 'notBefore'>,
  createdAt: number,
): boolean =>
  libraryCreatedAt === undefined
    ? notBefore >= Math.floor(createdAt / 1000 - CLOCK_SKEW_SECONDS) * 1000
    : libraryCreatedAt === createdAt;

/** Whether a secret is a session token by its form, rather than a bearer token. */
export const isSession = (secret: string): boolean => secret.length <= MAX_CHARACTERS && JWT.test(secret);

/** The id of the key that a session token says it is signed with; undefined for what is none. */
export function keyIdOf(token: string): string | undefined {
  try {
    return isSession(token) ? decodeProtectedHeader(token).kid : undefined;
  } catch {
    return undefined;
  }
}

/** What a session token says; undefined for one that is not ours, was changed, is not valid yet, or is over. */
export async function readSession(
  keys: readonly SigningKey[],
  token: string,
  now: number,
): Promise<Session | undefined> {
  const id = keyIdOf(token);
  const key = keys.find((each) => each.id === id);
  if (!key) return undefined;
  const claims = await verified(token, key, now);
  if (!claims) return undefined;
  const { sub: subject, nbf: from, exp: to, library, libraryCreatedAt, role, token: madeBy, name } = claims;
  // Whoever holds the key may have signed with other code: the host's rules hold all the same.
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || to! - from! > SESSION_SECONDS) return undefined;
  if (!ROLES.includes(role as Role) || !isDisplayName(name) || !isDisplayName(subject)) return undefined;
  if (!isTextOrNone(library) || !isTextOrNone(madeBy)) return undefined;
  if (libraryCreatedAt !== undefined && !isTime(libraryCreatedAt)) return undefined;
  // The tolerance is for its beginning only.
  if (now >= to! * 1000) return undefined;
  return {
    library,
    libraryCreatedAt,
    role: role as Role,
    madeBy,
    name,
    subject,
    notBefore: from! * 1000,
    expiresAt: to! * 1000,
  };
}

async function verified(token: string, key: SigningKey, now: number) {
  try {
    const { payload } = await jwtVerify(token, keyObjectOf(key), {
      ...{ algorithms: [ALGORITHM], typ: 'JWT', issuer: ISSUER },
      ...{ currentDate: new Date(now), clockTolerance: CLOCK_SKEW_SECONDS },
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value);

const isTextOrNone = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string';

/** jose remembers what it made of a key object. */
const keyObjects = new WeakMap<SigningKey, KeyObject>();
function keyObjectOf(key: SigningKey): KeyObject {
  const known = keyObjects.get(key);
  if (known) return known;
  const made = createSecretKey(key.secret);
  keyObjects.set(key, made);
  return made;
}
