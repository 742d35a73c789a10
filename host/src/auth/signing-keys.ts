/**
 * Keys that session tokens are signed with, as one JSON Web Key Set among the secrets of the database: the first signs, the
 * others are accepted until the last session that they may have signed is over.
 */
import { randomBytes } from 'node:crypto';
import { base64url } from 'jose';
import type { Database } from '../db/database.js';
import type { Queries } from '../db/schema.js';
import type { Clock } from '../lib/clock.js';
import { HostError } from '../lib/host-error.js';
import { CLOCK_SKEW_SECONDS, SESSION_SECONDS } from './session.js';
import type { SigningKey } from './signing-key.js';

export interface SigningKeyState extends Pick<SigningKey, 'id' | 'createdAt'> {
  /** Undefined for the one that signs. */
  readonly acceptedUntil: number | undefined;
}

export interface SigningKeys {
  /** The key that signs. */
  signingKey(): Promise<SigningKey>;
  /** All that are accepted. Read once a while, and again where `id` is none of them: another process may have added it. */
  acceptedKeys(id?: string): Promise<readonly SigningKey[]>;
  signingKeyStates(): Promise<readonly SigningKeyState[]>;
  /**
   * From now on a new key signs. The others are accepted until what they signed is over; with `revoke` they are not, and
   * every session ends.
   */
  rotateSigningKey(options: { readonly revoke: boolean }): Promise<readonly SigningKeyState[]>;
}

/** Name of the set among the secrets, and of the one key of earlier versions. */
const KEY_SET = 'signing keys';
const EARLIER_KEY = 'signing key';
const BYTES = 32;
/** Milliseconds for which what was read counts. */
const REFRESH = 30_000;
/** Milliseconds between two readings for ids that are not known: anybody may send one. */
const UNKNOWN_ID_INTERVAL = 1_000;
const OVERLAP = (SESSION_SECONDS + CLOCK_SKEW_SECONDS) * 1000;
/** Two operators may rotate at the same time. */
const ATTEMPTS = 5;

/** Notes, in the transaction that does it, that another key signs. */
type RecordRotation = (transaction: Queries, key: SigningKey, revoke: boolean) => Promise<void>;

export function createSigningKeys(database: Database, clock: Clock, record: RecordRotation): SigningKeys {
  let known: { readonly keys: readonly SigningKey[]; readonly at: number } | undefined;
  let reading: Promise<readonly SigningKey[]> | undefined;

  const refresh = (): Promise<readonly SigningKey[]> => {
    reading ??= readKeys(database, clock)
      .then(
        (keys) => (known = { keys, at: clock() }).keys,
        (error: unknown) => {
          // Sessions hold while the database is away.
          if (known) return known.keys;
          throw error;
        },
      )
      .finally(() => (reading = undefined));
    return reading;
  };

  const acceptedKeys = async (id?: string): Promise<readonly SigningKey[]> => {
    const age = known ? Math.abs(clock() - known.at) : Infinity;
    const isUnknown = id !== undefined && known?.keys.every((key) => key.id !== id) !== false;
    const keys = known && age < (isUnknown ? UNKNOWN_ID_INTERVAL : REFRESH) ? known.keys : await refresh();
    return accepted(keys, clock());
  };

  return {
    acceptedKeys,
    async signingKey() {
      const [first] = await acceptedKeys();
      return first!;
    },
    async signingKeyStates() {
      return statesOf(accepted(await readKeys(database, clock), clock()));
    },
    async rotateSigningKey({ revoke }) {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const text = await keySetText(database, clock);
        const earlier = revoke ? [] : accepted(parseKeySet(text), clock());
        const key = newKey(clock());
        const keys = [key, ...earlier];
        const isWritten = await database.write(async (transaction) => {
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
        known = { keys, at: clock() };
        return statesOf(keys);
      }
      throw new HostError('Another command changed the signing keys at the same time: try again.');
    },
  };
}

/** The first of all, and those whose last session may not be over. */
const accepted = (keys: readonly SigningKey[], now: number): readonly SigningKey[] =>
  keys.filter((_, index) => index === 0 || now < acceptedUntil(keys, index));

/** Until when what a key signed before the next one was there may hold. */
const acceptedUntil = (keys: readonly SigningKey[], index: number): number => keys[index - 1]!.createdAt + OVERLAP;

const statesOf = (keys: readonly SigningKey[]): readonly SigningKeyState[] =>
  keys.map(({ id, createdAt }, index) => ({
    ...{ id, createdAt },
    acceptedUntil: index === 0 ? undefined : acceptedUntil(keys, index),
  }));

const readKeys = async (database: Database, clock: Clock): Promise<readonly SigningKey[]> =>
  parseKeySet(await keySetText(database, clock));

/** The set; where there is none, it is made, of the key of an earlier version if there is one. */
async function keySetText(database: Database, clock: Clock): Promise<string> {
  const found = await secretOf(database.read, KEY_SET);
  if (found !== undefined) return found;
  return database.write(async (transaction) => {
    const earlier = await secretOf(transaction, EARLIER_KEY);
    const fresh = newKey(clock());
    const key = earlier === undefined ? fresh : { ...fresh, secret: base64url.decode(earlier) };
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

const newKey = (createdAt: number): SigningKey => ({
  id: randomBytes(9).toString('base64url'),
  secret: randomBytes(BYTES),
  createdAt,
});

/** RFC 7517, with the time of each key. */
interface KeySet {
  readonly keys: readonly {
    readonly kty: 'oct';
    readonly alg: 'HS256';
    readonly use: 'sig';
    readonly kid: string;
    readonly k: string;
    readonly createdAt: number;
  }[];
}

const formatKeySet = (keys: readonly SigningKey[]): string =>
  JSON.stringify({
    keys: keys.map(({ id, secret, createdAt }) => ({
      ...{ kty: 'oct', alg: 'HS256', use: 'sig', kid: id, k: base64url.encode(secret), createdAt },
    })),
  } satisfies KeySet);

const parseKeySet = (text: string): readonly SigningKey[] =>
  (JSON.parse(text) as KeySet).keys.map(({ kid: id, k, createdAt }) => ({
    id,
    secret: base64url.decode(k),
    createdAt,
  }));
