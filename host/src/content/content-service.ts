/**
 * The host's memory: every write is durable before its promise resolves, happens once per idempotency key, and is
 * refused when the writer has not seen the latest revision. The same on every database.
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
  ComponentInput,
  ComponentSummary,
  DataSource,
  DataSourceSummary,
  Library,
  LibrarySettings,
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

/** What every write of a revisioned thing carries. */
export interface Write {
  readonly actor: PrincipalIdentity;
  /** Number of the revision the writer has seen last; 0 for what is not there yet. */
  readonly expected: number;
  /** A retry with the same key gives the first result again. At most 200 characters. */
  readonly key?: string;
  /**
   * Address of the page that a fork is made or saved on; kept by `fork` and `save`. It is a remark: a retry may name another.
   */
  readonly page?: string;
  /** Why its content may not be saved now. A retry still gives the first result, of when it could be. */
  readonly refused?: DomainError;
}

/** A step of a history other than `save` and `fork`. */
export type StateTransition = Exclude<Action, 'save' | 'fork' | 'revert'>;

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Hand it in as `after` for the next page; null at the end. */
  readonly next: string | null;
}
export interface PageRequest {
  /** 1 to 100. */
  readonly first: number;
  readonly after?: string;
}

/** A list that is read page by page, and of which callers without a role see what is published. */
export interface ListRequest extends PageRequest {
  /** Only what is published, or has something published in it. */
  readonly published?: boolean;
  /** These too, published or not. */
  readonly besides?: readonly string[];
}

export interface VersionListRequest extends ListRequest {
  /** As summaries: with what the revisions say of their views, which takes as long to read as the versions themselves. */
  readonly summaries?: boolean;
}

/** Names an upload of a picture, for one who repeats it. Its result is JSON. */
export interface KeyedUpload extends Pick<Write, 'actor' | 'key'> {
  /** What is done, with all its arguments but key and actor; the result is of its type. */
  readonly operation: readonly (string | number | boolean)[];
}

/** Names the content of one revision. */
export interface RevisionAddress extends VersionAddress {
  readonly number: number;
}

/**
 * Reads and writes.
 * @throws ConflictError, NotFoundError, BadInputError, KeyReusedError where a promise rejects for the caller's reasons.
 */
export interface ContentService {
  libraries(): Promise<readonly Library[]>;
  /** By id, 1 to 1000 at once; `after` is the id of the last one of the page before. */
  libraryPage(page: ListRequest): Promise<Page<Library>>;
  library(id: string): Promise<Library | undefined>;
  /** Whether a library is there, or was and left tombstones; undefined where there never was one. */
  libraryState(id: string): Promise<'there' | 'deleted' | undefined>;
  /** The library if a version or stylesheet of it is published. */
  publishedLibrary(id: string): Promise<Library | undefined>;
  /** Makes or changes a library; what is left out stays. */
  putLibrary(
    library: Pick<Library, 'id' | 'name'> & { description?: string; settings?: Partial<LibrarySettings> },
    by?: PrincipalIdentity,
  ): Promise<Library>;
  /**
   * Removes a library and all that is in it for good, and revokes its tokens. What was public becomes tombstones, and no
   * number of a version is given again. False where there is none. A large one takes longer than this waits.
   */
  deleteLibrary(id: string, by?: PrincipalIdentity): Promise<boolean>;

  component(library: string, id: string): Promise<Component | undefined>;
  /** By id. With `published`, those of which a version or fork is published. */
  components(
    library: string,
    page: PageRequest & ComponentFilter & Pick<ListRequest, 'published'>,
  ): Promise<Page<Component>>;
  /** As `components`, without what other tables know of them. */
  componentSummaries(
    library: string,
    page: PageRequest & ComponentFilter & Pick<ListRequest, 'published'>,
  ): Promise<Page<ComponentSummary>>;
  /** Makes or changes a component; what is left out stays. */
  putComponent(component: ComponentInput): Promise<Component>;

  /**
   * Removes a component; its versions and forks are deleted as by the step `delete`. False where there is none. One with a great many
   * of them takes longer than this waits.
   * @param options `force`: also where versions of it are published
   * @throws BadInputError that names those
   */
  deleteComponent(
    library: string,
    id: string,
    options?: { readonly force?: boolean },
    by?: PrincipalIdentity,
  ): Promise<boolean>;
  /** What is still being deleted. */
  openDeletions(): Promise<readonly Omit<VersionAddress, 'version'>[]>;

