/**
 * The index of trigrams for searches on the embedded database, of the migration '0028-search-index'. PostgreSQL chooses
 * its index by itself.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Database } from '../db/database.js';
import { prepared } from '../db/prepared-query.js';
import { textsOf } from './search.js';

/** A subquery of the ids of all rows that a search finds, and of few others. */
type Candidates = RawBuilder<{ id: string }>;

/**
 * Returns undefined if the index cannot narrow the search, or if reading rows in order, up to the limit, is likely to
 * take less time.
 * @throws BadInputError if the search is too long.
 */
export type FindCandidates = (library: string, search: string, limit: number) => Promise<Candidates | undefined>;

/** @param subject the table of the rows */
export function createTrigramIndex(
  { read, kind }: Pick<Database, 'read' | 'kind'>,
  subject: 'components' | 'media',
): FindCandidates {
  if (kind !== 'embedded') return async () => undefined;

  const start = (library: string) =>
    sql`((select number from search_scopes where subject = ${sql.lit(subject)} and library = ${library}) << 32)`;
  const isInScope = (number: string, library: string) =>
    sql<SqlBool>`${sql.ref(number)} between ${start(library)} and ${start(library)} + 4294967295`;
  const sizeOf = prepared(read, (library: string) => ({
    compile: () =>
      sql<{ size: number | null }>`select max(number) - ${start(library)} as size
        from search_rows where ${isInScope('number', library)}`.compile(read),
  }));
  const countUpTo = prepared(read, (library: string, expression: string, limit: number) => ({
    compile: () =>
      sql<{ count: number }>`select count(*) as count from (
          select rowid from search_trigrams
          where search_trigrams match ${expression} and ${isInScope('rowid', library)} limit ${limit}
        )`.compile(read),
  }));

  return async (library, search, limit) => {
    const expression = expressionOf(search);
    if (expression === undefined) return undefined;
    const [scope] = await sizeOf(library);
    const max = maxCandidates(scope?.size ?? 0, limit);
    const [found] = await countUpTo(library, expression, max + 1);
    if (found!.count > max) return undefined;
    return sql`select r.id from search_trigrams as t inner join search_rows as r on r.number = t.rowid
      where t.search_trigrams match ${expression} and ${isInScope('t.rowid', library)}`;
  };
}

/**
 * The maximum number of candidates for which the index is used. With evenly distributed candidates, reading in order
 * reads `limit * size / candidates` rows. So the two costs are in proportion at the square root of `limit * size`. The
 * divisor limits the cost of counting a frequent word to a small part of the cost of its page.
 */
const maxCandidates = (size: number, limit: number): number => Math.floor(Math.sqrt(limit * size) / 2);

/** Characters per entry of the index, counted as code points. */
const TRIGRAM = 3;

/** The FTS5 query for a search, without words that are too short for the index; undefined if all are. */
function expressionOf(search: string): string | undefined {
  const words = textsOf(search)
    .map((texts) => texts.map(trigramsOf))
    .filter((texts) => texts.every((trigrams) => trigrams.length > 0));
  if (words.length === 0) return undefined;
  return words.map((texts) => `(${texts.map((trigrams) => trigrams.join(' AND ')).join(' OR ')})`).join(' AND ');
}

/** Quoted trigrams that contain all characters of a text; none if it is shorter. */
function trigramsOf(text: string): readonly string[] {
  // As the index: only ASCII letters, because `like` ignores their case.
  const characters = [...text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())];
  const last = characters.length - TRIGRAM;
  if (last < 0) return [];
  const starts = [...Array.from({ length: Math.ceil(last / TRIGRAM) }, (_, index) => index * TRIGRAM), last];
  const trigrams = starts.map((start) => characters.slice(start, start + TRIGRAM).join(''));
  return [...new Set(trigrams)].map((trigram) => `"${trigram.replaceAll('"', '""')}"`);
}
