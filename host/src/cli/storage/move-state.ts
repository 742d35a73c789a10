/**
 * The mark of a store that is being filled from another one. With it no host starts there, and the next call knows that what is in
 * the store came from here, so that it may also remove what has gone meanwhile.
 */
import { randomUUID } from 'node:crypto';
import { HostError } from '../../lib/host-error.js';
import { identityOfStore } from '../../publishing/store-identity.js';
import { STORE_IDENTITY_KEY, type BlobStore } from '../../storage/blob-store.js';
import { contentKeys } from './copy-blobs.js';

export interface MoveState {
  /** By what the store will be known once the move is complete. */
  readonly next: string;
  /** The mark of the store that is copied; empty where it has none. */
  readonly from: string;
  /** Whether the store was empty at the beginning: whatever it has came from here. */
  readonly wasEmpty: boolean;
}

const WORD = 'moving';

export function parseMoveState(identity: string | undefined): MoveState | undefined {
  const [word, next, wasEmpty, from = ''] = identity?.split(' ') ?? [];
  if (word !== WORD || next === undefined) return undefined;
  return { next, from, wasEmpty: wasEmpty === 'empty' };
}

/**
 * Marks a store as being filled, or finds the mark of an earlier call.
 * @param from what the store that is copied is known by
 * @throws HostError where it belongs to another database, unless that may be
 */
export async function beginMove(
  to: BlobStore,
  from: string | undefined,
  name: string,
  takeOver: boolean,
): Promise<MoveState> {
  const existing = await identityOfStore(to);
  const begun = parseMoveState(existing);
  if (begun && begun.from === (from ?? '')) return begun;
  const isEmpty = (await contentKeys(to)).length === 0;
  if ((existing !== undefined || !isEmpty) && !takeOver)
    throw new HostError(
      `the other store (${name}) ${existing === undefined ? 'is not empty' : 'belongs to another database'}. ` +
        'The copy would mix with its content, so nothing changed. Name an empty store. To replace its content, add --take-over.',
    );
  const mark = { next: randomUUID(), from: from ?? '', wasEmpty: isEmpty };
  await putIdentity(to, [WORD, mark.next, isEmpty ? 'empty' : 'used', mark.from].join(' '));
  return mark;
}

/** From now on the store belongs to the database with this identity. */
export async function putIdentity(store: BlobStore, identity: string): Promise<void> {
  const headers = { contentType: 'text/plain', cacheControl: 'no-cache', metadata: {} };
  await store.put(STORE_IDENTITY_KEY, { ...headers, bytes: Buffer.from(identity) });
}
