/**
 * The keys that sign session tokens and preview links, stored as one JSON Web Key Set in `secrets`. The first one
 * signs. Older ones are accepted until all sessions that they signed have expired, and for preview links while such a
 * link is active.
 */
import { randomBytes } from 'node:crypto';
import { base64url } from 'jose';
import type { Database } from '../db/database.js';
import type { Queries } from '../db/schema.js';
import type { Clock } from '../lib/clock.js';
import { HostError } from '../lib/host-error.js';
import { CLOCK_SKEW_SECONDS, SESSION_SECONDS } from './session.js';
import { keysOfPreviewLinks, revokePreviewLinks } from './preview-link-keys.js';
import type { SigningKey } from './signing-key.js';

export interface SigningKeyState extends Pick<SigningKey, 'id' | 'createdAt'> {
  /** Undefined for the signing key. */
  readonly acceptedUntil: number | undefined;
}

export interface SigningKeys {
  /** The signing key. */
  signingKey(): Promise<SigningKey>;
  /** All keys that are accepted for sessions. Cached, but read again if `id` is unknown: another process may have added it. */
  acceptedKeys(id?: string): Promise<readonly SigningKey[]>;
  /** The same, with keys that are kept only for preview links. */
  allKeys(id?: string): Promise<readonly SigningKey[]>;
  signingKeyStates(): Promise<readonly SigningKeyState[]>;
  /**
   * Creates a new signing key. Older ones are accepted until what they signed has expired. With `revoke` they are
   * removed, and all sessions and preview links end.
   */
  rotateSigningKey(options: { readonly revoke: boolean }): Promise<readonly SigningKeyState[]>;
}

/** A key in the database. */
interface StoredKey extends SigningKey {
  /** When the next key replaced it; undefined for the signing key. */
  readonly retiredAt: number | undefined;
}

/** Names of the key set in `secrets`, and of the single key of earlier versions. */
const KEY_SET = 'signing keys';
const EARLIER_KEY = 'signing key';
const BYTES = 32;
/** Milliseconds for which the key set is cached. */
const REFRESH_INTERVAL = 30_000;
/** Minimum milliseconds between reads for unknown ids, because anybody may send one. */
const UNKNOWN_ID_INTERVAL = 1_000;
const OVERLAP = (SESSION_SECONDS + CLOCK_SKEW_SECONDS) * 1000;
/** Two operators may rotate concurrently. */
const ATTEMPTS = 5;

/** Records a key rotation, in the same transaction. */
type RecordRotation = (transaction: Queries, key: SigningKey, revoke: boolean) => Promise<void>;

export function createSigningKeys(database: Database, clock: Clock, record: RecordRotation): SigningKeys {
  let cached: { readonly keys: readonly StoredKey[]; readonly at: number } | undefined;
  let pendingRead: Promise<readonly StoredKey[]> | undefined;

  const refresh = (): Promise<readonly StoredKey[]> => {
    pendingRead ??= readKeys(database, clock)
      .then(
        (keys) => (cached = { keys, at: clock() }).keys,
        (error: unknown) => {
          // Cached keys stay valid while the database is unavailable.
          if (cached) return cached.keys;
          throw error;
        },
      )
      .finally(() => (pendingRead = undefined));
    return pendingRead;
  };

  const storedKeys = async (id?: string): Promise<readonly StoredKey[]> => {
    const age = cached ? Math.abs(clock() - cached.at) : Infinity;
    const isUnknown = id !== undefined && cached?.keys.every((key) => key.id !== id) !== false;
    return cached && age < (isUnknown ? UNKNOWN_ID_INTERVAL : REFRESH_INTERVAL) ? cached.keys : refresh();
  };
  const acceptedKeys = async (id?: string): Promise<readonly SigningKey[]> => acceptedOf(await storedKeys(id), clock());

  return {
    acceptedKeys,
    allKeys: storedKeys,
    async signingKey() {
      const [first] = await acceptedKeys();
      return first!;
    },
    async signingKeyStates() {
      return statesOf(acceptedOf(await readKeys(database, clock), clock()));
    },
    async rotateSigningKey({ revoke }) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const text = await keySetText(database, clock);
        const now = clock();
        const inUse = await keysOfPreviewLinks(database.read, now);
        const earlier = revoke ? [] : parseKeySet(text).filter((key) => isAccepted(key, now) || inUse.has(key.id));
        const key = newKey(now);
        const keys = [key, ...earlier.map(({ retiredAt = now, ...rest }) => ({ ...rest, retiredAt }))];
        const isWritten = await database.write(async (transaction) => {
          // Other hosts see revoked links immediately, but cache the keys for a while.
          if (revoke) await revokePreviewLinks(transaction, now);
          if (revoke) await transaction.deleteFrom('secrets').where('name', '=', EARLIER_KEY).execute();
          const { numUpdatedRows } = await transaction
            .updateTable('secrets')
            .set({ value: formatKeySet(keys) })
            .where('name', '=', KEY_SET)
            .where('value', '=', text)
            .executeTakeFirst();
          if (numUpdatedRows === 0n) return false;
          await record(transaction, key, revoke);
          return true;
        });
        if (!isWritten) continue;
        cached = { keys, at: clock() };
        return statesOf(acceptedOf(keys, now));
      }
      throw new HostError('Another command changed the signing keys at the same time: try again.');
    },
  };
}

