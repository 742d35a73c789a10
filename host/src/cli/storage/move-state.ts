/**
 * The identity of a store during a move into it. It prevents hosts from starting there. The next call knows that the
 * store's content was copied, so that it may also remove blobs that were removed meanwhile.
 */
import { randomUUID } from 'node:crypto';
import { HostError } from '../../lib/host-error.js';
import { identityOfStore, putIdentity } from '../../publishing/store-identity.js';
import type { BlobStore } from '../../storage/blob-store.js';
import { contentKeys } from './copy-blobs.js';

export interface MoveState {
  /** The store's identity after the move. */
  readonly next: string;
  /** The identity of the source store; empty if it has none. */
  readonly from: string;
  /** Whether the store was empty at the beginning, so that all its blobs were copied. */
  readonly wasEmpty: boolean;
}

const PREFIX = 'moving';

export function parseMoveState(identity: string | undefined): MoveState | undefined {
  const [prefix, next, wasEmpty, from = ''] = identity?.split(' ') ?? [];
  if (prefix !== PREFIX || next === undefined) return undefined;
  return { next, from, wasEmpty: wasEmpty === 'empty' };
}

/**
 * Marks a store as the target of a move, or continues an earlier move.
 * @param from identity of the source store
 * @throws HostError if it belongs to another database and `canTakeOver` is false
 */
export async function beginMove(
  to: BlobStore,
  from: string | undefined,
  name: string,
  canTakeOver: boolean,
): Promise<MoveState> {
  const existing = await identityOfStore(to);
  const existingMove = parseMoveState(existing);
  if (existingMove && existingMove.from === (from ?? '')) return existingMove;
  const isEmpty = (await contentKeys(to)).length === 0;
  if ((existing !== undefined || !isEmpty) && !canTakeOver)
    throw new HostError(
      `the other store (${name}) ${existing === undefined ? 'is not empty' : 'belongs to another database'}. ` +
        'The copy would mix with its content, so nothing changed. Name an empty store. To replace its content, add --take-over.',
    );
  const move = { next: randomUUID(), from: from ?? '', wasEmpty: isEmpty };
  await putIdentity(to, [PREFIX, move.next, isEmpty ? 'empty' : 'used', move.from].join(' '));
  return move;
}
