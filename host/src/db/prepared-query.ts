/** Queries that are asked again and again: building and compiling one takes longer than the database takes to answer it. */
import type { CompiledQuery } from 'kysely';
import type { Queries } from './schema.js';

/**
 * A query that is compiled once, and asked with other texts each time.
 * @param build makes the query out of texts that stand for those to come
 */
export function prepared<Row, Texts extends readonly string[]>(
  queries: Queries,
  build: (...texts: Texts) => { compile(): CompiledQuery<Row> },
): (...texts: Texts) => Promise<Row[]> {
  const marks = Array.from({ length: build.length }, (_, index) => `\0${index}`);
  const query = build(...(marks as readonly string[] as Texts)).compile();
  /** Of each parameter: which text it is; the rest are the query's own. */
  const places = query.parameters.map((parameter) => marks.indexOf(parameter as string));
  return async (...texts) => {
    const parameters = places.map((place, index) => (place < 0 ? query.parameters[index] : texts[place]));
    return (await queries.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
