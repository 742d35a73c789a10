/** Reads of versions and their histories. */
import { type Expression, sql } from 'kysely';
import { prepared, preparedOne } from '../../db/prepared-query.js';
import { styleAddress, subjectOf } from '../addresses.js';
import type { ContentService, Page, PageRequest, RevisionAddress } from '../content-service.js';
import type { Revision, RevisionState, StylesheetSummary, Version, VersionAddress, VersionSummary } from '../model.js';
import type { EntryRow, Queries, RevisionRow } from '../../db/schema.js';
import { type Entry, entryNotFound, forksLast, revisionedOf, withContent, withRevision } from '../entries/entries.js';
import { badCursor, checkPage, MAX_LIST_SIZE, numberCursor, pageOf } from '../pagination.js';

/** Addresses per query. */
const BATCH_SIZE = 100;
/** Pages per query, each of which is a part of its text. */
const PAGES_PER_QUERY = 20;

const versionOf = (row: EntryRow, view: string): Version => ({
  library: row.library,
  component: row.component,
  version: row.version,
  view,
  forkOrigin: row.fork_origin,
  ...revisionedOf(row),
});

export const fullVersion = (row: Entry): Version => versionOf(row, row.content);

type VersionReads = Pick<
  ContentService,
  'versions' | 'versionsOf' | 'versionSummaries' | 'versionPage' | 'versionPages' | 'contents' | 'stylesheetSummary'
>;

/** Bytes of the longest content that is read together with its summary, whether or not anybody asks for it. */
const SHORT_CONTENT = 16 * 1024;

/** What a summary has of a document's row: each column that is read takes time. */
const SUMMARY_COLUMNS = [
  ...(['d.library', 'd.component', 'd.version', 'd.fork_origin', 'd.revision', 'd.staged', 'd.published'] as const),
  ...(['d.deleted_at', 'd.created_at', 'd.modified_at'] as const),
];

interface SummaryRow extends Omit<EntryRow, 'page' | 'removed'> {
  bytes: number;
  published_bytes: number | null;
  published_at: number | null;
  /** Not read of lists. */
  short_content?: string | null;
}

/** One object is copied at most: copying several into one takes as long as the database takes to read the row. */
const summaryOf = (row: SummaryRow): VersionSummary => ({
  library: row.library,
  component: row.component,
  version: row.version,
  forkOrigin: row.fork_origin,
  ...revisionedOf(row),
  bytes: row.bytes,
  publishedBytes: row.published_bytes,
  publishedAt: row.published_at,
  shortContent: row.short_content ?? undefined,
});

const stylesheetSummaryOf = (row: SummaryRow): StylesheetSummary => ({
  library: row.library,
  ...revisionedOf(row),
  bytes: row.bytes,
  publishedBytes: row.published_bytes,
  publishedAt: row.published_at,
  shortContent: row.short_content ?? undefined,
});

/** Neither database reads a text to say how long it is. */
const bytesOf = (column: string) => sql<number>`octet_length(${sql.ref(column)})`;

/** A value of the published revision, `p`. Most often that is the last one, `r`, which is read anyway. */
const ofPublished = <Value>(value: (revision: 'r' | 'p') => Expression<Value>) =>
  sql<Value | null>`case when d.published = d.revision then ${value('r')} else ${value('p')} end`;

const summaries = (read: Queries) =>
  withRevision(read)
    .leftJoin('revisions as p', (join) =>
      join
        .onRef('p.library', '=', 'd.library')
        .onRef('p.component', '=', 'd.component')
        .onRef('p.version', '=', 'd.version')
        .onRef('p.number', '=', 'd.published')
        .onRef('p.number', '!=', 'd.revision'),
    )
    .select(SUMMARY_COLUMNS)
    .select([
      bytesOf('r.content').as('bytes'),
      ofPublished((revision) => bytesOf(`${revision}.content`)).as('published_bytes'),
      ofPublished((revision) => sql.ref<number>(`${revision}.at`)).as('published_at'),
    ]);

