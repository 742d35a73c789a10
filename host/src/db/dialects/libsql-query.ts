/** Runs queries directly with libsql, without Kysely. */
import type { CompiledQuery, LogEvent } from 'kysely';
import type Libsql from 'libsql';
import type { DirectQuery } from '../direct-queries.js';

/**
 * @param prepare prepares the statement of the query
 * @param requireOpen throws if the connection is closed, because its statements may still return results
 */
export function libsqlQuery<Row>(prepare: () => Libsql.Statement, requireOpen: () => void): DirectQuery<Row> {
  const [all, first] = [lazy(() => rowReader<Row>(prepare())), lazy(() => rowReader<Row>(prepare()))];
  return {
    all(parameters) {
      requireOpen();
      const { statement, rowOf } = all.get();
      return (statement.all(parameters) as unknown[][]).map(rowOf);
    },
    first(parameters) {
      requireOpen();
      const { statement, rowOf } = first.get();
      try {
        // Avoids a list for one row. `get` continues where the statement stopped, so it is used only here.
        const values = statement.get(parameters) as unknown[] | undefined;
        return values && rowOf(values);
      } catch (error) {
        // The statement would throw the same error again.
        first.drop();
        throw error;
      }
    },
  };
}

interface RowReader<Row> {
  /** Returns rows as lists of values, because libsql creates property names again for each row. */
  readonly statement: Libsql.Statement;
  readonly rowOf: (values: readonly unknown[]) => Row;
}

function rowReader<Row>(prepared: Libsql.Statement): RowReader<Row> {
  const statement = prepared.raw();
  const names = statement.columns().map(({ name }) => name);
  return {
    statement,
    rowOf(values) {
      const row: Record<string, unknown> = {};
      for (let index = 0; index < names.length; index++) row[names[index]!] = values[index];
      return row as Row;
    },
  };
}

/** Prepares on first use, because tables of an older version may lack a column of the query. */
function lazy<Value extends object>(make: () => Value): { get(): Value; drop(): void } {
  let value: Value | undefined;
  return { get: () => (value ??= make()), drop: () => (value = undefined) };
}

/** Logs each run like Kysely. */
export function loggedQuery<Row>(
  direct: DirectQuery<Row>,
  query: CompiledQuery<Row>,
  log: (event: LogEvent) => void,
): DirectQuery<Row> {
  const runLogged = <Result>(run: () => Result): Result => {
    const start = performance.now();
    const event = () => ({ query, queryDurationMillis: performance.now() - start });
    try {
      const result = run();
      log({ level: 'query', ...event() });
      return result;
    } catch (error) {
      log({ level: 'error', error, ...event() });
      throw error;
    }
  };
  return {
    all: (parameters) => runLogged(() => direct.all(parameters)),
    first: (parameters) => runLogged(() => direct.first(parameters)),
  };
}
