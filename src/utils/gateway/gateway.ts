/** The door to the backend: one client, one store of versions, one subscription per library. */
import type { ApolloClient, DocumentNode } from '@apollo/client';
import { warnOnce } from '../../global/logger';
import { CACHE_SIZES } from './cache-sizes';
import { createFeed, type Feed } from './changes/feed';
import { browserTabs } from './changes/tabs';
import { createClient } from './client';
import { createDocuments } from './documents';
import { authentication } from './links/auth';
import { errorLink } from './links/errors';
import { httpLink } from './links/http';
import { persistedLink } from './links/persisted';
import { delayOf, retryLink } from './links/retry';
import { timeoutLink } from './links/timeout';
import type { Auth, GatewayOptions } from './options';
import { passes } from './passes';
import { sha256 as webCrypto } from './sha256';
import { changeOf, graphqlVersions } from './versions/graphql';
import { VersionChangedDocument } from './versions/operations.generated';
import type { VersionStore } from './versions/store';

/** Seconds: more than the host gives an operation, so that the host's word comes first. */
const TIMEOUT = 35;

export interface Gateway {
  /** The library that is edited. */
  readonly library: string;
  /** For operations of one's own. Rejects with the errors of `errors.ts`. */
  readonly client: ApolloClient;
  readonly versions: VersionStore;
  /** A query's text as a document for the client. @throws GraphQLError for what is no GraphQL. */
  readonly document: (text: string) => Promise<DocumentNode>;
  /** Somebody else asks from now on, or the same with a new token; null for nobody. @throws TypeError */
  setAuth(auth: Auth | null): void;
  /** Leaves every subscription, and ends what runs: `versions` reject with a GatewayClosedError from now on. */
  close(): void;
}

/** @throws TypeError for an option that can not be. */
export function createGateway(options: GatewayOptions): Gateway {
  const { url, library, environment, auth, requestAuth, timeout = TIMEOUT, persistedQueries = true } = options;
  const { batch = false, useGetForQueries = false, sha256 = webCrypto, tabs = browserTabs } = options;
  if (!url) throw new TypeError('createGateway: url is missing. It says where GraphQL is.');
  const warn = options.log?.warn ?? warnOnce;
  const doFetch: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));

  const who = authentication({ auth, requestAuth, warn: (message, cause) => warn(message, cause) });
  const client = createClient([
    retryLink(options.attempts, options.retryDelay),
    who.link,
    timeoutLink(timeout, url),
    errorLink(url),
    persistedLink(persistedQueries ? sha256 : undefined),
    httpLink({
      ...{ uri: url, fetch: doFetch, useGetForQueries, batch, silence: timeout },
      headers: environment ? { 'x-feaas-environment': environment } : {},
    }),
  ]);

  const feeds = new Map<string, Feed>();
  const feedOf = (library: string): Feed => {
    const found = feeds.get(library);
    if (found) return found;
    const feed = createFeed({
      name: `feaas-changes ${url} ${library}`,
      tabs,
      passes,
      delay: options.retryDelay ?? delayOf,
      connect: (after, events) =>
        client
          .subscribe({
            query: VersionChangedDocument,
            variables: { library, after: after ?? null },
            // Events are told, not kept.
            fetchPolicy: 'no-cache',
            context: { opened: () => events.opened(), queryDeduplication: false },
          })
          .subscribe({
            next: ({ data, error }) =>
              error ? events.ended(error) : data && events.change(changeOf(data.versionChanged)),
            error: (error) => events.ended(error),
            complete: () => events.ended(),
          }),
    });
    feeds.set(library, feed);
    return feed;
  };
  let closed = false;
  const stopListening = who.onChange(() => feeds.forEach((feed) => feed.retry()));

  return {
    library,
    client,
    versions: graphqlVersions({
      client,
      subscribe: (library, listener) => feedOf(library).join(listener),
      newKey,
      isClosed: () => closed,
    }),
    document: createDocuments(CACHE_SIZES.parser),
    setAuth(to) {
      who.set(to);
      // What somebody saw is not for nobody.
      if (to === null) void client.cache.reset();
    },
    close() {
      closed = true;
      stopListening();
      feeds.forEach((feed) => feed.close());
      feeds.clear();
      client.stop();
    },
  };
}

/** 128 random bits; `crypto.randomUUID` is for secure pages only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
