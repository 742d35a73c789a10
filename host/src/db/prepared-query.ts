/** Prepared queries, for frequent use: building and compiling a query takes longer than running it. */
import { type CompiledQuery, sql } from 'kysely';
import { DirectQueries } from './direct-queries.js';
import type { Queries } from './schema.js';

/** Builds the query from placeholders, each of which becomes a parameter. */
type Build<Row, Values extends readonly (string | number)[]> = (...values: Values) => { compile(): CompiledQuery<Row> };

/**
 * Compiles a query once, to run it with different values.
 * @param count number of values, if `build` takes any number
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

/** Like `prepared`, for a query with at most one row. */
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

/** Maximum keys per query. Each key is part of its text. */
const KEYS_PER_QUERY = 20;

/** The values that identify one row or one list of rows. */
export type Key = readonly (string | number)[];

/**
 * Prepares a query for any number of keys with `width` values each. Each number of keys is compiled once, because
 * callers use few keys at a time, such as a fork and its original.
 * @returns the rows of the keys, unordered
 */
export function preparedOfKeys<Row>(
  read: Queries,
  width: number,
  build: (keys: readonly Key[]) => { compile(): CompiledQuery<Row> },
): (keys: readonly Key[]) => Promise<Row[]> {
  const queries = new Map<number, (...values: Key) => Promise<Row[]>>();
  const queryFor = (count: number): ((...values: Key) => Promise<Row[]>) => {
    let query = queries.get(count);
    if (!query) {
      const split = (...values: Key): Key[] =>
        Array.from({ length: count }, (_, index) => values.slice(index * width, (index + 1) * width));
      query = prepared(read, (...values: Key) => build(split(...values)), count * width);
      queries.set(count, query);
    }
    return query;
  };
  return async (keys) => {
    const rows: Row[] = [];
    for (let start = 0; start < keys.length; start += KEYS_PER_QUERY) {
      const batch = keys.slice(start, start + KEYS_PER_QUERY);
      rows.push(...(await queryFor(batch.length)(...batch.flat())));
    }
    return rows;
  };
}

/** The condition that the columns of a row equal one of the keys. */
export const isOneOf = (columns: readonly string[], keys: readonly Key[]) => {
  const isKey = (key: Key) =>
    sql.join(
      columns.map((column, index) => sql`${sql.ref(column)} = ${key[index]}`),
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
  /** The index of the value of each parameter; -1 for constants of the query. */
  const positions = query.parameters.map((parameter) => placeholders.indexOf(parameter as string));
  return {
    query,
    parametersOf: (values) =>
      positions.map((position, index) => (position < 0 ? query.parameters[index] : values[position])),
  };
}
