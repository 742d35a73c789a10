/**
 * Publishes pinned revisions, and unpublishes, in one transaction: all or none. As for other actions, content that
 * becomes public is validated against the current settings.
 */
import type { PrincipalIdentity } from '../../auth/identity.js';
import type { Database, DatabaseKind } from '../../db/database.js';
import type { EntryRow, Queries } from '../../db/schema.js';
import type { Clock } from '../../lib/clock.js';
import { NotFoundError } from '../../lib/domain-error.js';
import { ContentRefusedError } from '../../validation/content-refused-error.js';
import type { ContentValidator } from '../../validation/content-validator.js';
import { subjectOf } from '../addresses.js';
import { addAuditEntry } from '../audit/audit-repository.js';
import { requireComponent } from '../components/require-component.js';
import { addChanges } from '../entries/change-feed.js';
import { entryEvents, type NewEvent, recordEvents } from '../webhooks/record-events.js';
import { contentOf, entryDeleted, entryNotFound, hasRevision } from '../entries/entries.js';
import type { Outbox } from '../entries/outbox.js';
import { requireLibrary } from '../locks/require-library.js';
import type { VersionAddress } from '../model.js';
import type { ReleaseItem } from '../release.js';
import { allowedNow, CheckOutdatedError, isStylesheet, problemsOf, untilCurrent } from './delivery-check.js';

export interface PublicationRequest {
  readonly library: string;
  readonly actor: PrincipalIdentity;
  /** Added to the audit entry of each item, such as the id of the schedule. */
  readonly details: Readonly<Record<string, unknown>>;
  /**
   * Earliest time to record, in milliseconds since 1970. A schedule may be due by the database's clock but not by this
   * host's clock, which may be slow or was set back.
   */
  readonly notBefore?: number;
  /** Read before the check and again in the transaction. If they differ, the check is repeated. */
  readonly items: (queries: Queries) => Promise<readonly ReleaseItem[]>;
  /** Claims the work in the transaction. False if another caller has done it, so that there is nothing to do. */
  readonly claim: (transaction: Queries, at: number) => Promise<boolean>;
}

export interface Publication {
  /** Keys of the blobs to write, stylesheets first. */
  readonly keys: readonly string[];
}

/**
 * Resolves with undefined if another caller has done it.
 * @throws NotFoundError, ContentRefusedError; nothing is written in these cases
 */
export type PublishItems = (request: PublicationRequest) => Promise<Publication | undefined>;

export function createPublishItems({
  database,
  outbox,
  validator,
  clock,
}: {
  database: Database;
  outbox: Outbox;
  validator: ContentValidator;
  clock: Clock;
}): PublishItems {
  return async (request) => {
    const { library, actor } = request;
    const publication = await untilCurrent(async () => {
      const items = sortItems(await request.items(database.read));
      const allowed = await checkItems(database.read, validator, library, items, actor.id);
      return database.write(async (transaction) => {
        const at = Math.max(clock(), request.notBefore ?? 0);
        if (!(await request.claim(transaction, at))) return undefined;
        const current = sortItems(await request.items(transaction));
        const currentAllowed = JSON.stringify(await allowedNow(transaction, library));
        if (JSON.stringify(current) !== JSON.stringify(items) || allowed !== currentAllowed)
          throw new CheckOutdatedError();
        return applyItems(transaction, outbox, database.kind, { ...request, items, at });
      });
    });
    if (publication) database.publish(library);
    return publication;
  };
}

/** Sorts by address, so that concurrent transactions lock in the same order and cannot deadlock. Stylesheets come first. */
const sortItems = (items: readonly ReleaseItem[]): ReleaseItem[] =>
  items
    .map(({ library, component, version, revision }) => ({ library, component, version, revision }))
    .sort((a, b) => (a.component === b.component ? compare(a.version, b.version) : compare(a.component, b.component)));
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Returns the settings that the content was checked against, as text; undefined if the library does not exist.
 * @throws ContentRefusedError that names the first item which may not be published
 */
export async function checkItems(
  read: Queries,
  validator: ContentValidator,
  library: string,
  items: readonly ReleaseItem[],
  principal: string,
): Promise<string | undefined> {
  const allowed = await allowedNow(read, library);
  // The write reports what is missing.
  if (!allowed) return undefined;
  for (const item of items) {
    // Sequentially, because each may be large.
    const content = item.revision === null ? undefined : await contentOf(read, item, item.revision);
    if (content === undefined) continue;
    const problems = await problemsOf(validator, item, content, { allowed, principal });
    if (problems.length === 0) continue;
    const [first, ...rest] = problems;
    const located = { ...first!, problem: `In '${subjectOf(item)}', revision ${item.revision}: ${first!.problem}` };
    throw new ContentRefusedError(isStylesheet(item) ? 'css' : 'view', [located, ...rest], 'published');
  }
  return JSON.stringify(allowed);
}

