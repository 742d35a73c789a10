/**
 * The tables, alike on both databases. Times are milliseconds since 1970; what is never searched is JSON text. A
 * version and a stylesheet are both a `document`: a stylesheet is the one whose component and version are ''.
 */
import type { ColumnType, Generated, Kysely } from 'kysely';

export interface LibraryRow {
  id: string;
  name: string;
  description: string;
  /** JSON of LibrarySettings. */
  settings: string;
  created_at: number;
  /** Its id and its tombstones are all that is left. */
  deleted_at: number | null;
}

/** Number of a library's last change. Apart from the library, since every write changes it. */
export interface SequenceRow {
  library: string;
  last: number;
  /** Changes up to this number are those of a library before it, which was deleted; 0 without one. */
  start: Generated<number>;
}

export interface ComponentRow {
  library: string;
  id: string;
  name: string;
  description: string;
  created_at: number;
  modified_at: number;
  /** What it is found by. */
  folded: string;
}

export interface CollectionRow {
  library: string;
  id: string;
  name: string;
}

/** Which components a collection shows. */
export interface MembershipRow {
  library: string;
  component: string;
  collection: string;
}

export interface EntryRow {
  library: string;
  component: string;
  version: string;
  fork_origin: string | null;
  /** Address of the page that a fork is for; '' where nobody has said. */
  page: string;
  revision: number;
  staged: number | null;
  published: number | null;
  deleted_at: number | null;
  created_at: number;
  modified_at: number;
  /** Revisions that are no longer kept. */
  removed: number;
}

/** A row with what nobody but a trigger writes: hosts of an earlier release do not know of it. */
export interface EntryTable extends EntryRow {
  /** When what is published of it last changed; null where nothing ever was. It never goes back. */
  published_at: ColumnType<number | null, never, never>;
}

export interface RevisionRow {
  library: string;
  component: string;
  version: string;
  /** From 1. 0 holds no content: it is what the tombstones of an erased document name. */
  number: number;
  content: string;
  author: string;
  at: number;
}

/**
 * What the blob of a key should be, and so the outbox as well: where `delivered` is less than `wanted` the blob is
 * still to be written. `wanted` grows with each change.
 */
export interface OutboxRow {
  key: string;
  library: string;
  component: string;
  version: string;
  /** `staged`, `published`, or the number as digits. */
  word: string;
  /** Revision whose content it is. */
  number: number;
  /** Set on a tombstone. */
  deleted_at: number | null;
  wanted: number;
  delivered: number;
  /** Failures since the last success. */
  attempts: number;
  /** Not to be tried by a host that merely finds it before this time. */
  due_at: number;
}

export interface ChangeRow {
  library: string;
  sequence: number;
  subject: string;
  kind: string;
  action: string;
  revision: number;
  at: number;
}

/** Idempotency keys: what was done under them, and with what result. */
export interface OperationRow {
  actor: string;
  key: string;
  /** SHA-256 of the operation and its arguments. */
  hash: string;
  /** JSON of the DocumentRow that resulted; null only within the transaction that will set it. */
  result: string | null;
  at: number;
}

export interface DataSourceRow {
  library: string;
  id: string;
  sample: string;
  settings: string | null;
  modified_at: number;
  /** 1 where the sample is delivered without a token. */
  public: number;
}

export interface MediaRow {
  library: string;
  id: string;
  name: string;
  width: number;
  height: number;
  /** JSON of MediaVariant[]. */
  variants: string;
  author: string;
  created_at: number;
  /** What it is found by. */
  folded: string;
}

