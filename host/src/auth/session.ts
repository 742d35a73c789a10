/**
 * Session tokens: JSON Web Tokens (RFC 7519) that are valid for at most an hour, so that they need not be stored. A
 * session ends with the token that created it.
 */
import { createSecretKey, type KeyObject, randomUUID } from 'node:crypto';
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose';
import { BadInputError } from '../lib/domain-error.js';
import { checkDisplayName, isDisplayName } from '../validation/check-input.js';
import { type Role, ROLES } from './roles.js';
import type { SigningKey } from './signing-key.js';

export interface SessionClaims {
  /** The session's library; undefined for all libraries. */
  readonly library?: string | undefined;
  readonly role: Role;
  /** Id of the token that created it and on which it depends; undefined if none did. */
  readonly madeBy?: string | undefined;
  /** Name shown in histories; 1 to 200 characters. */
  readonly name: string;
  /**
   * Identifies the user, as defined by the creator; 1 to 200 characters. Sessions of one subject share rate limits,
   * presence and idempotency keys. By default, the subject is unique.
   */
  readonly subject?: string | undefined;
  /** The only origin whose pages may use it, checked by `auth/session-origin.ts`; undefined for any. */
  readonly origin?: string | undefined;
  /** Milliseconds since 1970, rounded to seconds; at most an hour after `notBefore`. */
  readonly expiresAt: number;
  /** Start of its validity in milliseconds since 1970; now by default. */
  readonly notBefore?: number | undefined;
  /**
   * When its library was created, so that the session is not valid for a later library of the same id. Without it,
   * `notBefore` decides.
   */
  readonly libraryCreatedAt?: number | undefined;
}

export interface Session extends Omit<SessionClaims, 'origin'> {
  readonly subject: string;
  readonly notBefore: number;
}

export const SESSION_SECONDS = 3600;
/** Tolerated difference between the clocks of hosts. */
export const CLOCK_SKEW_SECONDS = 30;
const ALGORITHM = 'HS256';
const ISSUER = 'feaas-host';
/** Longer texts are not sessions of this host. */
const MAX_CHARACTERS = 4096;
const JWT = /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/;

/** @throws BadInputError for claims that hosts would reject. */
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
 * Whether a session is for the current library of its id, and not for a deleted one. Hosts sign the library's creation
 * time. Other programs may omit it; then `notBefore` decides, with a tolerance for slow clocks.
 */
export const isForLibrary = (
  { libraryCreatedAt, notBefore }: Pick<Session, 'libraryCreatedAt' | 'notBefore'>,
  createdAt: number,
): boolean =>
  libraryCreatedAt === undefined
    ? notBefore >= Math.floor(createdAt / 1000 - CLOCK_SKEW_SECONDS) * 1000
    : libraryCreatedAt === createdAt;

/** Whether a secret has the form of a session token, rather than of a bearer token. */
export const isSession = (secret: string): boolean => secret.length <= MAX_CHARACTERS && JWT.test(secret);

/** The id of the key in a session token's header; undefined for other texts. */
export function keyIdOf(token: string): string | undefined {
  try {
    return isSession(token) ? decodeProtectedHeader(token).kid : undefined;
  } catch {
    return undefined;
  }
}

/** Verifies and reads a session token. Undefined if it is foreign, changed, not valid yet, or expired. */
export async function readSession(
  keys: readonly SigningKey[],
  token: string,
  now: number,
): Promise<Session | undefined> {
  const id = keyIdOf(token);
  const key = keys.find((each) => each.id === id);
  if (!key) return undefined;
  const claims = await verify(token, key, now);
  if (!claims) return undefined;
  const { sub: subject, nbf: from, exp: to, library, libraryCreatedAt, role, token: madeBy, name } = claims;
  // Other programs with the key may have signed it, so the host checks its own rules.
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || to! - from! > SESSION_SECONDS) return undefined;
  if (!ROLES.includes(role as Role) || !isDisplayName(name) || !isDisplayName(subject)) return undefined;
  if (!isTextOrNone(library) || !isTextOrNone(madeBy)) return undefined;
  if (libraryCreatedAt !== undefined && !isTime(libraryCreatedAt)) return undefined;
  // The tolerance applies only to the beginning.
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

async function verify(token: string, key: SigningKey, now: number) {
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

/** jose caches derived data per key object. */
const keyObjects = new WeakMap<SigningKey, KeyObject>();
function keyObjectOf(key: SigningKey): KeyObject {
  const cached = keyObjects.get(key);
  if (cached) return cached;
  const keyObject = createSecretKey(key.secret);
  keyObjects.set(key, keyObject);
  return keyObject;
}
