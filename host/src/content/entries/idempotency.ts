/** Idempotency keys: a retried write happens once. Its transaction inserts the key together with the result. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { BadInputError, KeyReusedError } from '../../lib/domain-error.js';
import type { Write } from '../content-service.js';
import type { Queries } from '../../db/schema.js';
import { checkText } from '../../validation/check-input.js';

/** Milliseconds for which a key is retained. */
export const KEY_RETENTION = 24 * 3_600_000;
const MAX_CHARACTERS = 200;

/** @throws BadInputError */
export function checkKey(key: string | undefined): void {
  if (key === undefined) return;
  if (key !== '' && key.length <= MAX_CHARACTERS) return void checkText('key', key);
  throw new BadInputError(`key must have 1 to ${MAX_CHARACTERS} characters, but has ${key.length}.`, 'key');
}

type KeyedWrite = Pick<Write, 'actor' | 'key'>;

/** Rows per query. */
const PAGE_SIZE = 500;

/** The results of writes whose keys are retained, in pages. */
export async function* knownResults(read: Queries, now: number): AsyncGenerator<readonly unknown[]> {
  let last: { readonly actor: string; readonly key: string } | undefined;
  do {
    let query = read
      .selectFrom('operations')
      .select(['actor', 'key', 'result'])
      .where('at', '>', now - KEY_RETENTION);
    if (last) query = query.where(sql<boolean>`(actor, key) > (${last.actor}, ${last.key})`);
    const rows = await query.orderBy('actor').orderBy('key').limit(PAGE_SIZE).execute();
    yield rows.flatMap(({ result }): unknown[] => (result === null ? [] : [JSON.parse(result)]));
    last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined;
  } while (last);
}

/** Whether a write with this key is done, or may be. */
export async function isKeyUsed(read: Queries, { actor, key }: Write): Promise<boolean> {
  if (key === undefined) return false;
  const query = read.selectFrom('operations').select('key').where('actor', '=', actor.id).where('key', '=', key);
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Runs a write, or returns its result if it has run before.
 * @param operation the operation with all its arguments except key and actor
 * @throws KeyReusedError
 */
export async function once<Result>(
  transaction: Queries,
  { actor, key }: KeyedWrite,
  operation: readonly unknown[],
  now: number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (key === undefined) return work();
  const hash = hashOf(operation);
  // Of two concurrent writers, the second waits here, and then finds the result of the first.
  const claimed = await transaction
    .insertInto('operations')
    .values({ actor: actor.id, key, hash, result: null, at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['actor', 'key'])
        .doUpdateSet({ hash, result: null, at: now })
        .where('operations.at', '<=', now - KEY_RETENTION),
    )
    .returning('key')
    .executeTakeFirst();
  if (claimed) {
    const result = await work();
    await transaction
      .updateTable('operations')
      .set({ result: JSON.stringify(result) })
      .where('actor', '=', actor.id)
      .where('key', '=', key)
      .execute();
    return result;
  }
  return resultOf<Result>(key, hash, await operationByKey(transaction, actor.id, key).executeTakeFirstOrThrow());
}

/**
 * The result of an earlier write; undefined if its key is new or has expired.
 * @throws KeyReusedError
 */
export async function earlierResult<Result>(
  read: Queries,
  { actor, key }: KeyedWrite,
  operation: readonly unknown[],
  now: number,
): Promise<Result | undefined> {
  if (key === undefined) return undefined;
  const row = await operationByKey(read, actor.id, key)
    .where('at', '>', now - KEY_RETENTION)
    .executeTakeFirst();
  return row && resultOf<Result>(key, hashOf(operation), row);
}

const hashOf = (operation: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(operation)).digest('hex');

const operationByKey = (queries: Queries, actor: string, key: string) =>
  queries.selectFrom('operations').select(['hash', 'result']).where('actor', '=', actor).where('key', '=', key);

function resultOf<Result>(key: string, hash: string, row: { hash: string; result: string | null }): Result {
  if (row.hash === hash && row.result !== null) return JSON.parse(row.result) as Result;
  throw new KeyReusedError(
    `The idempotency key ${JSON.stringify(key)} belongs to another write. Use a new key for each write.`,
  );
}
