/** Queries that libsql runs as they are, without Kysely between. */
import type { CompiledQuery, LogEvent } from 'kysely';
import type Libsql from 'libsql';
import type { DirectQuery } from '../direct-queries.js';

/**
 * @param prepare makes a statement of the query
 * @param requireOpen throws once the connection is closed: its statements may go on answering
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
        // Reads no list of one. It goes on from where the statement was left, so that this one is used for nothing else.
        const values = statement.get(parameters) as unknown[] | undefined;
        return values && rowOf(values);
      } catch (error) {
        // It would throw the same again.
        first.drop();
        throw error;
      }
    },
  };
}

interface RowReader<Row> {
  /** Its rows are lists of values: libsql makes the name of each member anew for each row. */
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

/** Only when it is asked for: tables of an older version may lack what a query names. */
function lazy<Value extends object>(make: () => Value): { get(): Value; drop(): void } {
  let made: Value | undefined;
  return { get: () => (made ??= make()), drop: () => (made = undefined) };
}

/** Tells of each run as Kysely would. */
export function loggedQuery<Row>(
  direct: DirectQuery<Row>,
  query: CompiledQuery<Row>,
  log: (event: LogEvent) => void,
): DirectQuery<Row> {
  const logged = <Result>(run: () => Result): Result => {
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
    all: (parameters) => logged(() => direct.all(parameters)),
    first: (parameters) => logged(() => direct.first(parameters)),
  };
}
