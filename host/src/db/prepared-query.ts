/** Queries that are asked again and again: building and compiling one takes longer than the database takes to answer it. */
import type { CompiledQuery } from 'kysely';
import type { Queries } from './schema.js';

/**
 * A query that is compiled once, and asked with other values each time.
 * @param build makes the query out of values that stand for those to come, each a parameter of the query
 * @param count of the values, where `build` takes any number of them
 */
export function prepared<Row, Values extends readonly (string | number)[]>(
  queries: Queries,
  build: (...values: Values) => { compile(): CompiledQuery<Row> },
  count = build.length,
): (...values: Values) => Promise<Row[]> {
  const placeholders = Array.from({ length: count }, (_, index) => `\0${index}`);
  const query = build(...(placeholders as readonly unknown[] as Values)).compile();
  /** Of each parameter: which value it is; the rest are the query's own. */
  const positions = query.parameters.map((parameter) => placeholders.indexOf(parameter as string));
  return async (...values) => {
    const parameters = positions.map((position, index) => (position < 0 ? query.parameters[index] : values[position]));
    return (await queries.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
