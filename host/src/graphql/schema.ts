import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { GraphQLError, type GraphQLSchema, Kind, type ValueNode } from 'graphql';
import { createSchema } from 'graphql-yoga';
import { AUDIT_ACTIONS } from '../content/audit.js';
import { DELIVERY_STATES, TEST_EVENT, WEBHOOK_EVENTS } from '../content/webhook.js';
import { FORK_ORDERS } from '../content/fork.js';
import { RELEASE_STATES } from '../content/release.js';
import { SCHEDULE_KINDS, SCHEDULE_STATES, TIME_ADJUSTMENTS } from '../content/schedule.js';
import { parseTime } from '../lib/iso-time.js';
import { withCheckedArguments } from './arguments.js';
import type { Context } from './context/context.js';
import { RateLimitedError } from './context/errors.js';
import { managementResolvers } from './resolvers/management.js';
import { presenceFields, presenceResolvers } from './resolvers/presence.js';
import { previewLinkFields, previewLinkMutations, previewLinkQueries } from './resolvers/preview-links.js';
import { queryResolvers, viewerResolvers } from './resolvers/query.js';
import { scheduleQueries, scheduleTypes, scheduleWrites } from './resolvers/schedules.js';
import { changeResolvers, libraryEventType, subscriptionResolvers } from './resolvers/subscription.js';
import { typeResolvers } from './resolvers/types.js';
import { webhookQueries, webhookResolvers, webhookTypes } from './resolvers/webhooks.js';
import { writeResolvers } from './resolvers/writes.js';
import type { Services } from './context/services.js';
import { isoTime } from './context/conflict-payload.js';

// This relative path is valid in src/ and dist/, which have the same depth.
export const SCHEMA_FILE = fileURLToPath(new URL('../../schema.graphql', import.meta.url));

export function createHostSchema(services: Services): GraphQLSchema {
  const schema = createSchema<Context>({
    typeDefs: readFileSync(SCHEMA_FILE, 'utf8'),
    resolvers: {
      ...typeResolvers(services),
      ...webhookTypes,
      ...scheduleTypes,
      ...ENUMS,
      DateTime,
      File: FileScalar,
      ...previewLinkFields,
      Query: { ...queryResolvers(services), ...webhookQueries, ...scheduleQueries, ...previewLinkQueries },
      Viewer: viewerResolvers,
      Mutation: countWrites(services, {
        ...writeResolvers(services),
        ...presenceResolvers(services),
        ...managementResolvers(services),
        ...webhookResolvers(services),
        ...scheduleWrites(services),
        ...previewLinkMutations(services),
      }),
      Subscription: subscriptionResolvers(services),
      Change: changeResolvers(services),
      Presence: presenceFields,
      LibraryEvent: libraryEventType,
    },
  });
  return withCheckedArguments(schema);
}

type Resolver = (parent: never, args: never, context: Context) => unknown;

/** Counts each write of an operation in the rate limits, so that aliases do not bypass them. */
function countWrites<Resolvers extends Readonly<Record<string, Resolver>>>(
  { rates }: Services,
  writes: Resolvers,
): Resolvers {
  const withCount =
    (write: Resolver): Resolver =>
    async (parent, args, context) => {
      const wait = await rates.take('writes', context.principal, context.address);
      if (wait > 0) throw new RateLimitedError(wait, 'writes');
      return write(parent, args, context);
    };
  return Object.fromEntries(Object.entries(writes).map(([name, write]) => [name, withCount(write)])) as Resolvers;
}

const enumValues = (...values: string[]): Record<string, string> =>
  Object.fromEntries(values.map((value) => [value.toUpperCase(), value]));

const constantCase = (name: string): string => name.replace(/[A-Z]/g, '_$&').toUpperCase();

/** Uppercase in the GraphQL schema, lowercase in the model. */
const ENUMS = {
  Role: enumValues('viewer', 'editor', 'publisher', 'admin'),
  RevisionState: enumValues('saved', 'staged', 'published'),
  Action: enumValues('fork', 'save', 'stage', 'publish', 'unstage', 'unpublish', 'restore', 'revert', 'delete'),
  ForkOrder: enumValues(...FORK_ORDERS),
  AuditAction: Object.fromEntries(AUDIT_ACTIONS.map((action) => [constantCase(action), action])),
  WebhookEvent: Object.fromEntries(
    [...WEBHOOK_EVENTS, TEST_EVENT].map((event) => [event.replace('.', '_').toUpperCase(), event]),
  ),
  WebhookDeliveryState: enumValues(...DELIVERY_STATES),
  ChangeKind: enumValues('version', 'stylesheet'),
  ScheduleKind: enumValues(...SCHEDULE_KINDS),
  ScheduleState: enumValues(...SCHEDULE_STATES),
  TimeAdjustment: enumValues(...TIME_ADJUSTMENTS),
  ReleaseState: enumValues(...RELEASE_STATES),
};

/** Milliseconds since 1970 internally, ISO 8601 in the API. The underscores keep the schema's description. */
const DateTime = {
  __serialize: (value: unknown) => isoTime(value as number),
  __parseValue: parseDateTime,
  __parseLiteral: (node: ValueNode) => parseDateTime(node.kind === Kind.STRING ? node.value : undefined),
};

function parseDateTime(value: unknown): number {
  const milliseconds = typeof value === 'string' ? parseTime(value) : undefined;
  if (milliseconds !== undefined) return milliseconds;
  throw new GraphQLError('A DateTime must be ISO 8601 text with a time zone, such as "2024-05-06T07:08:09Z".');
}

const FileScalar = {
  __parseValue(value: unknown) {
    if (value instanceof Object && 'arrayBuffer' in value && typeof value.arrayBuffer === 'function') return value;
    throw new GraphQLError('Send a File as a part of multipart/form-data, and name it in the field "map".');
  },
  __parseLiteral() {
    throw new GraphQLError('Send a File as a variable.');
  },
};
