/**
 * Reads and writes all content of the host. A write is durable before its promise resolves, and happens once per
 * idempotency key. It is rejected if the writer has not seen the latest revision. All databases behave alike.
 */
import type { DomainError } from '../lib/domain-error.js';
import type { AuditEntry, AuditFilter, PublicationAudit } from './audit.js';
import type { ComponentFilter } from './component-fields.js';
import type { Fork, ForkFilter } from './fork.js';
import type {
  Action,
  Change,
  Collection,
  Component,
  ComponentDetail,
  ComponentInput,
  DataSource,
  DataSourceSummary,
  Library,
  LibrarySettings,
  ListedComponent,
  Media,
  Revision,
  RevisionSummary,
  Stylesheet,
  StylesheetContent,
  StylesheetSummary,
  Version,
  VersionAddress,
  VersionState,
  VersionSummary,
} from './model.js';
import type {
  DeliveryState,
  NewWebhook,
  Webhook,
  WebhookAddress,
  WebhookChange,
  WebhookDelivery,
  WebhookEvent,
  WebhookTest,
} from './webhook.js';
import type { Release, ReleaseInput, ReleaseItem } from './release.js';
import type { Schedule, ScheduleFilter, ScheduleSubject, ScheduleTime } from './schedule.js';
import type { NewPreviewLink, PreviewLink, PreviewLinkInput } from './preview-link.js';
import type { PrincipalIdentity } from '../auth/identity.js';

/** The arguments of every write of content with revisions. */
export interface Write {
  readonly actor: PrincipalIdentity;
  /** Number of the last revision that the writer has seen; 0 if the content does not exist yet. */
  readonly expected: number;
  /** A retry with the same key returns the first result. At most 200 characters. */
  readonly key?: string;
  /**
   * Address of the page that a fork is created or saved on. Only `fork` and `save` store it. A retry may have a
   * different page.
   */
  readonly page?: string;
  /** The error if the content may not be saved now. A retry still returns its earlier successful result. */
  readonly refused?: DomainError;
}

/** An action of a history other than those that add a revision or create a fork. */
export type StateTransition = Exclude<Action, 'save' | 'fork' | 'revert'>;

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Pass it as `after` for the next page. Null on the last page. */
  readonly next: string | null;
}
export interface PageRequest {
  /** 1 to 100. */
  readonly first: number;
  readonly after?: string;
}

/** A paginated list. Callers without a role see only its published items. */
export interface ListRequest extends PageRequest {
  /** Only items that are published or contain something published. */
  readonly published?: boolean;
  /** Ids that are included even if they are not published. */
  readonly besides?: readonly string[];
}

export interface VersionListRequest extends ListRequest {
  /** Returns summaries, which include facts about the markup. Reading them takes as long as reading full versions. */
  readonly summaries?: boolean;
}

/** Identifies an upload of a picture for retries. Its result is stored as JSON. */
export interface KeyedUpload extends Pick<Write, 'actor' | 'key'> {
  /** The operation with all its arguments except key and actor. The operation determines the type of the result. */
  readonly operation: readonly (string | number | boolean)[];
}

/** Identifies the content of one revision. */
export interface RevisionAddress extends VersionAddress {
  readonly number: number;
}

/**
 * Reads and writes content.
 * @throws ConflictError, NotFoundError, BadInputError, KeyReusedError if a promise rejects because of the caller's
 * request.
 */
export interface ContentService {
  libraries(): Promise<readonly Library[]>;
  /** Ordered by id, 1 to 1000 per page. `after` is the last id of the previous page. */
  libraryPage(page: ListRequest): Promise<Page<Library>>;
  library(id: string): Promise<Library | undefined>;
  /** Whether a library exists, or was deleted and left tombstones. Undefined if it never existed. */
  libraryState(id: string): Promise<'there' | 'deleted' | undefined>;
  /** The library, if a version or the stylesheet of it is published. */
  publishedLibrary(id: string): Promise<Library | undefined>;
  /** Creates or updates a library. Omitted properties do not change. */
  putLibrary(
    library: Pick<Library, 'id' | 'name'> & { description?: string; settings?: Partial<LibrarySettings> },
    actor?: PrincipalIdentity,
  ): Promise<Library>;
  /**
   * Permanently removes a library with its content, and revokes its tokens. Published content becomes tombstones.
   * Revision numbers are never reused. Returns false if the library does not exist. The promise may resolve before a
   * large deletion is complete.
   */
  deleteLibrary(id: string, actor?: PrincipalIdentity): Promise<boolean>;

