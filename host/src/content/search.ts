/**
 * Search by name. The searchable text is stored case-folded, because databases lowercase differently: SQLite lowercases
 * ASCII only.
 */
import { type Expression, type SqlBool, sql } from 'kysely';
import { BadInputError } from '../lib/domain-error.js';

const MAX_CHARACTERS = 200;

/**
 * Normalizes text for comparison, regardless of case and of composed characters. Uppercasing first unifies letters such
 * as ß and SS, and lowercasing ẞ and ß. The lowercase form of Σ depends on its position in a word.
 */
export const toSearchText = (...texts: readonly string[]): string =>
  smallOf(texts.join('\n')).toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');

/** The folding of earlier releases. During an update, such hosts may still write rows. */
const smallOf = (text: string): string => text.normalize('NFKC').toLowerCase();

/** @throws BadInputError for a search that is too long. */
export const wordsOf = (search: string): readonly string[] =>
  toSearchText(checkLength(search)).split(/\s+/).filter(Boolean);

function checkLength(search: string): string {
  if (search.length > MAX_CHARACTERS) {
    throw new BadInputError(`search is longer than ${MAX_CHARACTERS} characters. Shorten it.`, 'search');
  }
  return search;
}

/**
 * The condition that the folded text of a row contains every word of a search.
 * @throws BadInputError if the search is too long.
 */
export function matchesSearch(search: string): Expression<SqlBool> {
  const words = smallOf(checkLength(search)).split(/\s+/).filter(Boolean);
  const conditions = words.map((small) => {
    const word = toSearchText(small);
    return word === small ? containsWord(word) : sql<SqlBool>`(${containsWord(word)} or ${containsWord(small)})`;
  });
  return conditions.length ? (sql.join(conditions, sql` and `) as Expression<SqlBool>) : sql<SqlBool>`1 = 1`;
}

const containsWord = (word: string): Expression<SqlBool> =>
  sql<SqlBool>`folded like ${`%${literal(word)}%`} escape '!'`;

/** Escapes wildcards of `like`. Removes NUL, which PostgreSQL does not store in text. */
const literal = (word: string): string => word.replace(/[!%_]/g, '!$&').replaceAll('\u0000', '');
