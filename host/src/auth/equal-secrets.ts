import { createHash, timingSafeEqual } from 'node:crypto';

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Compares two secrets in constant time. */
export const equalSecrets = (a: string, b: string): boolean => timingSafeEqual(hash(a), hash(b));