  component(library: string, id: string): Promise<Component | undefined>;
  /** Ordered by id. With `published`, only components with a published version or fork. */
  components(
    library: string,
    page: PageRequest & ComponentFilter & Pick<ListRequest, 'published'>,
  ): Promise<Page<Component>>;
  /** Like `components`, but with only the given details; none by default. */
  componentSummaries(
    library: string,
    page: PageRequest & ComponentFilter & Pick<ListRequest, 'published'> & { details?: readonly ComponentDetail[] },
  ): Promise<Page<ListedComponent>>;
  /** Creates or updates a component. Omitted properties do not change. */
  putComponent(component: ComponentInput): Promise<Component>;

  /**
   * Removes a component, and its versions and forks as the action `delete` does. Returns false if the component does
   * not exist. The promise may resolve before a large deletion is complete.
   * @param options `force`: delete even if versions are published
   * @throws BadInputError that names the published versions
   */
  deleteComponent(
    library: string,
    id: string,
    options?: { readonly force?: boolean },
    actor?: PrincipalIdentity,
  ): Promise<boolean>;
  /** Deletions that have not finished. */
  openDeletions(): Promise<readonly Omit<VersionAddress, 'version'>[]>;

  /** In the requested order; undefined for a version that does not exist. Deleted versions are included, with `deletedAt`. */
  versions(addresses: readonly VersionAddress[]): Promise<readonly (Version | undefined)[]>;
  versionsOf(library: string, component: string): Promise<readonly Version[]>;
  /** Like `versions`, without markup. */
  versionSummaries(addresses: readonly VersionAddress[]): Promise<readonly (VersionSummary | undefined)[]>;
  /** First versions, then forks, each by name; 1 to 1000 per page. `after` is the last name of the previous page. */
  versionPage(
    library: string,
    component: string,
    page: VersionListRequest,
  ): Promise<Page<VersionState | VersionSummary>>;
  /** The first page of the versions of each component, in the requested order. Empty for an unknown component. */
  versionPages(
    library: string,
    components: readonly string[],
    page: Omit<VersionListRequest, 'after'>,
  ): Promise<readonly Page<VersionState | VersionSummary>[]>;
  /** The contents of revisions, in the requested order; undefined for a revision that does not exist. */
  contents(revisions: readonly RevisionAddress[]): Promise<readonly (string | undefined)[]>;
  /** Like `history`, without content. An empty component and version select the library's stylesheet. */
  historySummaries(address: VersionAddress, page: PageRequest): Promise<Page<RevisionSummary>>;
  /** The forks of a library, without markup. */
  forks(library: string, page: PageRequest & ForkFilter): Promise<Page<Fork>>;
  /** Latest first. */
  history(address: VersionAddress, page: PageRequest): Promise<Page<Revision>>;
  /** One revision: the HTML of a version, or the content of a stylesheet as JSON. */
  revision(address: VersionAddress, number: number): Promise<Revision | undefined>;

  /**
   * Copies a version's last revision to another version of the component, as its revision 1. A deleted target is
   * restored, with the copy as its next revision. `expected` is the revision of the target: 0 for a new one.
   */
  fork(origin: VersionAddress, instance: string, write: Write): Promise<Version>;
  /** Adds a revision. Creates the version if `expected` is 0 and its component exists. Does not validate the markup. */
  save(address: VersionAddress, view: string, write: Write): Promise<Version>;
  /**
   * `stage` and `publish` deliver the last revision. `unstage` and `unpublish` replace the delivered revision by a
   * tombstone. `delete` marks the version as deleted and withdraws everything delivered. `restore` removes the mark and
   * delivers nothing.
   */
  step(step: StateTransition, address: VersionAddress, write: Write): Promise<Version>;
  /** Saves the content of an earlier revision as a new revision. */
  revert(address: VersionAddress, to: number, write: Write): Promise<Version>;

