/** Reads of versions and histories. */
import { type AliasableExpression, sql } from 'kysely';
import { isOneOf, type Key, prepared, preparedOfKeys, preparedOne } from '../../db/prepared-query.js';
import { styleAddress, subjectOf } from '../addresses.js';
import type { ContentService, Page, PageRequest, RevisionAddress } from '../content-service.js';
import type {
  Revision,
  RevisionState,
  StylesheetSummary,
  Version,
  VersionAddress,
  VersionState,
  VersionSummary,
} from '../model.js';
import type { EntryRow, Queries, RevisionRow } from '../../db/schema.js';
import {
  type Entry,
  entryNotFound,
  forkOrder,
  hasLastRevision,
  revisionedOf,
  withContent,
  withRevision,
} from '../entries/entries.js';
import { badCursor, checkPage, MAX_LIST_SIZE, numberCursor, pageOf } from '../pagination.js';

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

/** Maximum bytes of content that is read together with its summary, in case the caller requests it next. */
const SHORT_CONTENT = 16 * 1024;

/** The columns to read of an entry. Each additional column takes time. */
const STATE_COLUMNS = [
  ...(['d.library', 'd.component', 'd.version', 'd.fork_origin', 'd.revision', 'd.staged', 'd.published'] as const),
  ...(['d.deleted_at', 'd.created_at', 'd.modified_at', 'd.published_at'] as const),
];

interface StateRow extends Omit<EntryRow, 'page' | 'removed'> {
  published_at: number | null;
}

interface SummaryRow extends StateRow {
  bytes: number;
  published_bytes: number | null;
  /** Not read for lists. */
  short_content?: string | null;
}

/** Spreads only one object: spreading several takes as long as the database takes to read the row. */
const versionStateOf = (row: StateRow): VersionState => ({
  library: row.library,
  component: row.component,
  version: row.version,
  forkOrigin: row.fork_origin,
  ...revisionedOf(row),
  publishedAt: row.published_at,
});

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

const listedOf = (row: StateRow | SummaryRow): VersionState | VersionSummary =>
  'bytes' in row ? summaryOf(row) : versionStateOf(row);

const stylesheetSummaryOf = (row: SummaryRow): StylesheetSummary => ({
  library: row.library,
  ...revisionedOf(row),
  bytes: row.bytes,
  publishedBytes: row.published_bytes,
  publishedAt: row.published_at,
  shortContent: row.short_content ?? undefined,
});

/** Both databases determine the length without reading the text. */
const bytesOf = (column: string) => sql<number>`octet_length(${sql.ref(column)})`;

/** Bytes of the published revision `p`. Most often it is the last revision `r`, which is read anyway. */
const publishedBytes = sql<
  number | null
>`case when found.published = found.revision then ${bytesOf('r.content')} else ${bytesOf('p.content')} end`;

/** Versions without values from revisions, whose markup is on other disk pages of a large library. */
const states = (read: Queries) =>
  read
    .selectFrom('documents as d')
    .select(STATE_COLUMNS)
    .where(({ eb, or }) => or([eb('d.deleted_at', 'is', null), hasLastRevision('d')]));

/** The same versions with values from their last and published revisions. */
const withRevisions = (read: Queries, versions: AliasableExpression<StateRow>) =>
  read
    .selectFrom(versions.as('found'))
    .innerJoin('revisions as r', (join) =>
      join
        .onRef('r.library', '=', 'found.library')
        .onRef('r.component', '=', 'found.component')
        .onRef('r.version', '=', 'found.version')
        .onRef('r.number', '=', 'found.revision'),
    )
    .leftJoin('revisions as p', (join) =>
      join
        .onRef('p.library', '=', 'found.library')
        .onRef('p.component', '=', 'found.component')
        .onRef('p.version', '=', 'found.version')
        .onRef('p.number', '=', 'found.published')
        .onRef('p.number', '!=', 'found.revision'),
    )
    .selectAll('found')
    .select([bytesOf('r.content').as('bytes'), publishedBytes.as('published_bytes')]);

/** Maps rows to the order of the keys; undefined for a key without a row. */
function inOrder<Address, Row extends Address, Item>(
  keys: readonly Address[],
  rows: readonly Row[],
  nameOf: (key: Address) => string,
  itemOf: (row: Row) => Item,
): (Item | undefined)[] {
  const found = new Map(rows.map((row) => [nameOf(row), itemOf(row)]));
  return keys.map((key) => found.get(nameOf(key)));
}

const keyOf = ({ library, component, version }: VersionAddress): Key => [library, component, version];

