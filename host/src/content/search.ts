/**
 * Finding things by what they are called. What is searched is kept folded, because databases disagree about what the small
 * letter of a letter is: SQLite knows those of ASCII only.
 */
import { type Expression, type SqlBool, sql } from 'kysely';
import { BadInputError } from '../lib/domain-error.js';

const MAX_CHARACTERS = 200;

/** A text as it is compared: whatever its case, and however its letters are composed. */
export const toSearchText = (...texts: readonly string[]): string => texts.join('\n').normalize('NFKC').toLowerCase();

/** @throws BadInputError for a search that is too long. */
export function wordsOf(search: string): readonly string[] {
  if (search.length > MAX_CHARACTERS) {
    throw new BadInputError(`search is longer than ${MAX_CHARACTERS} characters. Shorten it.`, 'search');
  }
  return toSearchText(search).split(/\s+/).filter(Boolean);
}

/**
 * Whether the folded text of a row holds every word of a search.
 * @throws BadInputError for one that is too long.
 */
export function matchesSearch(search: string): Expression<SqlBool> {
  const conditions = wordsOf(search).map((word) => sql<SqlBool>`folded like ${`%${literal(word)}%`} escape '!'`);
  return conditions.length ? (sql.join(conditions, sql` and `) as Expression<SqlBool>) : sql<SqlBool>`1 = 1`;
}

/** Signs that mean something in a pattern mean themselves. NUL is in no text of PostgreSQL. */
const literal = (word: string): string => word.replace(/[!%_]/g, '!$&').replaceAll('\u0000', '');