  /** In the order asked for; undefined where there is none. Deleted ones are there, marked. */
  versions(addresses: readonly VersionAddress[]): Promise<readonly (Version | undefined)[]>;
  versionsOf(library: string, component: string): Promise<readonly Version[]>;
  /** As `versions`, without their views. */
  versionSummaries(addresses: readonly VersionAddress[]): Promise<readonly (VersionSummary | undefined)[]>;
  /** Versions by name and then forks by name, 1 to 1000 at once; `after` is the name of the last one of the page before. */
  versionPage(
    library: string,
    component: string,
    page: VersionListRequest,
  ): Promise<Page<VersionState | VersionSummary>>;
  /** The first page of each of some components, in their order; empty for one that is not there. */
  versionPages(
    library: string,
    components: readonly string[],
    page: Omit<VersionListRequest, 'after'>,
  ): Promise<readonly Page<VersionState | VersionSummary>[]>;
  /** The contents of revisions, in the order asked for; undefined where there is none. */
  contents(revisions: readonly RevisionAddress[]): Promise<readonly (string | undefined)[]>;
  /** As `history`, without the contents; with '' for component and version of the library's stylesheet. */
  historySummaries(address: VersionAddress, page: PageRequest): Promise<Page<RevisionSummary>>;
  /** Forks of a library, without their views. */
  forks(library: string, page: PageRequest & ForkFilter): Promise<Page<Fork>>;
  /** Latest first. */
  history(address: VersionAddress, page: PageRequest): Promise<Page<Revision>>;
  /** One revision's HTML; of a stylesheet's address its content, as JSON. */
  revision(address: VersionAddress, number: number): Promise<Revision | undefined>;

  /**
   * Copies a version's last revision to another version of the component, whose revision is then 1; one that was
   * deleted is restored with the origin's view as its next revision. `expected` is the fork's own revision: 0 for a new one.
   */
  fork(origin: VersionAddress, instance: string, write: Write): Promise<Version>;
  /** Adds a revision; makes the version where `expected` is 0 and its component exists. Does not check the view. */
  save(address: VersionAddress, view: string, write: Write): Promise<Version>;
  /**
   * stage, publish: delivers the last revision so. unstage, unpublish: delivers it so no more, and leaves a tombstone.
   * delete: marks it, and takes back what is delivered. restore: takes the mark off; nothing is delivered by that.
   */
  step(step: StateTransition, address: VersionAddress, write: Write): Promise<Version>;
  /** Saves an earlier revision's view again, as a new revision. */
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

  /** Pending ones by their time, all others latest first. */
  schedules(library: string, page: PageRequest & ScheduleFilter): Promise<Page<Schedule>>;
  schedule(id: string): Promise<Schedule | undefined>;
  /**
   * Publishes, unpublishes or releases at a time, by whichever host runs then, once. The same again while it is pending is that one.
   * @throws BadInputError where the time is past or the content may not be published now
   */
  addSchedule(subject: ScheduleSubject, time: ScheduleTime, by: PrincipalIdentity): Promise<Schedule>;
  /** A canceled one stays so. @throws NotFoundError; BadInputError where it has run */
  cancelSchedule(id: string, by?: PrincipalIdentity): Promise<Schedule>;

  /** By id. */
  releases(library: string, page: PageRequest): Promise<Page<Release>>;
  release(library: string, id: string): Promise<Release | undefined>;
  /** By address; none where there is no such release. */
  releaseItems(library: string, id: string): Promise<readonly ReleaseItem[]>;
  /** Makes a release where `expected` is 0, or replaces the name and items of an open one. Its revisions stay in their histories. */
  saveRelease(release: ReleaseInput, expected: number, by: PrincipalIdentity): Promise<Release>;
  /** Removes a release and cancels its schedules. What it has published stays. False where there is none. */
  deleteRelease(library: string, id: string, by?: PrincipalIdentity): Promise<boolean>;
  /** Publishes all items, or none. One that is published stays so. */
  publishRelease(library: string, id: string, expected: number, by: PrincipalIdentity): Promise<Release>;

  collections(library: string): Promise<readonly Collection[]>;
  /** As `libraryPage`. */
  collectionPage(library: string, page: PageRequest): Promise<Page<Collection>>;
  putCollection(collection: Collection): Promise<Collection>;
  dataSources(library: string): Promise<readonly DataSource[]>;
  /** As `libraryPage`. */
  dataSourcePage(library: string, page: PageRequest): Promise<Page<DataSourceSummary>>;
  /** The data source of this name; without a library, the first public one, by the names of libraries. */
  dataSource(name: string, library?: string): Promise<DataSource | undefined>;
  /** Libraries that have a data source of this name, in order; 1000 at most. */
  librariesWithDataSource(name: string): Promise<readonly string[]>;
  /**
   * Makes or changes one, not public at first; what is left out stays. What is there already stays as old as it is.
   */
  putDataSource(
    source: Pick<DataSource, 'library' | 'id' | 'sample'> & Partial<Pick<DataSource, 'settings' | 'public'>>,
  ): Promise<DataSource>;
  /** Removes one for good. False where there is none. */
  deleteDataSource(library: string, id: string, by?: PrincipalIdentity): Promise<boolean>;
  /** Latest first; `search` leaves those whose name holds each of its words, whatever their case. */
  media(library: string, page: PageRequest & { search?: string }): Promise<Page<Media>>;
  mediaItem(library: string, id: string): Promise<Media | undefined>;
  putMedia(media: Media): Promise<Media>;
  /** What an upload under a key has made before; undefined where the key is new. @throws KeyReusedError, BadInputError */
  earlierUpload<Result>(upload: KeyedUpload): Promise<Result | undefined>;
  /** Remembers what an upload under a key has made; what it made before, where that is known. @throws KeyReusedError */
  rememberUpload<Result>(upload: KeyedUpload, result: Result): Promise<Result>;
  /** Forgets a picture, whose blobs are gone by then. False where there is none. */
  deleteMedia(library: string, id: string, by?: PrincipalIdentity): Promise<boolean>;