const ADDRESS = ['d.library', 'd.component', 'd.version'] as const;

/** The average number of versions per component for which a single scan is enough. Its limit is a multiple of this. */
const VERSIONS_PER_COMPONENT = 5;

/** Reads pages of a component's versions, in the order of an index. */
function createPageReader(read: Queries, summaries: boolean) {
  const versionsOf = (library: string, published: boolean) => {
    const versions = states(read).where('d.library', '=', library);
    return published ? versions.where('d.published', 'is not', null).where('d.deleted_at', 'is', null) : versions;
  };
  const pageOfVersions = (library: string, component: string, limit: number, published: boolean) =>
    versionsOf(library, published)
      .where('d.component', '=', component)
      .orderBy(forkOrder('d'))
      .orderBy('d.version')
      .limit(limit);
  const inPageOrder = (versions: AliasableExpression<StateRow>) => {
    const detailed: AliasableExpression<StateRow> = summaries ? withRevisions(read, versions) : versions;
    return read
      .selectFrom(detailed.as('pages'))
      .selectAll()
      .orderBy('pages.component')
      .orderBy(forkOrder('pages'))
      .orderBy('pages.version');
  };
  const firstPages = (published: boolean) =>
    preparedOfKeys(read, 3, (keys) => {
      const [first, ...others] = (keys as [string, string, number][]).map((key) =>
        read.selectFrom(pageOfVersions(...key, published).as('page')).selectAll(),
      );
      return inPageOrder(others.reduce((union, other) => union.unionAll(other), first!));
    });
  const [publishedFirst, allFirst] = [firstPages(true), firstPages(false)];
  const scanOf = (published: boolean) =>
    prepared<StateRow, [string, string, string, number]>(
      read,
      (library: string, from: string, to: string, limit: number) => {
        const versions = versionsOf(library, published)
          .where('d.component', '>=', from)
          .where('d.component', '<=', to)
          .orderBy('d.component')
          .orderBy(forkOrder('d'))
          .orderBy('d.version')
          .limit(limit);
        return summaries ? inPageOrder(versions) : versions;
      },
    );
  const [publishedScan, allScan] = [scanOf(true), scanOf(false)];

  /** The versions of components that are neighbors in the index. Leaves out components that it did not read completely. */
  const scan = async (library: string, components: readonly string[], published: boolean): Promise<StateRow[]> => {
    const [from, to] = [components[0]!, components.at(-1)!];
    const limit = components.length * VERSIONS_PER_COMPONENT;
    const rows = await (published ? publishedScan : allScan)(library, from, to, limit);
    if (rows.length < limit) return rows;
    const { component } = rows.at(-1)!;
    return rows.filter((row) => row.component !== component);
  };

  return {
    /**
     * The versions of several components, ordered for each component: at least the first `limit`.
     * Components of a list are neighbors in the index, so a single scan reads most of them. A second query reads the
     * others, such as components with many forks, and those of a search.
     */
    async first(library: string, components: readonly string[], limit: number, published: boolean) {
      const found = new Map<string, StateRow[]>(components.map((component) => [component, []]));
      const add = (row: StateRow): unknown => found.get(row.component)?.push(row);
      if (found.size > 1) (await scan(library, components, published)).forEach(add);
      const others = [...found].flatMap(([component, rows]) => (rows.length === 0 ? [component] : []));
      if (others.length > 0) {
        const read = published ? publishedFirst : allFirst;
        (await read(others.map((component) => [library, component, limit]))).forEach(add);
      }
      return found;
    },
    /** The page after a version, which may no longer exist. */
    after(
      library: string,
      component: string,
      limit: number,
      published: boolean,
      last: { version: string; isFork: boolean },
    ) {
      const isAfter = sql<boolean>`(${forkOrder('d')}, d.version) > (${sql.lit(last.isFork ? 1 : 0)}, ${last.version})`;
      return inPageOrder(pageOfVersions(library, component, limit, published).where(isAfter)).execute();
    },
  };
}

const isVisible = ({ published, deleted_at }: Pick<EntryRow, 'published' | 'deleted_at'>): boolean =>
  published !== null && deleted_at === null;

