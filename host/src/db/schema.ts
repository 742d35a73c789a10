/**
 * The tables, which are equal on both databases. Times are milliseconds since 1970. Values that are never searched are
 * JSON text. Versions and stylesheets are both rows of `documents`; a stylesheet has an empty component and version.
 */
import type { ColumnType, Generated, Kysely } from 'kysely';

export interface LibraryRow {
  id: string;
  name: string;
  description: string;
  /** JSON of LibrarySettings. */
  settings: string;
  created_at: number;
  /** If set, only the id and tombstones remain. */
  deleted_at: number | null;
}

/** The number of a library's last change. Separate from `libraries`, because every write changes it. */
export interface SequenceRow {
  library: string;
  last: number;
  /** Changes up to this number belong to a deleted library with the same id; 0 if there was none. */
  start: Generated<number>;
}

export interface ComponentRow {
  library: string;
  id: string;
  name: string;
  description: string;
  created_at: number;
  modified_at: number;
  /** Normalized text for searches. */
  folded: string;
}

export interface CollectionRow {
  library: string;
  id: string;
  name: string;
}

/** The components of a collection. */
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
  /** Address of the page of a fork; '' if unknown. */
  page: string;
  revision: number;
  staged: number | null;
  published: number | null;
  deleted_at: number | null;
  created_at: number;
  modified_at: number;
  /** Number of removed revisions. */
  removed: number;
}

/** A row with a column that only a trigger writes, because hosts of an earlier release do not know it. */
export interface EntryTable extends EntryRow {
  /** When the published content last changed; null if nothing was ever published. It never decreases. */
  published_at: ColumnType<number | null, never, never>;
}

export interface RevisionRow {
  library: string;
  component: string;
  version: string;
  /** From 1. Number 0 has no content; tombstones of an erased entry refer to it. */
  number: number;
  content: string;
  author: string;
  at: number;
}

/**
 * The target state of a blob, which makes the table the outbox: if `delivered` is less than `wanted`, the blob must be
 * written. `wanted` is incremented with each change.
 */
export interface OutboxRow {
  key: string;
  library: string;
  component: string;
  version: string;
  /** `staged`, `published`, or the number as digits. */
  word: string;
  /** The revision that provides the content. */
  number: number;
  /** Set for a tombstone. */
  deleted_at: number | null;
  wanted: number;
  delivered: number;
  /** Failures since the last success. */
  attempts: number;
  /** Hosts that find the row by polling do not attempt it before this time. */
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

/** Idempotency keys with their operation and its result. */
export interface OperationRow {
  actor: string;
  key: string;
  /** SHA-256 of the operation and its arguments. */
  hash: string;
  /** JSON of the result, such as an EntryRow. Null only within the transaction that sets it. */
  result: string | null;
  at: number;
}

export interface DataSourceRow {
  library: string;
  id: string;
  sample: string;
  settings: string | null;
  modified_at: number;
  /** 1 if the sample is delivered without a token. */
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
  /** Normalized text for searches. */
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
  /** Begins with the time, so that ids sort by time. */
  id: string;
  at: number;
  action: string;
  /** '' if the entry concerns all libraries. */
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

/** A running deletion of a component, or of a library if `component` is ''. Removed when the deletion is complete. */
export interface DeletionRow {
  library: string;
  component: string;
  at: number;
}

/** A changed blob whose copies must be purged from a CDN. */
export interface PurgeRow {
  key: string;
  /** A new value with each change, so that a change during a purge is purged again. */
  change: string;
  /** Time of the oldest change. */
  at: number;
  due_at: number;
  attempts: number;
}

/** A pending or past schedule. */
export interface ScheduledJobRow {
  id: string;
  library: string;
  /** `publish`, `unpublish` or `release`. */
  kind: string;
  /** '' for a stylesheet and for a release. */
  component: string;
  version: string;
  /** '' unless a release is scheduled. */
  release: string;
  /** The revision to publish. */
  revision: number | null;
  due_at: number;
  /** As given, without a zone: `2026-03-29T02:30:00`; null if a moment was given. */
  local_time: string | null;
  /** IANA name. */
  time_zone: string | null;
  /** Version of the time zone database that computed `due_at`; '' without a zone. */
  zone_data: string;
  /** `gap` or `overlap`. */
  adjustment: string | null;
  /** `pending`, `done`, `failed` or `canceled`. */
  state: string;
  attempts: number;
  /** After a failure, no attempt before this time. */
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
  /** Incremented with each change. */
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
  /** Null to unpublish. */
  revision: number | null;
}

/** A link that shows drafts. Its token is not stored: the signature is computed from the id and the key. */
export interface PreviewLinkRow {
  id: string;
  library: string;
  /** Address of the page; '' for none. */
  page: string;
  /** JSON of PreviewSubject[]. */
  subjects: string;
  /** The pinned revision of the stylesheet; null for the newest. */
  stylesheet: number | null;
  /** Id of the key that signed it. */
  key_id: string;
  created_by: string;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
}

/** A person who has signed in through an identity provider. */
export interface UserRow {
  id: string;
  /** The provider. Together with `subject` it identifies a person permanently, while names and addresses may change. */
  issuer: string;
  subject: string;
  name: string;
  /** Null if the provider gives no verified address. */
  email: string | null;
  /** JSON of the roles by library (`*` for every library), from the provider's latest claims. */
  roles: string;
  created_at: number;
  seen_at: number;
}

/** A browser in which a person is signed in. Removed at sign-out. */
export interface SignInRow {
  id: string;
  /** SHA-256 of its secret, hexadecimal. */
  hash: string;
  user_id: string;
  /** Origin of the pages that may use it. */
  origin: string;
  /** Encrypted; null if the provider gave none. */
  refresh_token: string | null;
  /** Encrypted. The provider requires it to end its own session. */
  id_token: string | null;
  created_at: number;
  /** When the provider last confirmed the person. */
  checked_at: number;
  /** When a host last started to refresh. Only one host refreshes, because a refresh token may be valid only once. */
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
  /** JSON of the subscribed event types. */
  events: string;
  /** 1 if events are sent to it. */
  enabled: number;
  /** Why the host disabled it automatically. */
  disabled_reason: string | null;
  /** JSON of a list of `{secret, until}`: first the current one, whose `until` is null. */
  secrets: string;
  created_at: number;
  /** When its library was deleted. The event of that is sent, and then the row is removed. */
  retired_at: number | null;
}

/** An event for receivers, written in the transaction of the change. */
export interface WebhookEventRow {
  /** `msg_…` */
  id: string;
  library: string;
  /** Increases with each event of the library. */
  sequence: number;
  type: string;
  subject: string;
  /** The component of a version, '' for a stylesheet, null for other subjects. */
  component: string | null;
  version: string | null;
  /** JSON of an object. */
  data: string;
  at: number;
}

/** The delivery of an event to one webhook. Kept as a log. */
export interface WebhookDeliveryRow {
  library: string;
  webhook: string;
  event: string;
  /** Copy of the event's `sequence`. */
  sequence: number;
  subject: string;
  state: string;
  /** Attempts since the event or its last replay. */
  attempts: number;
  first_at: number | null;
  due_at: number;
  /** Identifies the host that sends it. Other hosts skip it until `claimed_until`. */
  claim: string | null;
  claimed_until: number;
  /** HTTP status of the last response. */
  status: number | null;
  /** Why the last attempt failed. */
  error: string | null;
  /** Time of the event. */
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

/** Runs queries, on the database or in a transaction. */
export type Queries = Kysely<Tables>;