  stylesheet(library: string): Promise<Stylesheet | undefined>;
  stylesheetSummary(library: string): Promise<StylesheetSummary | undefined>;
  stylesheetHistory(library: string, page: PageRequest): Promise<Page<Revision>>;
  saveStylesheet(library: string, content: StylesheetContent, write: Write): Promise<Stylesheet>;
  stepStylesheet(
    step: 'stage' | 'publish' | 'unstage' | 'unpublish',
    library: string,
    write: Write,
  ): Promise<Stylesheet>;

  /** Pending schedules by their time, all others newest first. */
  schedules(library: string, page: PageRequest & ScheduleFilter): Promise<Page<Schedule>>;
  schedule(id: string): Promise<Schedule | undefined>;
  /**
   * Schedules a publication, unpublication or release. One host runs it once. Repeating a pending request returns the
   * existing schedule.
   * @throws BadInputError if the time is past or the content may not be published now
   */
  addSchedule(subject: ScheduleSubject, time: ScheduleTime, actor: PrincipalIdentity): Promise<Schedule>;
  /** A canceled schedule stays canceled. @throws NotFoundError; BadInputError if it has run */
  cancelSchedule(id: string, actor?: PrincipalIdentity): Promise<Schedule>;

  /** Ordered by id. */
  releases(library: string, page: PageRequest): Promise<Page<Release>>;
  release(library: string, id: string): Promise<Release | undefined>;
  /** Ordered by address; empty if the release does not exist. */
  releaseItems(library: string, id: string): Promise<readonly ReleaseItem[]>;
  /** Creates a release (`expected` 0), or changes an open one. Retention keeps its revisions. */
  saveRelease(release: ReleaseInput, expected: number, actor: PrincipalIdentity): Promise<Release>;
  /** Removes a release and cancels its schedules. Published items stay published. Returns false if it does not exist. */
  deleteRelease(library: string, id: string, actor?: PrincipalIdentity): Promise<boolean>;
  /** Publishes all items or none. A published release stays published. */
  publishRelease(library: string, id: string, expected: number, actor: PrincipalIdentity): Promise<Release>;

  collections(library: string): Promise<readonly Collection[]>;
  /** Like `libraryPage`. */
  collectionPage(library: string, page: PageRequest): Promise<Page<Collection>>;
  putCollection(collection: Collection): Promise<Collection>;
  dataSources(library: string): Promise<readonly DataSource[]>;
  /** Like `libraryPage`. */
  dataSourcePage(library: string, page: PageRequest): Promise<Page<DataSourceSummary>>;
  /** The data source with this name. Without a library: the first public one, by library name. */
  dataSource(name: string, library?: string): Promise<DataSource | undefined>;
  /** Libraries with a data source of this name, in order; at most 1000. */
  librariesWithDataSource(name: string): Promise<readonly string[]>;
  /**
   * Creates or updates a data source. A new one is private by default. Omitted properties do not change. An unchanged
   * data source keeps its modification time.
   */
  putDataSource(
    source: Pick<DataSource, 'library' | 'id' | 'sample'> & Partial<Pick<DataSource, 'settings' | 'public'>>,
  ): Promise<DataSource>;
  /** Permanently removes a data source. Returns false if it does not exist. */
  deleteDataSource(library: string, id: string, actor?: PrincipalIdentity): Promise<boolean>;
  /** Newest first. `search` keeps pictures whose name contains every word, ignoring case. */
  media(library: string, page: PageRequest & { search?: string }): Promise<Page<Media>>;
  mediaItem(library: string, id: string): Promise<Media | undefined>;
  putMedia(media: Media): Promise<Media>;
  /** The result of an earlier upload with the same key; undefined if the key is new. @throws KeyReusedError, BadInputError */
  earlierUpload<Result>(upload: KeyedUpload): Promise<Result | undefined>;
  /** Stores the result of an upload under its key. Returns the earlier result if there is one. @throws KeyReusedError */
  rememberUpload<Result>(upload: KeyedUpload, result: Result): Promise<Result>;
  /** Removes the record of a picture. The caller has deleted the blobs before. Returns false if it does not exist. */
  deleteMedia(library: string, id: string, actor?: PrincipalIdentity): Promise<boolean>;

  /**
   * The changes after a sequence number, in order. Without a number: all changes that any host makes after the promise
   * resolves. Ends when the signal aborts.
   * @throws BadInputError if changes after the number are missing, such as after a restore. The number 0 returns all
   * retained changes.
   * @throws UnavailableError, while iterating, if changes can no longer be received.
   */
  changes(library: string, options: { after?: number; signal: AbortSignal }): Promise<AsyncIterable<Change>>;