export function versionReads(read: Queries): VersionReads {
  // An entry without a component is a stylesheet.
  const select = () => withContent(read).where('d.component', '!=', '');

  const findVersions = preparedOfKeys(read, 3, (keys) => select().where(isOneOf(ADDRESS, keys)));

  const stateOf = (library: string, component: string, version: string) =>
    states(read).where('d.library', '=', library).where('d.component', '=', component).where('d.version', '=', version);
  const findState = preparedOne(read, stateOf);
  const findSummary = preparedOne(read, (library: string, component: string, version: string) =>
    withRevisions(read, stateOf(library, component, version)).select(
      sql<string | null>`case when ${bytesOf('r.content')} <= ${sql.lit(SHORT_CONTENT)} then r.content end`.as(
        'short_content',
      ),
    ),
  );
  const findSummaries = preparedOfKeys(read, 3, (keys) =>
    withRevisions(read, states(read).where('d.component', '!=', '').where(isOneOf(ADDRESS, keys))),
  );

  const findContents = preparedOfKeys(read, 4, (keys) =>
    read
      .selectFrom('revisions as r')
      .select(['r.library', 'r.component', 'r.version', 'r.number', 'r.content'])
      .where(isOneOf(['r.library', 'r.component', 'r.version', 'r.number'], keys)),
  );

  const [statePages, summaryPages] = [createPageReader(read, false), createPageReader(read, true)];

  /** Whether a version was ever published. This is not secret: the host responds with 410 to its URL. */
  const wasPublished = async (library: string, component: string, version: string): Promise<boolean> => {
    const row = await read
      .selectFrom('deliveries')
      .select('number')
      .where('library', '=', library)
      .where('component', '=', component)
      .where('version', '=', version)
      .where('word', '=', 'published')
      // Number 0 is a tombstone of an erased library, which had another version of this name.
      .where('number', '>', 0)
      .executeTakeFirst();
    return row !== undefined;
  };

  return {
    async versionSummaries(addresses) {
      const [first, second] = addresses;
      if (first && !second) {
        if (first.component === '') return [undefined];
        const row = await findSummary(first.library, first.component, first.version);
        return [row && summaryOf(row)];
      }
      return inOrder(addresses, await findSummaries(addresses.map(keyOf)), subjectOf, summaryOf);
    },

    async versionPage(library, component, { first, after, published = false, summaries = false }) {
      checkPage({ first }, MAX_LIST_SIZE);
      const pages = summaries ? summaryPages : statePages;
      let rows: StateRow[];
      if (after === undefined) {
        rows = (await pages.first(library, [component], first + 1, published)).get(component)!;
      } else {
        const last = await findState(library, component, after);
        if (!last && !published) throw badCursor(after);
        // It may have been unpublished since the previous page. Drafts count as unknown: otherwise
        // anybody could find out their names by trying.
        const isKnown = !published || (last && (isVisible(last) || (await wasPublished(library, component, after))));
        const isFork = isKnown === true && last!.fork_origin !== null;
        rows = await pages.after(library, component, first + 1, published, { version: after, isFork });
      }
      return pageOf(rows, first, listedOf, ({ version }) => version);
    },

    async versionPages(library, components, { first, published = false, summaries = false }) {
      checkPage({ first }, MAX_LIST_SIZE);
      const pages = summaries ? summaryPages : statePages;
      const found = await pages.first(library, components, first + 1, published);
      return components.map((component) => pageOf(found.get(component)!, first, listedOf, ({ version }) => version));
    },

    async contents(revisions) {
      const rows = await findContents(revisions.map((revision) => [...keyOf(revision), revision.number]));
      return inOrder(revisions, rows, revisionKey, ({ content }) => content);
    },

    async stylesheetSummary(library) {
      const { component, version } = styleAddress(library);
      const row = await findSummary(library, component, version);
      return row && stylesheetSummaryOf(row);
    },

    async versions(addresses) {
      return inOrder(addresses, await findVersions(addresses.map(keyOf)), subjectOf, fullVersion);
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

/** Greater than all revision numbers. */
const END = Number.MAX_SAFE_INTEGER;

/** Reads of histories, newest revision first. Each throws NotFoundError if the entry does not exist, and BadInputError. */
export function historyReads(read: Queries): Pick<ContentService, 'history' | 'historySummaries' | 'revision'> {
  /** Each row includes the entry's staged and published numbers, because a second query would take as long. */
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
  const findRevision = preparedOne(read, (library: string, component: string, version: string, number: number) =>
    revisions(library, component, version).where('r.number', '=', number).select('r.content'),
  );
  const findLastRevision = preparedOne(read, (library: string, component: string, version: string) =>
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
    // No rows before the first revision is valid, but an erased entry has no revisions at all.
    if (rows.length === 0 && !(await findLastRevision(library, component, version))) throw entryNotFound(address);
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
      const row = await findRevision(library, component, version, number);
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
