/** The schedules of the content host, or of any backend with its interface, over GraphQL. */
import type { ApolloClient } from '@apollo/client';
import { freshRead } from '../fresh-read';
import {
  CancelScheduleDocument,
  SchedulePublishDocument,
  SchedulesDocument,
  ScheduleUnpublishDocument,
} from './operations.generated';
import type { Schedules } from './schedules';

/** Maximum number of listed schedules: each release among them has up to 200 items. */
const PAGE_SIZE = 20;

/** Results are not cached: schedules are read again afterwards. */
const UNCACHED = { fetchPolicy: 'no-cache' } as const;

export const graphqlSchedules = (client: ApolloClient): Schedules => ({
  async list(id) {
    const library = id.split('/')[0]!;
    const found = await freshRead(client, SchedulesDocument, { library, id, first: PAGE_SIZE });
    const { viewer, ofVersion, ofStylesheet } = found;
    const versionScheduleIds = new Set(ofVersion.items.map((each) => each.id));
    return {
      ofVersion: ofVersion.items,
      ofStylesheet: ofStylesheet.items.filter((each) => !versionScheduleIds.has(each.id)),
      hasMore: ofVersion.next !== null || ofStylesheet.next !== null,
      canChange: viewer.role === 'PUBLISHER' || viewer.role === 'ADMIN',
    };
  },
  async publish(id, revision, time) {
    const variables = { id, revision, ...time };
    return (await client.mutate({ mutation: SchedulePublishDocument, variables, ...UNCACHED })).data!.schedulePublish;
  },
  async unpublish(id, time) {
    const variables = { id, ...time };
    return (await client.mutate({ mutation: ScheduleUnpublishDocument, variables, ...UNCACHED })).data!
      .scheduleUnpublish;
  },
  async cancel(id) {
    await client.mutate({ mutation: CancelScheduleDocument, variables: { id }, ...UNCACHED });
  },
});
