import type { LimitTable } from '../../lib/limits.js';

/** Limits of a request. The operations of the kit's editor do not reach any of them. */
export const GRAPHQL_LIMITS = Object.freeze({
  /** Bytes of a request's body. Enough for half a megabyte of markup, escaped as JSON. */
  bodyBytes: 1024 * 1024,
  /** Bytes of a request with files; a picture may have 15 MiB. */
  uploadBytes: 16 * 1024 * 1024,
  /** Requests with files that are processed concurrently. Their content is on disk. */
  uploads: 8,
  /** Queued requests with files, not read yet; more are rejected. */
  uploadsWaiting: 64,
  /** Processed and queued requests of one token. */
  uploadsPerCaller: 24,
  /** Bytes of other bodies held in memory at once. */
  bodiesBytes: 64 * 1024 * 1024,
  /** Of these, bytes from one address. */
  bodiesBytesPerAddress: 16 * 1024 * 1024,
  /** Timeout to receive a request's body. */
  bodyMilliseconds: 30_000,
  /** Timeout of an operation, including deferred parts. Subscriptions have none. */
  operationMilliseconds: 30_000,
  /** Timeout of a request with files: a picture may be queued, and is encoded in many sizes. */
  uploadMilliseconds: 120_000,
  /** Operations in one request. Apollo's batch link sends at most this many. */
  batch: 10,
  /** Characters of a query's text. Persisted queries are stored in full, so this limits their memory, too. */
  queryCharacters: 16_384,
  /** Values in the variables of an operation, including those in lists and objects: each is type-checked. */
  variableValues: 10_000,
  /** Tokens of a query's text. */
  tokens: 1000,
  /** Nesting depth of fields. Fragments do not add a level. */
  depth: 8,
  /** Aliased fields. Those in a fragment count each time it is spread. */
  aliases: 30,
  /** Directives such as `@include` and `@defer`, counted likewise. */
  directives: 20,
  /** Fragment spreads, named or inline, counted likewise. The introspection query has 12. */
  spreads: 60,
  /** 2 per object and 1 per value, times 1.5 per level, and times `first` if it is a literal. */
  cost: 6000,
  /** Fields that repeat a sibling field, as fragments of several authors do. */
  repeats: 60,
  /** Rows that one request may read, including all operations of a batch. Each read counts as one more. */
  rows: 10_000,
  /** Characters of markup, stylesheets, revisions and samples in one response, including all operations of a batch. */
  characters: 16 * 1024 * 1024,
  /** Such characters in all current responses, separately for callers with and without a token. */
  answersCharacters: 64 * 1024 * 1024,
  /** Of these, characters for one address. */
  answersCharactersPerAddress: 32 * 1024 * 1024,
  /** Timeout while a client receives nothing of a response with content, which is held in memory. */
  answerIdleMilliseconds: 60_000,
  /** Ids in one `versions` query. */
  ids: 100,
  /** Items of a page. */
  page: 100,
  /** Persisted queries in the LRU cache. */
  persistedQueries: 2000,
  /** How long a persisted query is cached. */
  persistedQueryMilliseconds: 30 * 24 * 3_600_000,
  /** Open subscriptions of one token or session. Each holds a connection. */
  subscriptionsPerCaller: 20,
  /** Subscriptions of a token and all its sessions: a site's server creates sessions for all of its editors. */
  subscriptionsPerToken: 1000,
  /** Subscriptions of one address, which a whole office may share. */
  subscriptionsPerAddress: 1000,
  subscriptions: 2000,
  /** Reserved subscriptions for tokens and addresses that have fewer than `subscriptionsPerCaller`. */
  subscriptionsReserved: 400,
  /** Interval of heartbeats on an idle subscription, so that no proxy closes it. */
  heartbeatMilliseconds: 10_000,
});

export type GraphQLLimits = LimitTable<typeof GRAPHQL_LIMITS>;
