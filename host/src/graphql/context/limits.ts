import type { LimitTable } from '../../lib/limits.js';

/** What one request may ask for. Each is reached by no operation that the kit's own editor sends. */
export const GRAPHQL_LIMITS = Object.freeze({
  /** Bytes of a request's body. A view of half a megabyte fits, escaped as JSON. */
  bodyBytes: 1024 * 1024,
  /** Bytes of a request with files; a picture may have 15 MiB. */
  uploadBytes: 16 * 1024 * 1024,
  /** Requests with files that are received and carried out at once; what they hold is on the disk. */
  uploads: 8,
  /** Requests with files that wait for that, unread; further ones are refused. */
  uploadsWaiting: 64,
  /** Of both, those of one token. */
  uploadsPerCaller: 24,
  /** Bytes of other bodies that are held in memory at once. */
  bodiesBytes: 64 * 1024 * 1024,
  /** Of these, bytes from one address. */
  bodiesBytesPerAddress: 16 * 1024 * 1024,
  /** How long a request's body may take to arrive. */
  bodyMilliseconds: 30_000,
  /** How long an operation may run, deferred parts included; subscriptions have no end. */
  operationMilliseconds: 30_000,
  /** The same for a request with files: a picture waits for its turn, and is made in many sizes. */
  uploadMilliseconds: 120_000,
  /** Operations in one request: what Apollo's batch link sends. */
  batch: 10,
  /** Characters of a query's text. Persisted queries are kept whole, so this bounds their memory too. */
  queryCharacters: 16_384,
  /** Values of the variables of an operation, those within lists and objects included: each is checked against its type. */
  variableValues: 10_000,
  /** Words and signs of a query's text. */
  tokens: 1000,
  /** Levels of fields within fields; fragments count as what they hold. */
  depth: 8,
  /** Fields that are given another name; those of a fragment count each time it is spread. */
  aliases: 30,
  /** `@include`, `@defer` and the like, in the same way. */
  directives: 20,
  /** Fragments, named or not, in the same way. The query that asks for the whole schema has 12. */
  spreads: 60,
  /** 2 for an object and 1 for a value, 1.5 times as much per level, and times `first` where it is written out. */
  cost: 6000,
  /** Fields that ask again for what one beside them asks for, as fragments of several authors do. */
  repeats: 60,
  /** Rows that one request may read, those of a batch together; each read is one more. */
  rows: 10_000,
  /** Characters of views, stylesheets, revisions and samples in one answer, those of a batch together. */
  characters: 16 * 1024 * 1024,
  /** Of these, all that the answers hold which are made or sent at once: of callers with a token, and of those without one. */
  answersCharacters: 64 * 1024 * 1024,
  /** Of these, characters for one address. */
  answersCharactersPerAddress: 32 * 1024 * 1024,
  /** How long a client may take nothing of an answer with content, which is held for it. */
  answerIdleMilliseconds: 60_000,
  /** Ids of one `versions`. */
  ids: 100,
  /** Items of a page. */
  page: 100,
  /** Persisted queries that are kept; the least recently used goes first. */
  persistedQueries: 2000,
  /** How long a persisted query is kept. */
  persistedQueryMilliseconds: 30 * 24 * 3_600_000,
  /** Open subscriptions of one token or session; each holds a connection. */
  subscriptionsPerCaller: 20,
  /** Those of a token and of all sessions that it gave: a site's server gives them to all of its editors. */
  subscriptionsPerToken: 1000,
  /** An office has one address. */
  subscriptionsPerAddress: 1000,
  subscriptions: 2000,
  /** The last ones, kept for tokens and addresses that have fewer than `subscriptionsPerCaller`. */
  subscriptionsReserved: 400,
  /** How often an idle subscription says that it lives, so that no proxy closes it. */
  heartbeatMilliseconds: 10_000,
});

export type GraphQLLimits = LimitTable<typeof GRAPHQL_LIMITS>;
