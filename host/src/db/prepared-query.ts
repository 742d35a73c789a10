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
  const placeholders = Array.from({ length: build.length }, (_, index) => `\0${index}`);
  const query = build(...(placeholders as readonly string[] as Texts)).compile();
  /** Of each parameter: which text it is; the rest are the query's own. */
  const positions = query.parameters.map((parameter) => placeholders.indexOf(parameter as string));
  return async (...texts) => {
    const parameters = positions.map((position, index) => (position < 0 ? query.parameters[index] : texts[position]));
    return (await queries.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
