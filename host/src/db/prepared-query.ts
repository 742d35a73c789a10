/** Queries that are asked again and again: building and compiling one takes longer than the database takes to answer it. */
import { type CompiledQuery, sql } from 'kysely';
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

/** Keys per query, each of which is a part of its text. */
const KEYS_PER_QUERY = 20;

/** The values that name one row, or one list of rows. */
export type Key = readonly (string | number)[];

/**
 * A query of any number of keys, each of so many values. There is one text for each number of them, which is compiled once: callers
 * ask for few at a time, such as a fork and its original.
 * @returns the rows of some keys, in no order
 */
export function preparedOfKeys<Row>(
  read: Queries,
  width: number,
  build: (keys: readonly Key[]) => { compile(): CompiledQuery<Row> },
): (keys: readonly Key[]) => Promise<Row[]> {
  const queries = new Map<number, (...values: Key) => Promise<Row[]>>();
  const ofCount = (count: number): ((...values: Key) => Promise<Row[]>) => {
    let query = queries.get(count);
    if (!query) {
      const split = (...values: Key): Key[] =>
        Array.from({ length: count }, (_, at) => values.slice(at * width, (at + 1) * width));
      query = prepared(read, (...values: Key) => build(split(...values)), count * width);
      queries.set(count, query);
    }
    return query;
  };
  return async (keys) => {
    const rows: Row[] = [];
    for (let start = 0; start < keys.length; start += KEYS_PER_QUERY) {
      const some = keys.slice(start, start + KEYS_PER_QUERY);
      rows.push(...(await ofCount(some.length)(...some.flat())));
    }
    return rows;
  };
}

/** Whether the columns of a row have the values of one of the keys. */
export const isOneOf = (columns: readonly string[], keys: readonly Key[]) => {
  const isKey = (key: Key) =>
    sql.join(
      columns.map((column, at) => sql`${sql.ref(column)} = ${key[at]}`),
      sql` and `,
    );
  return sql<boolean>`(${sql.join(
    keys.map((key) => sql`(${isKey(key)})`),
    sql` or `,
  )})`;
};

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
