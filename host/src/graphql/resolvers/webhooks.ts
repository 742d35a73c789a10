/** Webhooks of a library. Only its administrators may read and change them. */
import { requireRole, requireToken } from '../../auth/principal.js';
import type { PrincipalIdentity } from '../../auth/identity.js';
import type { DeliveryState, Webhook, WebhookAddress, WebhookDelivery, WebhookEvent } from '../../content/webhook.js';
import { BadInputError, NotFoundError } from '../../lib/domain-error.js';
import { omitNil } from '../../lib/omit-nil.js';
import type { Context } from '../context/context.js';
import { parseComponentId } from '../context/ids.js';
import type { Services } from '../context/services.js';
import { itemsAfter, listOf, type PageArgs, pageOf } from './pages.js';

export const webhookQueries = {
  async webhooks(
    _: unknown,
    { library, ...args }: { library: string } & PageArgs,
    { principal, budget: { reads } }: Context,
  ) {
    requireRole(principal, library, 'admin');
    pageOf({ first: args.first });
    const page = listOf(args, library);
    return itemsAfter(await reads.webhooks(library), page, library);
  },

  async webhookDeliveries(
    _: unknown,
    { library, webhook, state, ...args }: DeliveriesArgs,
    { principal, budget: { reads } }: Context,
  ) {
    requireRole(principal, library, 'admin');
    const address = addressOf(webhook, 'webhook');
    if (address.library !== library) {
      throw new BadInputError(
        `webhook '${webhook}' is not of the library '${library}'. Send the id of one of its webhooks.`,
        'webhook',
      );
    }
    return reads.webhookDeliveries(address, { ...pageOf(args), ...omitNil({ state }) });
  },
};

export const webhookResolvers = ({ contentService }: Pick<Services, 'contentService'>) => ({
  createWebhook(_: unknown, { library, url, events }: CreateArgs, context: Context) {
    return contentService.createWebhook({ library, url, ...omitNil({ events }) }, withToken(context, library));
  },

  updateWebhook(_: unknown, { id, ...change }: UpdateArgs, context: Context) {
    const address = addressOf(id);
    return contentService.updateWebhook({ ...address, ...omitNil(change) }, withToken(context, address.library));
  },

  async deleteWebhook(_: unknown, { id }: { id: string }, context: Context) {
    const address = addressOf(id);
    if (await contentService.deleteWebhook(address, withToken(context, address.library))) return id;
    throw new NotFoundError(`There is no webhook '${id}'. Check the id.`);
  },

  rotateWebhookSecret(_: unknown, { id, revoke }: { id: string; revoke: boolean }, context: Context) {
    const address = addressOf(id);
    return contentService.rotateWebhookSecret(address, { revoke }, withToken(context, address.library));
  },

  testWebhook(_: unknown, { id }: { id: string }, { principal, address: from }: Context) {
    const address = addressOf(id);
    const { actor } = requireRole(principal, address.library, 'admin');
    return contentService.testWebhook(address, { ...actor, address: from });
  },

  replayWebhookDelivery(_: unknown, { webhook, event }: ReplayArgs, { principal, address: from }: Context) {
    const address = addressOf(webhook, 'webhook');
    const { actor } = requireRole(principal, address.library, 'admin');
    return contentService.replayWebhookDelivery(address, event, { ...actor, address: from });
  },
});

export const webhookTypes = {
  Webhook: { id: ({ library, id }: Webhook) => `${library}/${id}` },
  WebhookDelivery: { webhook: ({ library, webhook }: WebhookDelivery) => `${library}/${webhook}` },
};

/** Requires an administrator with a token, because webhooks and their secrets outlast a session. */
function withToken({ principal, address }: Context, library: string): PrincipalIdentity {
  const { actor } = requireToken(requireRole(principal, library, 'admin'));
  return { ...actor, address };
}

/** @throws BadInputError */
const addressOf = (id: string, argument = 'id'): WebhookAddress => parseComponentId(id, argument);

interface DeliveriesArgs extends PageArgs {
  readonly library: string;
  readonly webhook: string;
  readonly state?: DeliveryState | null;
}
interface CreateArgs {
  readonly library: string;
  readonly url: string;
  readonly events?: readonly WebhookEvent[] | null;
}
interface UpdateArgs {
  readonly id: string;
  readonly url?: string | null;
  readonly events?: readonly WebhookEvent[] | null;
  readonly enabled?: boolean | null;
}
interface ReplayArgs {
  readonly webhook: string;
  readonly event: string;
}
