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
  legacyFold(texts.join('\n')).toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');

/** The folding of earlier releases. During an update, such hosts may still write rows. */
const legacyFold = (text: string): string => text.normalize('NFKC').toLowerCase();

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
 * For each word of a search, the texts of which a row must contain one: the word, and its folding of earlier releases.
 * @throws BadInputError if the search is too long.
 */
export const textsOf = (search: string): readonly (readonly string[])[] =>
  legacyFold(checkLength(search))
    .split(/\s+/)
    .filter(Boolean)
    .map((legacy) => [...new Set([toSearchText(legacy), legacy].map(withoutNul))]);

/**
 * The condition that the folded text of a row contains every word of a search.
 * @throws BadInputError if the search is too long.
 */
export function matchesSearch(search: string): Expression<SqlBool> {
  const conditions = textsOf(search).map(([text, ...others]) =>
    others.length === 0 ? containsText(text!) : sql`(${sql.join([text!, ...others].map(containsText), sql` or `)})`,
  );
  return conditions.length ? (sql.join(conditions, sql` and `) as Expression<SqlBool>) : sql<SqlBool>`1 = 1`;
}

const containsText = (text: string): Expression<SqlBool> =>
  sql<SqlBool>`folded like ${`%${literal(text)}%`} escape '!'`;

/** Escapes wildcards of `like`. */
const literal = (text: string): string => text.replace(/[!%_]/g, '!$&');

/** PostgreSQL does not store NUL in text, and the index of the embedded database ends texts there. */
const withoutNul = (text: string): string => text.replaceAll('\u0000', '');
