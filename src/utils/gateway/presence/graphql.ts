/** Presence over GraphQL: announces an editor, and forwards the events of a library. */
import type { ApolloClient } from '@apollo/client';
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

const presenceOf = ({ id, editors }: Presence): Presence => ({ id, editors: stripTypename(editors) });

export const graphqlPresence = (client: ApolloClient): Pick<HeartbeatOptions, 'announce' | 'withdraw'> => ({
  async announce(id, editorId, seconds) {
    const { data } = await client.mutate({
      mutation: AnnouncePresenceDocument,
      variables: { id, editorId, seconds },
      // Presence is not cached.
      fetchPolicy: 'no-cache',
      context: { isBackground: true },
    });
    if (!data?.presence) throw new MissingResponseError('AnnouncePresence');
    return presenceOf(data.presence);
  },

  withdraw(id, editorId) {
    client
      .mutate({
        mutation: WithdrawPresenceDocument,
        variables: { id, editorId },
        fetchPolicy: 'no-cache',
        // The request outlives a page that is closed.
        context: { isBackground: true, fetchOptions: { keepalive: true } },
      })
      .catch(() => {});
  },
});

/** Forwards an event of a library to its observer. */
export function notifyObserver(events: ConnectionObserver, event: LibraryChangedSubscription['event']): void {
  if (event.__typename === 'Presence') events.presence(presenceOf(event));
  else events.change(stripTypename(event));
}
