/**
 * Tokens of preview links, which stand in URLs: the id of the key, the id of the link, and a signature of the latter. A token
 * whose signature is wrong is refused before anything is looked up. What the link shows, and until when, is the link's own.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SigningKey } from './signing-key.js';

/** So that a token that leaks into a log or a repository can be found there, and is taken out of the log as others are. */
const PREFIX = 'feaas_preview_';
const TOKEN = new RegExp(`^${PREFIX}([\\w-]{12})([\\w-]{22})([\\w-]{43})$`);

/** What a token says of itself; nothing of it is proven yet. */
export interface PreviewToken {
  readonly keyId: string;
  readonly linkId: string;
  /** base64url. */
  readonly signature: string;
}

/** The token of a link. @param linkId 16 bytes as base64url */
export const signPreviewToken = (key: SigningKey, linkId: string): string =>
  `${PREFIX}${key.id}${linkId}${signatureOf(key, linkId).toString('base64url')}`;

/** The parts of a token; undefined for what is none by its form. */
export function parsePreviewToken(text: string): PreviewToken | undefined {
  const [, keyId, linkId, signature] = TOKEN.exec(text) ?? [];
  return keyId && linkId && signature ? { keyId, linkId, signature } : undefined;
}

/** Whether one of the keys has signed the token. How long it takes tells nothing of a signature. */
export function isPreviewTokenSigned(keys: readonly SigningKey[], { keyId, linkId, signature }: PreviewToken): boolean {
  const key = keys.find(({ id }) => id === keyId);
  if (!key) return false;
  const given = Buffer.from(signature, 'base64url');
  // The last character has bits that count for nothing: one signature has one spelling.
  return timingSafeEqual(given, signatureOf(key, linkId)) && given.toString('base64url') === signature;
}

/** The purpose is signed as well: no session or code that the same key made is a link. */
const signatureOf = ({ secret }: SigningKey, linkId: string): Buffer =>
  createHmac('sha256', secret).update(`preview link ${linkId}`).digest();
