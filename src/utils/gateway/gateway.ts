/** The gateway to the backend: one client, one store of versions, and one subscription per library. */
import type { ApolloClient, DocumentNode } from '@apollo/client';
import { warnOnce } from '../../global/logger';
import { randomId } from '../../global/random-id';
import { CACHE_SIZES } from './cache-sizes';
import { createSubscriptionLeader, type SubscriptionLeader } from './changes/subscription-leader';
import { browserTabs } from './changes/tab-channel';
import { createClient } from './client';
import { createDocuments } from './documents';
import { authentication } from './links/auth';
import { errorLink } from './links/errors';
import { httpLink } from './links/http';
import { persistedLink } from './links/persisted';
import { delayOf, retryLink } from './links/retry';
import { timeoutLink } from './links/timeout';
import type { GatewayOptions } from './options';
import type { Gateway as PageGateway } from './page';
import { isTransient } from './transient-errors';
import { sha256 as webCrypto } from './sha256';
import { createHeartbeat, HEARTBEAT, type StartTimer } from './presence/heartbeat';
import { graphqlPresence, notifyObserver } from './presence/graphql';
import { LibraryChangedDocument } from './presence/operations.generated';
import { graphqlVersions } from './versions/graphql';

/** Timeout in seconds: more than the host's limit for an operation, so that the host's error arrives first. */
const TIMEOUT = 35;

/** The gateway of pages, with the types of its client. */
export interface Gateway extends Omit<PageGateway, 'client' | 'document'> {
  /** For the page's own operations. Rejects with the errors of `errors.ts`. */
  readonly client: ApolloClient;
  /** Parses a query for the client. @throws GraphQLError for invalid GraphQL */
  readonly document: (text: string) => Promise<DocumentNode>;
}

/** @throws TypeError for an invalid option */
export function createGateway(options: GatewayOptions): Gateway {
  const { url, library, environment, auth, requestAuth, timeout = TIMEOUT, persistedQueries = true } = options;
  const { batch = false, useGetForQueries = false, sha256 = webCrypto, tabs = browserTabs } = options;
  if (!url) throw new TypeError('createGateway: url is missing. Set the address of GraphQL.');
  const warn = options.log?.warn ?? warnOnce;
  const doFetch: typeof fetch = options.fetch ?? ((input, init) => fetch(input, init));

  const headers: Readonly<Record<string, string>> = environment ? { 'x-feaas-environment': environment } : {};
  const authenticator = authentication({ auth, requestAuth, warn: (message, cause) => warn(message, cause) });
  const client = createClient([
    retryLink(options.attempts, options.retryDelay),
    authenticator.link,
    timeoutLink(timeout, url),
    errorLink(url),
    persistedLink(persistedQueries ? sha256 : undefined),
    httpLink({
      ...{ uri: url, fetch: doFetch, useGetForQueries, batch, silence: timeout },
      headers,
    }),
  ]);

  const leaders = new Map<string, SubscriptionLeader>();
  const leaderOf = (library: string): SubscriptionLeader => {
    const found = leaders.get(library);
    if (found) return found;
    const leader = createSubscriptionLeader({
      name: `feaas-changes ${url} ${library}`,
      tabs,
      isTransient,
      delay: options.retryDelay ?? delayOf,
      connect: (after, events) =>
        client
          .subscribe({
            query: LibraryChangedDocument,
            variables: { library, after: after ?? null },
            // Events are forwarded, and not cached.
            fetchPolicy: 'no-cache',
            context: { opened: () => events.opened(), queryDeduplication: false, isBackground: true },
          })
          .subscribe({
            next: ({ data, error }) => (error ? events.ended(error) : data && notifyObserver(events, data.event)),
            error: (error) => events.ended(error),
            complete: () => events.ended(),
          }),
    });
    leaders.set(library, leader);
    return leader;
  };
  const attendances = new Set<() => void>();
  const attend = createHeartbeat({
    ...graphqlPresence(client),
    listen: (library, presence) => leaderOf(library).join({ change() {}, presence }),
    ...{ onAuth: authenticator.onChange, isTransient, createId: randomId, tabs },
    startTimer: options.later ?? startTimer,
    heartbeat: options.heartbeat ?? HEARTBEAT,
  });
  let isClosed = false;
  const stopListening = authenticator.onChange(() => leaders.forEach((leader) => leader.retry()));

  return {
    library,
    client,
    versions: graphqlVersions({
      client,
      subscribe: (library, listener) => leaderOf(library).join(listener),
      attend(id, onChange) {
        if (isClosed) return () => {};
        const leave = attend(id, onChange);
        attendances.add(leave);
        return () => void (attendances.delete(leave) && leave());
      },
      isClosed: () => isClosed,
    }),
    document: createDocuments(CACHE_SIZES.parser),
    setAuth(nextAuth) {
      authenticator.set(nextAuth);
      // Data that a user could see must not remain after signing out.
      if (nextAuth === null) void client.cache.reset();
    },
    askAgain: () => authenticator.askAgain(),
    close() {
      isClosed = true;
      stopListening();
      attendances.forEach((leave) => leave());
      attendances.clear();
      leaders.forEach((leader) => leader.close());
      leaders.clear();
      client.stop();
    },
  };
}

const startTimer: StartTimer = (milliseconds, work) => {
  const timer = setTimeout(work, milliseconds);
  // Outside of pages, the timer must not keep the process alive.
  (timer as { unref?(): void }).unref?.();
  return () => clearTimeout(timer);
};
