/**
 * Tokens of preview links, which are part of URLs: the key's id, the link's id, and a signature of the latter. A token
 * with an invalid signature is rejected before any query. What the link shows, and until when, is stored with the link.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SigningKey } from './signing-key.js';

/** Makes leaked tokens recognizable in logs and repositories, and lets the log redact them. */
const PREFIX = 'feaas_preview_';
const TOKEN = new RegExp(`^${PREFIX}([\\w-]{12})([\\w-]{22})([\\w-]{43})$`);

/** The parts of a token, not verified yet. */
export interface PreviewToken {
  readonly keyId: string;
  readonly linkId: string;
  /** base64url. */
  readonly signature: string;
}

/** Returns the token of a link. @param linkId 16 bytes as base64url */
export const signPreviewToken = (key: SigningKey, linkId: string): string =>
  `${PREFIX}${key.id}${linkId}${signatureOf(key, linkId).toString('base64url')}`;

/** Parses a token; undefined if its format is wrong. */
export function parsePreviewToken(text: string): PreviewToken | undefined {
  const [, keyId, linkId, signature] = TOKEN.exec(text) ?? [];
  return keyId && linkId && signature ? { keyId, linkId, signature } : undefined;
}

/** Whether one of the keys signed the token. Compares in constant time. */
export function isPreviewTokenSigned(keys: readonly SigningKey[], { keyId, linkId, signature }: PreviewToken): boolean {
  const key = keys.find(({ id }) => id === keyId);
  if (!key) return false;
  const bytes = Buffer.from(signature, 'base64url');
  // The last base64url character has unused bits, so only the canonical form is accepted.
  return timingSafeEqual(bytes, signatureOf(key, linkId)) && bytes.toString('base64url') === signature;
}

/** Signs the purpose, too, so that sessions and codes of the same key are not valid links. */
const signatureOf = ({ secret }: SigningKey, linkId: string): Buffer =>
  createHmac('sha256', secret).update(`preview link ${linkId}`).digest();
