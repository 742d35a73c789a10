/** People who signed in through an identity provider, and the browsers in which they are. Secrets are stored as hashes. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../db/database.js';
import { preparedOne } from '../db/prepared-query.js';
import type { Queries, SignInRow } from '../db/schema.js';
import type { Clock } from '../lib/clock.js';
import type { Identity } from './identity-provider.js';
import { COMMAND_LINE, type PrincipalIdentity } from './identity.js';
import { nameOf, type Person, userActor } from './person.js';
import type { Roles } from './role-rules.js';
import type { Sealer } from './sealer.js';

/** A sign-in of a person in a browser. */
export interface SignIn extends Person {
  readonly id: string;
  readonly subject: string;
  /** Origin of the pages that may use it. */
  readonly origin: string;
  readonly refreshToken: string | undefined;
  readonly idToken: string | undefined;
  /** When the provider last confirmed the person. */
  readonly checkedAt: number;
  readonly claimedAt: number;
  readonly expiresAt: number;
}

/** Records a sign-in, a sign-out or a rejection, in the same transaction. */
export type RecordSignIn = (
  transaction: Queries,
  change: {
    readonly at: number;
    readonly action: 'signIn' | 'signOut' | 'refuseSignIn';
    readonly library: undefined;
    readonly subject: string;
    readonly details: Readonly<Record<string, unknown>>;
  },
  actor: PrincipalIdentity,
) => Promise<void>;

export interface SignInStore {
  /** Stores a sign-in. This is the only time that its secret is returned. @param address of the browser, for the audit log */
  add(identity: Identity, roles: Roles, origin: string, address: string): Promise<SignIn & { readonly secret: string }>;
  /** Records that a known person was rejected for lack of a role. */
  refuse(identity: Identity, origin: string, address: string): Promise<void>;
  /** Finds an active sign-in. It ends when it expires, or when a new client secret makes its tokens unreadable. */
  find(id: string): Promise<SignIn | undefined>;
  /** Finds an active sign-in by its secret. */
  findBySecret(secret: string): Promise<SignIn | undefined>;
  /** Whether this host may ask the provider. Of concurrent hosts, only one may. */
  claim(signIn: SignIn): Promise<boolean>;
  /** Stores the provider's current data. */
  update(signIn: SignIn, identity: Identity, roles: Roles): Promise<SignIn>;
  /** Keeps the token to ask the provider with from now on. */
  keepRefreshToken(signIn: SignIn, refreshToken: string): Promise<void>;
  /** Ends a sign-in. @param by who signed out; undefined if the provider no longer agrees */
  remove(signIn: SignIn, by?: { readonly address: string }): Promise<void>;
}

const SECRET_PREFIX = 'feaas_signin_';
const BYTES = 32;
/** Maximum milliseconds until a person has to sign in again. */
const MAX_DURATION = 12 * 3_600_000;
/** The maximum without a refresh token, because then the provider cannot be asked again. */
const MAX_UNCHECKED_DURATION = 3_600_000;
/** Browsers in which one person can be signed in; the oldest is removed first. */
const MAX_PER_USER = 50;
/** Milliseconds after the last sign-in for which a person is retained. This exceeds the duration of a sign-in. */
const USER_RETENTION = 365 * 24 * 3_600_000;
const PURPOSE = 'provider token';

