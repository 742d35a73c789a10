import { createHmac } from 'node:crypto';
import type { SigningKey } from './signing-key.js';

/**
 * The code that a host of development prints at its start, and that its pages sign in with. It is made of the signing key:
 * the same after a restart, so that a browser that has it needs it once, and another for each database.
 */
export const developmentCode = ({ secret }: SigningKey): string =>
  createHmac('sha256', secret).update('development code').digest().subarray(0, 24).toString('base64url');

/**
 * Random bytes of a token of development, which are likewise the same after a restart.
 * @param generation greater for each token that ended
 */
export const developmentTokenBytes = ({ secret }: SigningKey, generation: number): Buffer =>
  createHmac('sha256', secret).update(`development token ${generation}`).digest();
