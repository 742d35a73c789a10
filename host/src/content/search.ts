/**
 * Finding things by what they are called. What is searched is kept folded, because databases disagree about what the small
 * letter of a letter is: SQLite knows those of ASCII only.
 */
import { type Expression, type SqlBool, sql } from 'kysely';
import { BadInputError } from '../lib/domain-error.js';

const MAX_CHARACTERS = 200;

/**
 * A text as it is compared: whatever its case, and however its letters are composed. Capitals of small letters may be others, such as
 * SS of ß, and small letters of capitals too, such as ß of ẞ. The small letter of Σ depends on where it stands in a word.
 */
export const toSearchText = (...texts: readonly string[]): string =>
  smallOf(texts.join('\n')).toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');

/** As hosts of earlier releases kept it: they may write rows until the last one is replaced. */
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
 * Whether the folded text of a row holds every word of a search.
 * @throws BadInputError for one that is too long.
 */
export function matchesSearch(search: string): Expression<SqlBool> {
  const words = smallOf(checkLength(search)).split(/\s+/).filter(Boolean);
  const conditions = words.map((small) => {
    const word = toSearchText(small);
    return word === small ? holds(word) : sql<SqlBool>`(${holds(word)} or ${holds(small)})`;
  });
  return conditions.length ? (sql.join(conditions, sql` and `) as Expression<SqlBool>) : sql<SqlBool>`1 = 1`;
}

const holds = (word: string): Expression<SqlBool> => sql<SqlBool>`folded like ${`%${literal(word)}%`} escape '!'`;

/** Signs that mean something in a pattern mean themselves. NUL is in no text of PostgreSQL. */
const literal = (word: string): string => word.replace(/[!%_]/g, '!$&').replaceAll('\u0000', '');