/**
 * What is read of some keys, in their order; undefined for one that is not there.
 * @param read the rows of some of the keys: a statement takes a limited number of parameters
 */
async function inOrder<Key, Row extends Key, Item>(
  keys: readonly Key[],
  nameOf: (key: Key) => string,
  itemOf: (row: Row) => Item,
  read: (some: readonly Key[]) => Promise<readonly Row[]>,
): Promise<(Item | undefined)[]> {
  const found = new Map<string, Item>();
  for (let start = 0; start < keys.length; start += BATCH_SIZE)
    for (const row of await read(keys.slice(start, start + BATCH_SIZE))) found.set(nameOf(row), itemOf(row));
  return keys.map((key) => found.get(nameOf(key)));
}

const isVisible = ({ published, deleted_at }: Pick<EntryRow, 'published' | 'deleted_at'>): boolean =>
  published !== null && deleted_at === null;

export function versionReads(read: Queries): VersionReads {
  // What has no component is a stylesheet.
  const select = () => withContent(read).where('d.component', '!=', '');

  // Editors ask for one, or for a fork and its original.
  const one = preparedOne(read, (library: string, component: string, version: string) =>
    select().where('d.library', '=', library).where('d.component', '=', component).where('d.version', '=', version),
  );

  const oneSummary = preparedOne(read, (library: string, component: string, version: string) =>
    summaries(read)
      .where('d.library', '=', library)
      .where('d.component', '=', component)
      .where('d.version', '=', version)
      .select(
        sql<string | null>`case when ${bytesOf('r.content')} <= ${sql.lit(SHORT_CONTENT)} then r.content end`.as(
          'short_content',
        ),
      ),
  );

  const oneContent = preparedOne(read, (library: string, component: string, version: string, number: number) =>
    read
      .selectFrom('revisions')
      .select('content')
      .where('library', '=', library)
      .where('component', '=', component)
      .where('version', '=', version)
      .where('number', '=', number),
  );

  const versionPage = (library: string, component: string, limit: number) =>
    summaries(read)
      .where('d.library', '=', library)
      .where('d.component', '=', component)
      .orderBy(forksLast('d'))
      .orderBy('d.version')
      .limit(limit);
  const publishedPage = (library: string, component: string, limit: number) =>
    versionPage(library, component, limit).where('d.published', 'is not', null).where('d.deleted_at', 'is', null);
  /** The first pages of so many components at once. */
  const pagesOf = (count: number, published: boolean) =>
    prepared(
      read,
      (library: string, limit: number, ...components: string[]) => {
        const [first, ...others] = components.map((component) =>
          read.selectFrom((published ? publishedPage : versionPage)(library, component, limit).as('page')).selectAll(),
        );
        return read
          .selectFrom(others.reduce((all, other) => all.unionAll(other), first!).as('pages'))
          .selectAll()
          .orderBy('pages.component')
          .orderBy(forksLast('pages'))
          .orderBy('pages.version');
      },
      2 + count,
    );
  const preparedPages = new Map<string, ReturnType<typeof pagesOf>>();
  const firstPages = (count: number, published: boolean): ReturnType<typeof pagesOf> => {
    const key = `${count} ${published}`;
    const known = preparedPages.get(key) ?? pagesOf(count, published);
    preparedPages.set(key, known);
    return known;
  };

  /** Everybody may know that: the host answers its address with 410. */
  const wasPublished = async (library: string, component: string, version: string): Promise<boolean> => {
    const row = await read
      .selectFrom('deliveries')
      .select('number')
      .where('library', '=', library)
      .where('component', '=', component)
      .where('version', '=', version)
      .where('word', '=', 'published')
      // That of what was erased with its library says nothing of what has the name now.
      .where('number', '>', 0)
      .executeTakeFirst();
    return row !== undefined;
  };

  return {
    async versionSummaries(addresses) {
      const [only, second] = addresses;
      if (only && !second) {
        if (only.component === '') return [undefined];
        const row = await oneSummary(only.library, only.component, only.version);
        return [row && summaryOf(row)];
      }
      return inOrder(addresses, subjectOf, summaryOf, (some) =>
        summaries(read)
          .where('d.component', '!=', '')
          .where(({ eb, and, or }) =>
            or(
              some.map(({ library, component, version }) =>
                and([eb('d.library', '=', library), eb('d.component', '=', component), eb('d.version', '=', version)]),
              ),
            ),
          )
          .execute(),
      );
    },

    async versionPage(library, component, { first, after, published = false }) {
      checkPage({ first }, MAX_LIST_SIZE);
      let rows: SummaryRow[];
      if (after === undefined) {
        rows = await firstPages(1, published)(library, first + 1, component);
      } else {
        const last = await oneSummary(library, component, after);
        if (!last && !published) throw badCursor(after);
        // It may have been unpublished since the page before. What was never published is answered as what is not there: nobody learns
        // the names of drafts by trying.
        const isKnown = !published || (last && (isVisible(last) || (await wasPublished(library, component, after))));
        const isFork = isKnown && last!.fork_origin !== null;
        rows = await (published ? publishedPage : versionPage)(library, component, first + 1)
          .where(sql<boolean>`(${forksLast('d')}, d.version) > (${sql.lit(isFork ? 1 : 0)}, ${after})`)
          .execute();
      }
      return pageOf(rows, first, summaryOf, ({ version }) => version);
    },

    async versionPages(library, components, { first, published = false }) {
      checkPage({ first }, MAX_LIST_SIZE);
      const found = new Map<string, SummaryRow[]>(components.map((component) => [component, []]));
      const names = [...found.keys()];
      for (let start = 0; start < names.length; start += PAGES_PER_QUERY) {
        const some = names.slice(start, start + PAGES_PER_QUERY);
        for (const row of await firstPages(some.length, published)(library, first + 1, ...some))
          found.get(row.component)!.push(row);
      }
      return components.map((component) => pageOf(found.get(component)!, first, summaryOf, ({ version }) => version));
    },

    async contents(revisions) {
      const [only, second] = revisions;
      if (only && !second) {
        const row = await oneContent(only.library, only.component, only.version, only.number);
        return [row?.content];
      }
      return inOrder(
        revisions,
        revisionKey,
        ({ content }: RevisionAddress & { readonly content: string }) => content,
        (some) =>
          read
            .selectFrom('revisions')
            .select(['library', 'component', 'version', 'number', 'content'])
            .where(({ eb, and, or }) =>
              or(
                some.map(({ library, component, version, number }) =>
                  and([
                    ...[eb('library', '=', library), eb('component', '=', component)],
                    ...[eb('version', '=', version), eb('number', '=', number)],
                  ]),
                ),
              ),
            )
            .execute(),
      );
    },

    async stylesheetSummary(library) {
      const { component, version } = styleAddress(library);
      const row = await oneSummary(library, component, version);
      return row && stylesheetSummaryOf(row);
    },

    async versions(addresses) {
      const [only, second] = addresses;
      if (only && !second) {
        const row = await one(only.library, only.component, only.version);
        return [row && fullVersion(row)];
      }
      return inOrder(addresses, subjectOf, fullVersion, (some) =>
        select()
          .where(({ eb, and, or }) =>
            or(
              some.map(({ library, component, version }) =>
                and([eb('d.library', '=', library), eb('d.component', '=', component), eb('d.version', '=', version)]),
              ),
            ),
          )
          .execute(),
      );
    },

    async versionsOf(library, component) {
      const rows = await select()
        .where('d.library', '=', library)
        .where('d.component', '=', component)
        .orderBy('d.version')
        .execute();
      return rows.map(fullVersion);
    },
  };
}