  /** The webhooks of a library, oldest first; at most 20. */
  webhooks(library: string): Promise<readonly Webhook[]>;
  /** @param webhook `events`: all by default. @throws BadInputError for more than 20 webhooks, or a forbidden URL */
  createWebhook(
    webhook: { readonly library: string; readonly url: string; readonly events?: readonly WebhookEvent[] },
    actor?: PrincipalIdentity,
  ): Promise<NewWebhook>;
  /** Updates the given properties. Pending events go to the new URL, but only while the webhook is enabled. */
  updateWebhook(change: WebhookChange, actor?: PrincipalIdentity): Promise<Webhook>;
  /** Removes a webhook, its pending events and its log. Returns false if it does not exist. */
  deleteWebhook(address: WebhookAddress, actor?: PrincipalIdentity): Promise<boolean>;
  /** Creates a new secret. The previous one also signs for another day, unless `revoke` is set. */
  rotateWebhookSecret(
    address: WebhookAddress,
    options?: { readonly revoke?: boolean },
    actor?: PrincipalIdentity,
  ): Promise<NewWebhook>;
  /** Sends one event of the type `webhook.test` immediately, even to a disabled webhook. */
  testWebhook(address: WebhookAddress, actor?: PrincipalIdentity): Promise<WebhookTest>;
  /** Sent and pending events, newest first. They are retained for 30 days. */
  webhookDeliveries(
    address: WebhookAddress,
    page: PageRequest & { readonly state?: DeliveryState },
  ): Promise<Page<WebhookDelivery>>;
  /** Sends one event to one webhook again, with the same event id. */
  replayWebhookDelivery(address: WebhookAddress, event: string, actor?: PrincipalIdentity): Promise<WebhookDelivery>;
  /**
   * Creates a link that shows drafts to everybody who has it. The token is returned only here.
   * @throws BadInputError, NotFoundError
   */
  createPreviewLink(input: PreviewLinkInput, actor?: PrincipalIdentity): Promise<NewPreviewLink>;
  /** The preview links of a library, newest first, including expired and revoked ones. */
  previewLinkPage(library: string, page: PageRequest): Promise<Page<PreviewLink>>;
  /** Revokes a link immediately. Undefined if the id does not exist, or not in the given library. */
  revokePreviewLink(id: string, library?: string, actor?: PrincipalIdentity): Promise<PreviewLink | undefined>;
  /** The link of a token, even if it is expired or revoked. Undefined for a token without a valid signature. */
  previewLinkOf(token: string): Promise<PreviewLink | undefined>;

  /** The audit log, newest first. */
  auditPage(page: PageRequest & AuditFilter): Promise<Page<AuditEntry>>;
  /** The publication audits of a library: one per version and one for the stylesheet. */
  publicationAudits(library: string, actor: string): Promise<readonly PublicationAudit[]>;

  /**
   * Resolves when all earlier writes are delivered, so that blobs and database agree. With `once`, each blob is tried
   * only once.
   * @throws UnavailableError, with `once`, if the blob store did not accept all blobs.
   */
  delivered(options?: { readonly once?: boolean }): Promise<void>;
  /** Requests delivery of everything that was ever delivered. The blob store belongs to this database from now on. */
  redeliver(): Promise<void>;
  /** Delivers the current content of some keys again. Resolves on success, failure or timeout. */
  deliverAgain(keys: readonly string[]): Promise<void>;
  /**
   * Whether the blobs of a version match its last action. An empty component and version select the library's
   * stylesheet. A slow blob store does not delay the response to a write; its blobs follow later.
   */
  isDelivered(address: VersionAddress): Promise<boolean>;
  /** When a version was unpublished; null if it was never published. */
  unpublishedAt(address: VersionAddress): Promise<number | null>;
  /** Keys of a library's blobs that do not match the database. Each is written separately, and one may fail for a long time. */
  openDeliveries(library: string): Promise<ReadonlySet<string>>;
  /** The differences between database and blobs; empty if they agree. */
  check(): Promise<readonly string[]>;
  /** False if the database fails. The promise stays pending while the database does not respond. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}
