/**
 * Queries of a database that answers at once. What Kysely does between a compiled query and its rows, which is to lend the
 * connection and wait for some ten promises, takes half as long as such a database takes to answer.
 */
import { type CompiledQuery, Kysely, type KyselyConfig } from 'kysely';
import type { Tables } from './schema.js';

/** A prepared query. Each run throws what the database says, and UnavailableError once the database is closed. */
export interface DirectQuery<Row> {
  all(parameters: readonly unknown[]): Row[];
  /** Of a query that has one row at most. */
  first(parameters: readonly unknown[]): Row | undefined;
}

export class DirectQueries extends Kysely<Tables> {
  /** Makes a query ready to be run any number of times, each time with other parameters. */
  readonly prepareDirectly: <Row>(query: CompiledQuery<Row>) => DirectQuery<Row>;

  constructor(config: KyselyConfig, prepareDirectly: DirectQueries['prepareDirectly']) {
    super(config);
    this.prepareDirectly = prepareDirectly;
  }
}