const revisionKey = (revision: RevisionAddress): string => `${subjectOf(revision)} ${revision.number}`;

/** Number of no revision: all are before it. */
const END = Number.MAX_SAFE_INTEGER;

/** Reads of histories, latest revision first. Each throws NotFoundError for a document that is not there, and BadInputError. */
export function historyReads(read: Queries): Pick<ContentService, 'history' | 'historySummaries' | 'revision'> {
  /** Each with what is delivered of its document, which is one row: a second read would take as long again. */
  const revisions = (library: string, component: string, version: string) =>
    read
      .selectFrom('revisions as r')
      .innerJoin('documents as d', (join) =>
        join.on(({ eb, and, val }) =>
          and([
            ...[eb('d.library', '=', val(library)), eb('d.component', '=', val(component))],
            eb('d.version', '=', val(version)),
          ]),
        ),
      )
      .where('r.library', '=', library)
      .where('r.component', '=', component)
      .where('r.version', '=', version)
      .where('r.number', '>', 0)
      .select(['r.number', 'r.author', 'r.at', 'd.staged', 'd.published']);
  const pageBefore = (library: string, component: string, version: string, before: number, limit: number) =>
    revisions(library, component, version).where('r.number', '<', before).orderBy('r.number', 'desc').limit(limit);
  const page = prepared(read, (library: string, component: string, version: string, before: number, limit: number) =>
    pageBefore(library, component, version, before, limit).select('r.content'),
  );
  const summaryPage = prepared(
    read,
    (library: string, component: string, version: string, before: number, limit: number) =>
      pageBefore(library, component, version, before, limit).select(bytesOf('r.content').as('bytes')),
  );
  const oneRevision = preparedOne(read, (library: string, component: string, version: string, number: number) =>
    revisions(library, component, version).where('r.number', '=', number).select('r.content'),
  );
  const last = preparedOne(read, (library: string, component: string, version: string) =>
    withRevision(read)
      .select('d.revision')
      .where('d.library', '=', library)
      .where('d.component', '=', component)
      .where('d.version', '=', version),
  );

  const checkedPage = async <Row extends { number: number }, Item>(
    address: VersionAddress,
    { first, after }: PageRequest,
    rowsOf: (...args: Parameters<typeof page>) => Promise<Row[]>,
    itemOf: (row: Row) => Item,
  ): Promise<Page<Item>> => {
    checkPage({ first });
    const { library, component, version } = address;
    const before = after === undefined ? END : numberCursor(after);
    const rows = await rowsOf(library, component, version, before, first + 1);
    // Nothing is before the first revision, and what was erased has no revision at all.
    if (rows.length === 0 && !(await last(library, component, version))) throw entryNotFound(address);
    return pageOf(rows, first, itemOf, ({ number }) => String(number));
  };

  return {
    history: (address, request) => checkedPage(address, request, page, revisionOf),
    historySummaries: (address, request) =>
      checkedPage(address, request, summaryPage, (row) => ({
        library: address.library,
        component: address.component,
        version: address.version,
        number: row.number,
        author: row.author,
        at: row.at,
        bytes: row.bytes,
        state: stateOf(row),
      })),
    async revision({ library, component, version }, number) {
      const row = await oneRevision(library, component, version, number);
      return row && revisionOf(row);
    },
  };
}

type DeliveredNumbers = Pick<EntryRow, 'staged' | 'published'>;
type HistoryRow = Pick<RevisionRow, 'number' | 'content' | 'author' | 'at'> & DeliveredNumbers;

const revisionOf = (row: HistoryRow): Revision => ({
  number: row.number,
  content: row.content,
  author: row.author,
  at: row.at,
  state: stateOf(row),
});

const stateOf = ({ number, staged, published }: DeliveredNumbers & { readonly number: number }): RevisionState =>
  number === published ? 'published' : number === staged ? 'staged' : 'saved';