export interface TokenRow {
  id: string;
  name: string;
  library: string | null;
  role: string;
  /** SHA-256 of the secret, hexadecimal. */
  hash: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

export interface SecretRow {
  name: string;
  /** base64url. */
  value: string;
}

export interface AuditRow {
  /** Begins with the time, so that ids are in its order. */
  id: string;
  at: number;
  action: string;
  /** '' where it is about all libraries. */
  library: string;
  subject: string;
  /** JSON of an object. */
  details: string;
  /** Id of a token or session. */
  actor: string;
  actor_name: string;
  /** '' on the command line. */
  address: string;
}

/** A component that is being deleted, or with '' for the component a library. The row goes when that is done. */
export interface DeletionRow {
  library: string;
  component: string;
  at: number;
}

/** A blob that has changed, and whose copies in a CDN are still to be removed. */
export interface PurgeRow {
  key: string;
  /** Another with each change, so that none is taken for purged that came meanwhile. */
  change: string;
  /** When the change that waits longest was made. */
  at: number;
  due_at: number;
  attempts: number;
}

/** Something that is to be published or unpublished at a time, or was. */
export interface ScheduledJobRow {
  id: string;
  library: string;
  /** `publish`, `unpublish` or `release`. */
  kind: string;
  /** '' for a stylesheet and for a release. */
  component: string;
  version: string;
  /** '' for all but a release. */
  release: string;
  /** Of what is published. */
  revision: number | null;
  due_at: number;
  /** As it was given, without a zone: `2026-03-29T02:30:00`; null where a moment was. */
  local_time: string | null;
  /** IANA name. */
  time_zone: string | null;
  /** Release of the time zone database that `due_at` was computed with; '' without a zone. */
  zone_data: string;
  /** `gap` or `overlap`. */
  adjustment: string | null;
  /** `pending`, `done`, `failed` or `canceled`. */
  state: string;
  attempts: number;
  /** Not to be tried before this time, after a try that failed. */
  retry_at: number;
  error: string | null;
  created_by: string;
  created_by_name: string;
  created_at: number;
  finished_at: number | null;
}

/** A set of revisions that are published together. */
export interface ReleaseRow {
  library: string;
  id: string;
  name: string;
  /** `open` or `published`. */
  state: string;
  /** Grows with each change. */
  revision: number;
  created_by_name: string;
  created_at: number;
  modified_at: number;
  published_at: number | null;
}

export interface ReleaseItemRow {
  library: string;
  release: string;
  component: string;
  version: string;
  /** Null where it is unpublished. */
  revision: number | null;
}

/** Shows drafts to whoever has its token, of which nothing is kept: its signature is made anew of the id and the key. */
export interface PreviewLinkRow {
  id: string;
  library: string;
  /** Address of the page that it is for; '' for none. */
  page: string;
  /** JSON of PreviewSubject[]. */
  subjects: string;
  /** Revision of the stylesheet that it is pinned to; null for the newest. */
  stylesheet: number | null;
  /** Id of the key that signed it. */
  key_id: string;
  created_by: string;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
}

/** Somebody whom an identity provider has signed in. */
export interface UserRow {
  id: string;
  /** The provider. Together with `subject` it names one person for good; names and addresses change. */
  issuer: string;
  subject: string;
  name: string;
  /** Null where the provider names none that it has checked. */
  email: string | null;
  /** JSON of the role by library, `*` for every library, as the provider's claims last gave them. */
  roles: string;
  created_at: number;
  seen_at: number;
}

/** A browser in which somebody is signed in. The row goes when they sign out. */
export interface SignInRow {
  id: string;
  /** SHA-256 of its secret, hexadecimal. */
  hash: string;
  user_id: string;
  /** Of the pages that may use it. */
  origin: string;
  /** Encrypted; null where the provider gave none. */
  refresh_token: string | null;
  /** Encrypted. The provider wants it back to end its own session. */
  id_token: string | null;
  created_at: number;
  /** When the provider last said who they are. */
  checked_at: number;
  /** When a host last went to ask. One host asks, because a refresh token may hold only once. */
  claimed_at: number;
  expires_at: number;
}

export interface CompatibilityRow {
  /** `oldest host` */
  name: string;
  migration: string;
}

export interface WebhookRow {
  library: string;
  id: string;
  url: string;
  /** JSON of the types that it is sent. */
  events: string;
  /** 1 where it is sent events. */
  enabled: number;
  /** Why the host disabled it by itself. */
  disabled_reason: string | null;
  /** JSON of a list of `{secret, until}`: the current one first, whose `until` is null. */
  secrets: string;
  created_at: number;
  /** When its library was deleted: it is sent that event, and then removed. */
  retired_at: number | null;
}

/** What receivers are told, written in the transaction of the change. */
export interface WebhookEventRow {
  /** `msg_…` */
  id: string;
  library: string;
  /** Grows with each event of the library. */
  sequence: number;
  type: string;
  subject: string;
  /** Of a version or, as '', of a stylesheet; null for other subjects. */
  component: string | null;
  version: string | null;
  /** JSON of an object. */
  data: string;
  at: number;
}

/** An event on its way to one webhook; kept as a log. */
export interface WebhookDeliveryRow {
  library: string;
  webhook: string;
  event: string;
  /** As the event's. */
  sequence: number;
  subject: string;
  state: string;
  /** Since it was asked for, or replayed. */
  attempts: number;
  first_at: number | null;
  due_at: number;
  /** Names who sends it. Others leave it alone until `claimed_until`. */
  claim: string | null;
  claimed_until: number;
  /** HTTP status of the last response. */
  status: number | null;
  /** Why the last attempt failed. */
  error: string | null;
  /** As the event's. */
  at: number;
  delivered_at: number | null;
}

export interface Tables {
  libraries: LibraryRow;
  sequences: SequenceRow;
  components: ComponentRow;
  collections: CollectionRow;
  memberships: MembershipRow;
  documents: EntryTable;
  revisions: RevisionRow;
  deliveries: OutboxRow;
  changes: ChangeRow;
  operations: OperationRow;
  data_sources: DataSourceRow;
  media: MediaRow;
  tokens: TokenRow;
  secrets: SecretRow;
  audit: AuditRow;
  compatibility: CompatibilityRow;
  deletions: DeletionRow;
  webhooks: WebhookRow;
  webhook_events: WebhookEventRow;
  webhook_deliveries: WebhookDeliveryRow;
  purges: PurgeRow;
  scheduled_jobs: ScheduledJobRow;
  releases: ReleaseRow;
  release_items: ReleaseItemRow;
  preview_links: PreviewLinkRow;
  users: UserRow;
  sign_ins: SignInRow;
}

/** Runs queries: the database itself, or a transaction of it. */
export type Queries = Kysely<Tables>;
