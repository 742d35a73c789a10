/** Presence over GraphQL: what an editor says of itself, and what a library's events tell. */
import type { ApolloClient } from '@apollo/client';
import { print } from 'graphql';
import { MissingResponseError } from '../errors';
import { stripTypename } from '../strip-typename';
import type { ConnectionObserver } from '../changes/subscription-leader';
import type { Presence } from '../versions/store';
import type { HeartbeatOptions } from './heartbeat';
import {
  AnnouncePresenceDocument,
  type LibraryChangedSubscription,
  WithdrawPresenceDocument,
} from './operations.generated';

interface AnnouncingOptions {
  readonly client: ApolloClient;
  readonly url: string;
  readonly fetch: typeof fetch;
  /** Of every request, and of who asks. */
  readonly headers: () => Readonly<Record<string, string>>;
}

const presenceOf = ({ id, editors }: Presence): Presence => ({ id, editors: stripTypename(editors) });

export const graphqlPresence = ({
  client,
  url,
  fetch,
  headers,
}: AnnouncingOptions): Pick<HeartbeatOptions, 'announce' | 'withdraw'> => ({
  async announce(id, editorId, seconds) {
    const { data } = await client.mutate({
      mutation: AnnouncePresenceDocument,
      variables: { id, editorId, seconds },
      // Told, not kept.
      fetchPolicy: 'no-cache',
    });
    if (!data?.presence) throw new MissingResponseError('AnnouncePresence');
    return presenceOf(data.presence);
  },

  withdraw(id, editorId) {
    // A page that goes away waits for nothing: the links of the client begin later, and end with it.
    const body = JSON.stringify({
      operationName: 'WithdrawPresence',
      query: print(WithdrawPresenceDocument),
      variables: { id, editorId },
    });
    const all = { ...headers(), 'content-type': 'application/json' };
    fetch(url, { method: 'POST', keepalive: true, credentials: 'omit', headers: all, body }).catch(() => {});
  },
});

/** Tells of an event of a library. */
export function notifyObserver(events: ConnectionObserver, event: LibraryChangedSubscription['event']): void {
  if (event.__typename === 'Presence') events.presence(presenceOf(event));
  else events.change(stripTypename(event));
}