/** Ends all sessions. The next session gets a new key. */
export async function removeSigningKeys(transaction: Queries): Promise<void> {
  await transaction.deleteFrom('secrets').where('name', 'in', [KEY_SET, EARLIER_KEY]).execute();
}

/** The signing key, and those whose sessions may still be valid. */
const acceptedOf = (keys: readonly StoredKey[], now: number): readonly StoredKey[] =>
  keys.filter((key) => isAccepted(key, now));

const isAccepted = ({ retiredAt }: StoredKey, now: number): boolean =>
  retiredAt === undefined || now < retiredAt + OVERLAP;

const statesOf = (keys: readonly StoredKey[]): readonly SigningKeyState[] =>
  keys.map(({ id, createdAt, retiredAt }) => ({
    ...{ id, createdAt },
    // Until when the last session signed by the key may be valid.
    acceptedUntil: retiredAt === undefined ? undefined : retiredAt + OVERLAP,
  }));

const readKeys = async (database: Database, clock: Clock): Promise<readonly StoredKey[]> =>
  parseKeySet(await keySetText(database, clock));

/** The key set. If it does not exist, it is created, with the key of an earlier version if there is one. */
async function keySetText(database: Database, clock: Clock): Promise<string> {
  const found = await secretOf(database.read, KEY_SET);
  if (found !== undefined) return found;
  return database.write(async (transaction) => {
    const earlier = await secretOf(transaction, EARLIER_KEY);
    const created = newKey(clock());
    const key = earlier === undefined ? created : { ...created, secret: base64url.decode(earlier) };
    await transaction
      .insertInto('secrets')
      .values({ name: KEY_SET, value: formatKeySet([key]) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return (await secretOf(transaction, KEY_SET))!;
  });
}

async function secretOf(queries: Queries, name: string): Promise<string | undefined> {
  return (await queries.selectFrom('secrets').select('value').where('name', '=', name).executeTakeFirst())?.value;
}

const newKey = (createdAt: number): StoredKey => ({
  id: randomBytes(9).toString('base64url'),
  secret: randomBytes(BYTES),
  createdAt,
  retiredAt: undefined,
});

/** RFC 7517, plus the times of each key. */
interface KeySet {
  readonly keys: readonly {
    readonly kty: 'oct';
    readonly alg: 'HS256';
    readonly use: 'sig';
    readonly kid: string;
    readonly k: string;
    readonly createdAt: number;
    readonly retiredAt?: number | undefined;
  }[];
}

const formatKeySet = (keys: readonly StoredKey[]): string =>
  JSON.stringify({
    keys: keys.map(({ id, secret, createdAt, retiredAt }) => ({
      ...{ kty: 'oct', alg: 'HS256', use: 'sig', kid: id, k: base64url.encode(secret), createdAt, retiredAt },
    })),
  } satisfies KeySet);

const parseKeySet = (text: string): readonly StoredKey[] =>
  (JSON.parse(text) as KeySet).keys.map(({ kid: id, k, createdAt, retiredAt }, index, keys) => ({
    ...{ id, secret: base64url.decode(k), createdAt },
    // Earlier releases stored no time of retirement; each key was retired when the next one was created.
    retiredAt: index === 0 ? undefined : (retiredAt ?? keys[index - 1]!.createdAt),
  }));