type Applied = Pick<PublicationRequest, 'library' | 'actor' | 'details'> & {
  readonly items: readonly ReleaseItem[];
  readonly at: number;
};

async function applyItems(
  transaction: Queries,
  outbox: Outbox,
  kind: DatabaseKind,
  { library, actor, details, items, at }: Applied,
): Promise<Publication> {
  await requireLibrary(transaction, library, kind);
  const keys: string[] = [];
  const changes: Parameters<typeof addChanges>[2][number][] = [];
  const events: NewEvent[] = [];
  for (const item of items) {
    const applied = await applyItem(transaction, outbox, kind, item, at);
    // The item was not published.
    if (!applied) continue;
    keys.push(...applied.keys);
    const { component, version, revision } = item;
    const action = revision === null ? 'unpublish' : 'publish';
    changes.push({ library, component, version, action, revision: applied.row.revision, at });
    events.push(...entryEvents(item, { action, revision: revision ?? applied.row.revision, at, keys: applied.keys }));
    const entry = { at, action, library, subject: subjectOf(item) } as const;
    await addAuditEntry(
      transaction,
      { ...entry, details: { revision: revision ?? applied.row.revision, ...details } },
      actor,
    );
  }
  await recordEvents(transaction, library, events);
  await addChanges(transaction, library, changes);
  return { keys };
}

/** Undefined if there was nothing to do. @throws NotFoundError */
async function applyItem(
  transaction: Queries,
  outbox: Outbox,
  kind: DatabaseKind,
  item: ReleaseItem,
  now: number,
): Promise<{ readonly row: EntryRow; readonly keys: readonly string[] } | undefined> {
  const { revision } = item;
  if (revision === null) {
    const row = await setPublished(transaction, item, null, now);
    if (row) return { row, keys: await outbox.enqueueTombstones(transaction, item, 'published and numbers', now) };
    if (!(await stateOf(transaction, item))) throw entryNotFound(item);
    return undefined;
  }
  // Content that is being deleted must not become public.
  if (!isStylesheet(item)) await requireComponent(transaction, item, kind);
  const row = await setPublished(transaction, item, revision, now);
  if (!row) throw (await stateOf(transaction, item)) ? entryDeleted(item) : entryNotFound(item);
  // Checked while the row is locked, so that its revisions cannot be removed.
  if (!(await hasRevision(transaction, item, revision))) throw revisionNotFound(item, revision);
  const pinned = { ...row, revision };
  const keys = [await outbox.enqueue(transaction, pinned, 'published')];
  // For a stylesheet, a number selects the published content.
  if (!isStylesheet(item)) keys.push(await outbox.enqueue(transaction, pinned, String(revision)));
  return { row, keys };
}

function setPublished(
  transaction: Queries,
  { library, component, version }: VersionAddress,
  published: number | null,
  now: number,
): Promise<EntryRow | undefined> {
  return transaction
    .updateTable('documents')
    .set({ published, modified_at: now })
    .where('library', '=', library)
    .where('component', '=', component)
    .where('version', '=', version)
    .where('deleted_at', 'is', null)
    .$if(published === null, (query) => query.where('published', 'is not', null))
    .returningAll()
    .executeTakeFirst();
}

const stateOf = (queries: Queries, { library, component, version }: VersionAddress) =>
  queries
    .selectFrom('documents')
    .select(['revision', 'deleted_at'])
    .where('library', '=', library)
    .where('component', '=', component)
    .where('version', '=', version)
    .executeTakeFirst();

const revisionNotFound = (address: VersionAddress, number: number): NotFoundError =>
  new NotFoundError(`'${subjectOf(address)}' has no revision ${number}. Choose one of its history.`);

/**
 * Checks that each item can be published at present. Locks the rows, so that pinned revisions are not removed before
 * the transaction ends. @throws NotFoundError
 */
export async function pinItems(transaction: Queries, kind: DatabaseKind, items: readonly ReleaseItem[]): Promise<void> {
  for (const item of sortItems(items)) {
    const row = await transaction
      .selectFrom('documents')
      .select(['revision', 'removed', 'deleted_at'])
      .where('library', '=', item.library)
      .where('component', '=', item.component)
      .where('version', '=', item.version)
      // Removal of revisions locks the row first. An embedded database has only one writer at a time.
      .$if(kind === 'postgres', (query) => query.forShare())
      .executeTakeFirst();
    if (!row) throw entryNotFound(item);
    if (item.revision === null) continue;
    if (row.deleted_at !== null) throw entryDeleted(item);
    if (!(await hasRevision(transaction, item, item.revision))) throw revisionNotFound(item, item.revision);
  }
}
