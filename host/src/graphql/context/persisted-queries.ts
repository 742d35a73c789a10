/** Persisted queries: in memory, and in what the hosts share, so that a client may ask any host for what it told another. */
import { createHash } from 'node:crypto';
import { type APQStore, createInMemoryAPQStore } from '@graphql-yoga/plugin-apq';
import type { SharedStore } from '../../shared/shared-store.js';

/** Milliseconds after which a query that a client sends again is written again, as other hosts may no longer have it. */
const WRITE_INTERVAL = 60_000;
const SHA256 = /^[0-9a-f]{64}$/;

export interface PersistedQueryLimits {
  readonly persistedQueries: number;
  readonly persistedQueryMilliseconds: number;
  readonly queryCharacters: number;
}

/** @param shared without it, this host alone knows them */
export function createPersistedQueries(
  { persistedQueries: max, persistedQueryMilliseconds: ttl, queryCharacters }: PersistedQueryLimits,
  shared: Pick<SharedStore, 'query' | 'putQuery'> | undefined,
): APQStore {
  const local = createInMemoryAPQStore({ max, ttl });
  if (!shared) return local;
  const written = createInMemoryAPQStore({ max, ttl: WRITE_INTERVAL });
  return {
    async get(hash) {
      const known = await local.get(hash);
      if (known != null || !SHA256.test(hash)) return known;
      const text = await shared.query(hash).catch(() => undefined);
      // Whoever can write to the store decides nothing by that.
      if (text === undefined || text.length > queryCharacters || sha256(text) !== hash) return undefined;
      await local.set(hash, text);
      return text;
    },
    async set(hash, text) {
      await local.set(hash, text);
      if ((await written.get(hash)) != null) return;
      await written.set(hash, 'written');
      // Another host asks the client for it, where this one could not write it.
      await shared.putQuery(hash, text).catch(() => {});
    },
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