  /**
   * Changes after a sequence number, in order; without one, all that are made once the promise has resolved, by
   * whichever host. Ends when the signal aborts.
   * @throws BadInputError if not all that happened after the number is known, as after a restore; 0 gives what is kept.
   * @throws UnavailableError, while iterating, when it can no longer hear of changes.
   */
  changes(library: string, options: { after?: number; signal: AbortSignal }): Promise<AsyncIterable<Change>>;

  /** The webhooks of a library, oldest first; 20 at most. */
  webhooks(library: string): Promise<readonly Webhook[]>;
  /** @param webhook `events`: all by default. @throws BadInputError for the library's 21st, or an address that is not allowed */
  createWebhook(
    webhook: { readonly library: string; readonly url: string; readonly events?: readonly WebhookEvent[] },
    by?: PrincipalIdentity,
  ): Promise<NewWebhook>;
  /** Changes what is named. What waits is sent to the new address, and only while the webhook is enabled. */
  updateWebhook(change: WebhookChange, by?: PrincipalIdentity): Promise<Webhook>;
  /** Removes a webhook, what waits for it, and its log. False where there is none. */
  deleteWebhook(address: WebhookAddress, by?: PrincipalIdentity): Promise<boolean>;
  /** Makes a new secret; the one before signs as well for a day, unless it is revoked. */
  rotateWebhookSecret(
    address: WebhookAddress,
    options?: { readonly revoke?: boolean },
    by?: PrincipalIdentity,
  ): Promise<NewWebhook>;
  /** Sends an event of the type `webhook.test`, once and now, also to a webhook that is disabled. */
  testWebhook(address: WebhookAddress, by?: PrincipalIdentity): Promise<WebhookTest>;
  /** What was sent, or waits, latest event first. It is kept for 30 days. */
  webhookDeliveries(
    address: WebhookAddress,
    page: PageRequest & { readonly state?: DeliveryState },
  ): Promise<Page<WebhookDelivery>>;
  /** Sends one event to one webhook again, with the same id. */
  replayWebhookDelivery(address: WebhookAddress, event: string, by?: PrincipalIdentity): Promise<WebhookDelivery>;
  /**
   * Makes a link that shows drafts to whoever has it. The token is told once, here: only its signature can be made anew.
   * @throws BadInputError, NotFoundError
   */
  createPreviewLink(input: PreviewLinkInput, by?: PrincipalIdentity): Promise<NewPreviewLink>;
  /** Those of a library, latest first, also such as are over. */
  previewLinkPage(library: string, page: PageRequest): Promise<Page<PreviewLink>>;
  /** Ends a link at once. Undefined where there is none of this id, or none of the library where one is named. */
  revokePreviewLink(id: string, library?: string, by?: PrincipalIdentity): Promise<PreviewLink | undefined>;
  /** The link of a token, also if it is over; undefined for a token that this database's keys have not signed. */
  previewLinkOf(token: string): Promise<PreviewLink | undefined>;

  /** The audit log, latest first. */
  auditPage(page: PageRequest & AuditFilter): Promise<Page<AuditEntry>>;
  /** Who published or unpublished what is in a library: one of each version, and one of the stylesheet. */
  publicationAudits(library: string, actor: string): Promise<readonly PublicationAudit[]>;

  /**
   * Resolves when everything that was written before is delivered (blobs agree with the database). With `once` each blob is
   * tried once.
   * @throws UnavailableError, with `once`, if the blob store took less than all.
   */
  delivered(options?: { readonly once?: boolean }): Promise<void>;
  /** Asks for everything that was ever delivered to be delivered again, to a blob store that is this database's from now on. */
  redeliver(): Promise<void>;
  /** Delivers what the database has of some keys again; resolves once that is done, has failed, or takes too long. */
  deliverAgain(keys: readonly string[]): Promise<void>;
  /**
   * Whether the blobs of a version, or with '' for component and version of the library's stylesheet, are as its last
   * step made them. A write is acknowledged without them where the blob store takes too long; they follow.
   */
  isDelivered(address: VersionAddress): Promise<boolean>;
  /** When a version that is not published was taken back; null for one that was never published. */
  unpublishedAt(address: VersionAddress): Promise<number | null>;
  /** Keys of a library's blobs that are not as the database has them: each is written by itself, and one may fail for long. */
  openDeliveries(library: string): Promise<ReadonlySet<string>>;
  /** What disagrees between database and blobs; empty when all is well. */
  check(): Promise<readonly string[]>;
  /** False while the database does not answer; no answer either while it is silent. */
  ready(): Promise<boolean>;
  close(): Promise<void>;
}
