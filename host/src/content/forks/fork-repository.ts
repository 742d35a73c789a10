/** Queries of a library's forks, filtered and ordered by the database, with cursor pagination. */
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EntryRow, Queries } from '../../db/schema.js';
import type { Fork, ForkOrder, ForkFilter } from '../fork.js';
import type { ContentService } from '../content-service.js';
import { pageStart, revisionedOf, startOfPage, withRevision } from '../entries/entries.js';
import { checkText } from '../../validation/check-input.js';
import { badCursor, checkPage } from '../pagination.js';
import { toSearchText, wordsOf } from '../search.js';

interface ForkRow extends EntryRow {
  author: string;
  saved_at: number;
  origin_saved_at: number | null;
  origin_deleted_at: number | null;
}

/** Rows examined for one page of a search. */
const MAX_SEARCHED = 1_000;

/** A fork and its original have the same component, so the end of the origin's address identifies the original. */
const ORIGIN = sql<string>`substr(d.fork_origin, length(d.library) + length(d.component) + 3)`;
const ORPHANED = sql<SqlBool>`(o.version is null or o.deleted_at is not null)`;
const CHANGED = sql<SqlBool>`(o.version is not null and o.deleted_at is null and q.at > r.at)`;
const IN_USE = sql<SqlBool>`(d.deleted_at is null and (d.staged is not null or d.published is not null))`;
const WAS_IN_USE = sql<SqlBool>`exists (select 1 from deliveries v where v.library = d.library and v.component = d.component and v.version = d.version)`;

interface Order {
  readonly by: RawBuilder<unknown>;
  /** The column that precedes `by` in the index, and its value for a key. Both sort alike. */
  readonly before?: { readonly by: RawBuilder<unknown>; readonly of: (key: string) => string };
  readonly direction: 'asc' | 'desc';
  readonly key: (row: ForkRow) => string | number;
  readonly isTime: boolean;
}

const MODIFIED = { by: sql`d.modified_at`, key: (row: ForkRow) => row.modified_at, isTime: true };

const ORDERS: Readonly<Record<ForkOrder, Order>> = Object.freeze({
  newest: { ...MODIFIED, direction: 'desc' },
  oldest: { ...MODIFIED, direction: 'asc' },
  page: {
    by: sql`d.page`,
    before: { by: pageStart(sql`d.page`), of: startOfPage },
    direction: 'asc',
    key: (row) => row.page,
    isTime: false,
  },
  author: { by: sql`r.author`, direction: 'asc', key: (row) => row.author, isTime: false },
});

export function forkReads(read: Queries): Pick<ContentService, 'forks'> {
  return {
    async forks(library, { first, after, order = 'newest', search, ...filter }) {
      checkPage({ first });
      const isMatch = createMatcher(search);
      const limit = isMatch ? MAX_SEARCHED : first;
      const sort = ORDERS[order];
      const sign = sql.raw(sort.direction === 'asc' ? '>' : '<');
      let query = forksOf(read, library);
      for (const condition of conditionsOf(filter)) query = query.where(condition);
      if (after !== undefined) {
        const [key, component, version] = cursorOf(after, sort);
        const columns = [...(sort.before ? [sort.before.by] : []), sort.by, sql`d.component`, sql`d.version`];
        const values = [...(sort.before ? [sort.before.of(String(key))] : []), key, component, version];
        query = query.where(sql<SqlBool>`(${sql.join(columns)}) ${sign} (${sql.join(values)})`);
        // SQLite begins at a row value only if it consists of columns, so this names the start of the range.
        if (sort.before) query = query.where(sql<SqlBool>`${sort.before.by} ${sign}= ${sort.before.of(String(key))}`);
      }
      if (sort.before) query = query.orderBy(sort.before.by, sort.direction);
      const rows = await query
        .orderBy(sort.by, sort.direction)
        .orderBy('d.component', sort.direction)
        .orderBy('d.version', sort.direction)
        .limit(limit + 1)
        .execute();
      const items: Fork[] = [];
      let last: ForkRow | undefined;
      for (const row of rows.slice(0, limit)) {
        if (items.length === first) break;
        last = row;
        if (isMatch?.(row) !== false) items.push(forkOf(row));
      }
      const isLastPage = last === rows.at(-1);
      return { items, next: isLastPage ? null : cursorAt(last!, sort) };
    },
  };
}

