/** Queries that are asked again and again: building and compiling one takes longer than the database takes to answer it. */
import type { CompiledQuery } from 'kysely';
import { DirectQueries } from './direct-queries.js';
import type { Queries } from './schema.js';

/** Makes the query out of values that stand for those to come, each a parameter of the query. */
type Build<Row, Values extends readonly (string | number)[]> = (...values: Values) => { compile(): CompiledQuery<Row> };

/**
 * A query that is compiled once, and asked with other values each time.
 * @param count of the values, where `build` takes any number of them
 */
export function prepared<Row, Values extends readonly (string | number)[]>(
  queries: Queries,
  build: Build<Row, Values>,
  count = build.length,
): (...values: Values) => Promise<Row[]> {
  const { query, parametersOf } = compile(build, count);
  if (queries instanceof DirectQueries) {
    const direct = queries.prepareDirectly(query);
    return async (...values) => direct.all(parametersOf(values));
  }
  return async (...values) => (await queries.executeQuery<Row>({ ...query, parameters: parametersOf(values) })).rows;
}

/** The same for a query that has one row at most. */
export function preparedOne<Row, Values extends readonly (string | number)[]>(
  queries: Queries,
  build: Build<Row, Values>,
): (...values: Values) => Promise<Row | undefined> {
  if (queries instanceof DirectQueries) {
    const { query, parametersOf } = compile(build, build.length);
    const direct = queries.prepareDirectly(query);
    return async (...values) => direct.first(parametersOf(values));
  }
  const rows = prepared(queries, build);
  return async (...values) => (await rows(...values))[0];
}

function compile<Row, Values extends readonly (string | number)[]>(
  build: Build<Row, Values>,
  count: number,
): { readonly query: CompiledQuery<Row>; readonly parametersOf: (values: Values) => unknown[] } {
  const placeholders = Array.from({ length: count }, (_, index) => `\0${index}`);
  const query = build(...(placeholders as readonly unknown[] as Values)).compile();
  /** Of each parameter: which value it is; the rest are the query's own. */
  const positions = query.parameters.map((parameter) => placeholders.indexOf(parameter as string));
  return {
    query,
    parametersOf: (values) =>
      positions.map((position, index) => (position < 0 ? query.parameters[index] : values[position])),
  };
}
