import { createHmac } from 'node:crypto';
import type { SigningKey } from './signing-key.js';

/**
 * The code that a development host prints at its start, and with which its pages sign in. It is derived from the
 * signing key, so it stays the same after a restart and differs between databases.
 */
export const developmentCode = ({ secret }: SigningKey): string =>
  createHmac('sha256', secret).update('development code').digest().subarray(0, 24).toString('base64url');

/**
 * Random bytes of a development token, which also stay the same after a restart.
 * @param generation incremented for each token that ended
 */
export const developmentTokenBytes = ({ secret }: SigningKey, generation: number): Buffer =>
  createHmac('sha256', secret).update(`development token ${generation}`).digest();
