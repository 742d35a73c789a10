/** Bearer tokens, stored as hashes, and the keys that sign session tokens. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../db/database.js';
import { preparedOne } from '../db/prepared-query.js';
import { createReadCache } from '../db/read-cache.js';
import type { Queries, TokenRow } from '../db/schema.js';
import { BadInputError } from '../lib/domain-error.js';
import { COMMAND_LINE, type PrincipalIdentity } from './identity.js';
import { ROLES, type Role } from './roles.js';
import { createSigningKeys } from './signing-keys.js';
import type { Token, TokenStore } from './token-store.js';
import type { Clock } from '../lib/clock.js';
import { checkDisplayName, checkName, checkNumber } from '../validation/check-input.js';

/** Makes leaked secrets recognizable in logs and repositories. */
const SECRET_PREFIX = 'feaas_';
const BYTES = 32;
/** The secret of a token, from random bytes. */
export const tokenSecret = (bytes: Buffer): string => SECRET_PREFIX + bytes.toString('base64url');

/** Size of the cache of tokens. Each takes about 1,000 bytes. */
const CACHE_BYTES = 1024 * 1024;

/** Records that a token was created or revoked, or that the session keys were rotated, in the same transaction. */
export type RecordTokenChange = (
  transaction: Queries,
  change: {
    readonly at: number;
    readonly action: 'createToken' | 'revokeToken' | 'rotateKeys';
    readonly library: string | undefined;
    readonly subject: string;
    readonly details: Readonly<Record<string, unknown>>;
  },
  actor: PrincipalIdentity,
) => Promise<void>;

export function tokenStore(database: Database, clock: Clock, record: RecordTokenChange): TokenStore {
  const { read } = database;
  // Cached, because every request with a token runs one of these queries.
  const { keepAnswers } = createReadCache(database, CACHE_BYTES);
  const byId = keepAnswers(
    preparedOne(read, (id: string) => read.selectFrom('tokens').selectAll().where('id', '=', id)),
  );
  const createdAt = (query: Pick<Queries, 'selectFrom'>, library: string) =>
    query.selectFrom('libraries').select('created_at').where('id', '=', library).where('deleted_at', 'is', null);
  const libraryCreatedAt = keepAnswers(preparedOne(read, (library: string) => createdAt(read, library)));
  // One query for both, because each session needs both.
  const byIdWithLibrary = keepAnswers(
    preparedOne(read, (id: string, library: string) =>
      read
        .selectFrom('tokens')
        .selectAll()
        .select(createdAt(read, library).as('library_created_at'))
        .where('id', '=', id),
    ),
  );
  const byHash = keepAnswers(
    preparedOne(read, (hash: string) => read.selectFrom('tokens').selectAll().where('hash', '=', hash)),
  );

  return {
    async createToken({ name, library, role, expiresAt }, actor = COMMAND_LINE, bytes = randomBytes(BYTES)) {
      checkDisplayName('name', name);
      if (library !== undefined) checkName('library', library);
      if (!ROLES.includes(role))
        throw new BadInputError(`role '${String(role)}' does not exist. Use one of ${ROLES.join(', ')}.`, 'role');
      if (expiresAt !== undefined) checkNumber('expiresAt', expiresAt, 0);
      const secret = tokenSecret(bytes);
      const row: TokenRow = {
        ...{ id: randomUUID(), name, library: library ?? null, role, hash: hashOf(secret) },
        created_at: clock(),
        expires_at: expiresAt ?? null,
        revoked_at: null,
      };
      await database.write(async (transaction) => {
        await transaction.insertInto('tokens').values(row).execute();
        const details = { name, role, ...(expiresAt === undefined ? {} : { expiresAt: new Date(expiresAt) }) };
        const entry = { at: row.created_at, action: 'createToken', library, subject: row.id, details } as const;
        await record(transaction, entry, actor);
      });
      return { ...tokenFrom(row), secret };
    },

    async revokeToken(id, actor = COMMAND_LINE) {
      const at = clock();
      const row = await database.write(async (transaction) => {
        // A second revocation keeps the time of the first.
        const revoked = await transaction
          .updateTable('tokens')
          .set({ revoked_at: at })
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .returningAll()
          .executeTakeFirst();
        if (revoked) {
          const { library, name, role } = tokenFrom(revoked);
          const entry = { at, action: 'revokeToken', library, subject: id, details: { name, role } } as const;
          await record(transaction, entry, actor);
        }
        return transaction.selectFrom('tokens').selectAll().where('id', '=', id).executeTakeFirst();
      });
      return row && tokenFrom(row);
    },

    async tokens() {
      const rows = await read.selectFrom('tokens').selectAll().orderBy('created_at').orderBy('id').execute();
      return rows.map(tokenFrom);
    },

    async tokenOf(secret) {
      if (!secret.startsWith(SECRET_PREFIX)) return undefined;
      // Found by hash, so that the duration reveals nothing about the secret.
      const row = await byHash(hashOf(secret));
      return row && isActive(row, clock()) ? tokenFrom(row) : undefined;
    },

    async sessionBasis({ madeBy, library }) {
      if (madeBy === undefined) {
        const row = library === undefined ? undefined : await libraryCreatedAt(library);
        return { isActive: true, libraryCreatedAt: row?.created_at };
      }
      const row: (TokenRow & { library_created_at?: number | null }) | undefined =
        library === undefined ? await byId(madeBy) : await byIdWithLibrary(madeBy, library);
      return {
        isActive: row !== undefined && isActive(row, clock()),
        libraryCreatedAt: row?.library_created_at ?? undefined,
      };
    },

    ...createSigningKeys(database, clock, (transaction, { id, createdAt }, revoke) =>
      record(
        transaction,
        { at: createdAt, action: 'rotateKeys', library: undefined, subject: id, details: { revoke } },
        COMMAND_LINE,
      ),
    ),
  };
}

const isActive = ({ revoked_at, expires_at }: TokenRow, now: number): boolean =>
  revoked_at === null && (expires_at === null || expires_at > now);

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const tokenFrom = ({ id, name, library, role, created_at, expires_at, revoked_at }: TokenRow): Token => ({
  id,
  name,
  library: library ?? undefined,
  role: role as Role,
  createdAt: created_at,
  expiresAt: expires_at ?? undefined,
  revokedAt: revoked_at ?? undefined,
});
