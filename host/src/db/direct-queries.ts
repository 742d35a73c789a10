/**
 * Synchronous queries for an embedded database. Kysely acquires a connection and awaits about ten promises per query,
 * which takes half as long as such a query itself.
 */
import { type CompiledQuery, Kysely, type KyselyConfig } from 'kysely';
import type { Tables } from './schema.js';

/** A prepared query. Each run throws errors of the database, or UnavailableError if it is closed. */
export interface DirectQuery<Row> {
  all(parameters: readonly unknown[]): Row[];
  /** For a query with at most one row. */
  first(parameters: readonly unknown[]): Row | undefined;
}

export class DirectQueries extends Kysely<Tables> {
  /** Prepares a query, to be run many times with different parameters. */
  readonly prepareDirectly: <Row>(query: CompiledQuery<Row>) => DirectQuery<Row>;

  constructor(config: KyselyConfig, prepareDirectly: DirectQueries['prepareDirectly']) {
    super(config);
    this.prepareDirectly = prepareDirectly;
  }
}