export function createSignInStore(database: Database, clock: Clock, sealer: Sealer, record: RecordSignIn): SignInStore {
  const { read } = database;
  const signInQuery = () =>
    read
      .selectFrom('sign_ins')
      .innerJoin('users', 'users.id', 'sign_ins.user_id')
      .selectAll('sign_ins')
      .select(['users.name as user_name', 'users.subject as subject', 'users.roles as roles']);
  const byId = preparedOne(read, (id: string) => signInQuery().where('sign_ins.id', '=', id));
  const byHash = preparedOne(read, (hash: string) => signInQuery().where('sign_ins.hash', '=', hash));

  const toActive = (row: JoinedRow | undefined): SignIn | undefined => {
    if (!row || row.expires_at <= clock()) return undefined;
    const signIn = signInFrom(row);
    // The client secret has changed. The provider cannot be asked again, as without a refresh token. But the sign-in
    // would have the longer duration of checked ones.
    const isUnreadable = row.refresh_token !== null && signIn.refreshToken === undefined;
    return isUnreadable ? undefined : signIn;
  };
  const seal = (token: string | undefined): string | null => (token === undefined ? null : sealer.seal(PURPOSE, token));
  const open = (text: string | null): string | undefined => {
    const token = text === null ? undefined : sealer.open(PURPOSE, text);
    return typeof token === 'string' ? token : undefined;
  };
  const signInFrom = (row: JoinedRow): SignIn => ({
    id: row.id,
    userId: row.user_id,
    subject: row.subject,
    name: row.user_name,
    origin: row.origin,
    roles: JSON.parse(row.roles) as Roles,
    refreshToken: open(row.refresh_token),
    idToken: open(row.id_token),
    checkedAt: row.checked_at,
    claimedAt: row.claimed_at,
    expiresAt: row.expires_at,
  });

  return {
    async add(identity, roles, origin, address) {
      const now = clock();
      const secret = SECRET_PREFIX + randomBytes(BYTES).toString('base64url');
      const row = {
        ...{ id: randomUUID(), hash: hashOf(secret), origin },
        refresh_token: seal(identity.refreshToken),
        id_token: seal(identity.idToken),
        ...{ created_at: now, checked_at: now, claimed_at: now },
        expires_at: now + (identity.refreshToken === undefined ? MAX_UNCHECKED_DURATION : MAX_DURATION),
      };
      const name = nameOf(identity.claims, identity.subject);
      const userId = await database.write(async (transaction) => {
        const user = await upsertUser(transaction, identity, roles, now);
        const entry = { at: now, action: 'signIn', library: undefined, subject: user, details: { origin } } as const;
        await record(transaction, entry, { name, id: userActor(user), address });
        await transaction
          .insertInto('sign_ins')
          .values({ ...row, user_id: user })
          .execute();
        await removeExcess(transaction, user);
        return user;
      });
      return { ...signInFrom({ ...row, user_id: userId, ...personColumns(identity, name, roles) }), secret };
    },

    async refuse({ claims, issuer, subject }, origin, address) {
      const at = clock();
      const actor = { name: nameOf(claims, subject), id: '', address };
      await database.write((transaction) =>
        record(
          transaction,
          { at, action: 'refuseSignIn', library: undefined, subject: '', details: { origin, issuer, subject } },
          actor,
        ),
      );
    },

    async find(id) {
      return toActive(await byId(id));
    },

    async findBySecret(secret) {
      // Found by hash, so that the duration reveals nothing about the secret.
      return secret.startsWith(SECRET_PREFIX) ? toActive(await byHash(hashOf(secret))) : undefined;
    },

    async claim({ id, claimedAt }) {
      const now = clock();
      return database.write(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable('sign_ins')
          .set({ claimed_at: now })
          .where('id', '=', id)
          .where('claimed_at', '=', claimedAt)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      });
    },

    async update(signIn, identity, roles) {
      const now = clock();
      // Providers may omit unchanged tokens.
      const refreshToken = identity.refreshToken ?? signIn.refreshToken;
      const idToken = identity.idToken ?? signIn.idToken;
      await database.write(async (transaction) => {
        await upsertUser(transaction, identity, roles, now);
        await transaction
          .updateTable('sign_ins')
          .set({ refresh_token: seal(refreshToken), id_token: seal(idToken), checked_at: now })
          .where('id', '=', signIn.id)
          .execute();
      });
      const name = nameOf(identity.claims, identity.subject);
      return { ...signIn, name, roles, refreshToken, idToken, checkedAt: now };
    },

    async keepRefreshToken({ id }, refreshToken) {
      await database.write((transaction) =>
        transaction
          .updateTable('sign_ins')
          .set({ refresh_token: seal(refreshToken) })
          .where('id', '=', id)
          .execute(),
      );
    },

    async remove({ id, userId, name, origin }, by) {
      const at = clock();
      await database.write(async (transaction) => {
        const { numDeletedRows } = await transaction.deleteFrom('sign_ins').where('id', '=', id).executeTakeFirst();
        // Another host has removed it.
        if (numDeletedRows === 0n) return;
        const details = { origin, ...(by ? {} : { reason: 'The identity provider no longer gives a role.' }) };
        await record(
          transaction,
          { at, action: 'signOut', library: undefined, subject: userId, details },
          by ? { name, id: userActor(userId), address: by.address } : COMMAND_LINE,
        );
      });
    },
  };
}

type JoinedRow = SignInRow & { readonly user_name: string; readonly subject: string; readonly roles: string };

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

const personColumns = ({ subject }: Identity, name: string, roles: Roles) => ({
  ...{ subject, user_name: name, roles: JSON.stringify(roles) },
});

/** Creates or updates the user. Returns its id. */
async function upsertUser(transaction: Queries, identity: Identity, roles: Roles, now: number): Promise<string> {
  const { issuer, subject, claims } = identity;
  const current = {
    name: nameOf(claims, subject),
    email: emailOf(identity),
    roles: JSON.stringify(roles),
    seen_at: now,
  };
  const { id } = await transaction
    .insertInto('users')
    .values({ id: randomUUID(), issuer, subject, created_at: now, ...current })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet(current))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

const MAX_EMAIL = 320;
function emailOf({ claims }: Identity): string | null {
  const { email, email_verified: isVerified } = claims;
  return typeof email === 'string' && isVerified === true && email.length <= MAX_EMAIL ? email : null;
}

/** Removes expired sign-ins, and people without a recent sign-in. */
export async function removeOldSignIns(transaction: Queries, now: number): Promise<void> {
  await transaction.deleteFrom('sign_ins').where('expires_at', '<=', now).execute();
  await transaction
    .deleteFrom('users')
    .where('seen_at', '<=', now - USER_RETENTION)
    .execute();
}

/** Removes the oldest sign-ins of a person above the maximum. */
async function removeExcess(transaction: Queries, user: string): Promise<void> {
  const newest = transaction
    .selectFrom('sign_ins')
    .select('id')
    .where('user_id', '=', user)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(MAX_PER_USER);
  await transaction.deleteFrom('sign_ins').where('user_id', '=', user).where('id', 'not in', newest).execute();
}
