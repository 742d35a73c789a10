/** Persisted queries, in memory and shared between hosts, so that a client may use any host. */
import { createHash } from 'node:crypto';
import { type APQStore, createInMemoryAPQStore } from '@graphql-yoga/plugin-apq';
import type { SharedStore } from '../../shared/shared-store.js';

/** Milliseconds after which a query that a client sends again is also stored again, because other hosts may have lost it. */
const WRITE_INTERVAL = 60_000;
const SHA256 = /^[0-9a-f]{64}$/;

export interface PersistedQueryLimits {
  readonly persistedQueries: number;
  readonly persistedQueryMilliseconds: number;
  readonly queryCharacters: number;
}

/** @param shared if undefined, queries are stored only in this process */
export function createPersistedQueries(
  { persistedQueries: max, persistedQueryMilliseconds: ttl, queryCharacters }: PersistedQueryLimits,
  shared: Pick<SharedStore, 'query' | 'putQuery'> | undefined,
): APQStore {
  const local = createInMemoryAPQStore({ max, ttl });
  if (!shared) return local;
  const written = createInMemoryAPQStore({ max, ttl: WRITE_INTERVAL });
  return {
    async get(hash) {
      const cached = await local.get(hash);
      if (cached != null || !SHA256.test(hash)) return cached;
      const text = await shared.query(hash).catch(() => undefined);
      // Verified, so that write access to the store does not allow to replace queries.
      if (text === undefined || text.length > queryCharacters || sha256(text) !== hash) return undefined;
      await local.set(hash, text);
      return text;
    },
    async set(hash, text) {
      await local.set(hash, text);
      if ((await written.get(hash)) != null) return;
      await written.set(hash, 'written');
      // If this fails, other hosts request the text from the client.
      await shared.putQuery(hash, text).catch(() => {});
    },
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