const cursorAt = (row: ForkRow, { key }: Order): string =>
  [key(row), row.component, row.version].map(encodeURIComponent).join('/');

/**
 * Whether a row matches the search; undefined without a search. This runs here, not in SQL: databases differ in
 * lowercasing, and most of the searched columns are joined.
 */
function createMatcher(search = ''): ((row: ForkRow) => boolean) | undefined {
  const words = wordsOf(search);
  if (words.length === 0) return undefined;
  return ({ component, version, page, author }) => {
    const text = toSearchText(component, version, page, author);
    return words.every((word) => text.includes(word));
  };
}

const forksOf = (read: Queries, library: string) =>
  withRevision(read)
    .leftJoin('documents as o', (join) =>
      join.onRef('o.library', '=', 'd.library').onRef('o.component', '=', 'd.component').on('o.version', '=', ORIGIN),
    )
    .leftJoin('revisions as q', (join) =>
      join
        .onRef('q.library', '=', 'o.library')
        .onRef('q.component', '=', 'o.component')
        .onRef('q.version', '=', 'o.version')
        .onRef('q.number', '=', 'o.revision'),
    )
    .selectAll('d')
    .select(['r.author', 'r.at as saved_at', 'q.at as origin_saved_at', 'o.deleted_at as origin_deleted_at'])
    .where('d.library', '=', library)
    .where('d.fork_origin', 'is not', null);

function conditionsOf(filter: Omit<ForkFilter, 'order' | 'search'>): readonly Expression<SqlBool>[] {
  const { component, author, page, inUse, wasInUse, originChanged, orphaned } = filter;
  const conditions: Expression<SqlBool>[] = [];
  const addCondition = (condition: Expression<SqlBool>, isRequired: boolean | undefined): void => {
    if (isRequired !== undefined) conditions.push(isRequired ? condition : sql<SqlBool>`not ${condition}`);
  };
  addCondition(IN_USE, inUse);
  addCondition(WAS_IN_USE, wasInUse);
  addCondition(CHANGED, originChanged);
  addCondition(ORPHANED, orphaned);
  if (component !== undefined) conditions.push(sql<SqlBool>`d.component = ${checkText('component', component)}`);
  if (author !== undefined) conditions.push(sql<SqlBool>`r.author = ${checkText('author', author)}`);
  // Not `like`, which ignores case on one of the databases.
  if (page !== undefined) {
    conditions.push(sql<SqlBool>`substr(d.page, 1, ${sql.lit([...page].length)}) = ${checkText('page', page)}`);
  }
  return conditions;
}

/** @throws BadInputError for a cursor that does not belong to this order. */
function cursorOf(after: string, { isTime }: Order): readonly [string | number, string, string] {
  const parts = after.split('/');
  let decoded: string[];
  try {
    decoded = parts.map(decodeURIComponent);
  } catch {
    throw badCursor(after);
  }
  const [key, component, version] = decoded;
  if (parts.length !== 3 || key === undefined || !component || !version || after.includes('%00'))
    throw badCursor(after);
  if (isTime && !/^\d{1,15}$/.test(key)) throw badCursor(after);
  return [isTime ? Number(key) : key, component, version];
}

const forkOf = (row: ForkRow): Fork => {
  const orphaned = row.origin_saved_at === null || row.origin_deleted_at !== null;
  return {
    library: row.library,
    component: row.component,
    version: row.version,
    page: row.page,
    ...revisionedOf(row),
    forkOrigin: row.fork_origin!,
    author: row.author,
    savedAt: row.saved_at,
    originChanged: !orphaned && row.origin_saved_at! > row.saved_at,
    orphaned,
  };
};
