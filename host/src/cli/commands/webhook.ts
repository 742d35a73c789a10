import type { ContentService } from '../../content/content-service.js';
import {
  DELIVERY_STATES,
  type DeliveryState,
  type NewWebhook,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookAddress,
  type WebhookEvent,
} from '../../content/webhook.js';
import { HostError } from '../../lib/host-error.js';
import { oneOf } from '../../lib/setting-readers.js';
import { actionOf, requireNoOperand, requireOperand } from '../command-line/action.js';
import { textOf } from '../command-line/arguments.js';
import { withServices } from '../content/with-services.js';
import type { CommandContext, CommandHandler } from './command.js';

/** The third operand of each action; undefined if it has none. */
const ACTIONS = {
  add: 'an address',
  list: undefined,
  remove: undefined,
  enable: undefined,
  disable: undefined,
  rotate: undefined,
  test: undefined,
  deliveries: undefined,
  replay: 'the id of an event',
} as const;
type Action = keyof typeof ACTIONS;
const NAMES = Object.keys(ACTIONS) as Action[];
/** Deliveries per request. */
const PAGE_SIZE = 100;

/** `webhook add <library> <address>`, `webhook list <library>`, and other actions with the id of a webhook. */
export const webhookCommand: CommandHandler = async (context) => {
  const { arguments: args, settings, log } = context;
  const action = actionOf(args, NAMES);
  const [, subject, operand] = args.operands as [string, string, string | undefined];
  const operandDescription = ACTIONS[action];
  if (operandDescription === undefined) requireNoOperand(args, operand);
  else requireOperand(args, operand, operandDescription);
  checkFlags(action, context);
  const events = eventsOf(textOf(args, 'events'));
  const state = stateOf(textOf(args, 'state'));
  const isChange = action !== 'list' && action !== 'deliveries';
  return withServices(
    settings,
    log,
    ({ contentService }) => {
      if (action === 'list') return list(contentService, subject, context);
      if (action === 'add') {
        const webhook = { library: subject, url: operand!, ...(events ? { events } : {}) };
        return contentService.createWebhook(webhook).then((created) => printSecret(created, context));
      }
      return change(action, { contentService, address: addressOf(subject), event: operand ?? '', state }, context);
    },
    { logLocation: isChange },
  );
};

interface Subject {
  readonly contentService: ContentService;
  readonly address: WebhookAddress;
  readonly event: string;
  readonly state: DeliveryState | undefined;
}

async function change(
  action: Exclude<Action, 'add' | 'list'>,
  { contentService, address, event, state }: Subject,
  context: CommandContext,
): Promise<number> {
  const { output, arguments: args } = context;
  const id = `${address.library}/${address.id}`;
  const print = (line: string): void => void output.out.write(`${line}\n`);
  switch (action) {
    case 'remove':
      if (!(await contentService.deleteWebhook(address)))
        throw new HostError(`there is no webhook '${id}'. Choose one of 'webhook list'.`);
      print(`removed ${id}`);
      return 0;
    case 'enable':
    case 'disable':
      await contentService.updateWebhook({ ...address, enabled: action === 'enable' });
      print(`${action}d ${id}`);
      return 0;
    case 'rotate':
      return printSecret(
        await contentService.rotateWebhookSecret(address, { revoke: args.flags['revoke'] === true }),
        context,
      );
    case 'test': {
      const { delivery, milliseconds } = await contentService.testWebhook(address);
      print(`${delivery.event}: ${delivery.error ?? `answered ${delivery.status}`} after ${milliseconds} ms`);
      return delivery.state === 'delivered' ? 0 : 1;
    }
    case 'deliveries':
      return deliveries(contentService, address, state, context);
    case 'replay':
      await contentService.replayWebhookDelivery(address, event);
      print(`the host sends ${event} to ${id} again`);
      return 0;
  }
}

function printSecret({ webhook, secret }: NewWebhook, { output }: CommandContext): number {
  output.err.write(`${idOf(webhook)}: the secret for its signatures. This is the only time that you see it:\n`);
  // Alone on standard output, so that a script can read it.
  output.out.write(`${secret}\n`);
  return 0;
}

async function list(contentService: ContentService, library: string, { output }: CommandContext): Promise<number> {
  if (!(await contentService.library(library)))
    throw new HostError(`there is no library '${library}'. Import it first, or name another one.`);
  for (const webhook of await contentService.webhooks(library)) {
    const { url, events, enabled, disabledReason } = webhook;
    const isEnabled = enabled ? 'enabled' : `disabled${disabledReason === undefined ? '' : ` (${disabledReason})`}`;
    const types = events.length === WEBHOOK_EVENTS.length ? 'all events' : events.join(',');
    output.out.write(`${[idOf(webhook), isEnabled, url, types].join('  ')}\n`);
  }
  return 0;
}

async function deliveries(
  contentService: ContentService,
  address: WebhookAddress,
  state: DeliveryState | undefined,
  { output }: CommandContext,
): Promise<number> {
  const webhooks = await contentService.webhooks(address.library);
  if (!webhooks.some(({ id }) => id === address.id))
    throw new HostError(`there is no webhook '${address.library}/${address.id}'. Choose one of 'webhook list'.`);
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<ContentService['webhookDeliveries']>> = await contentService.webhookDeliveries(
      address,
      { first: PAGE_SIZE, ...(after === null ? {} : { after }), ...(state === undefined ? {} : { state }) },
    );
    for (const { event, at, type, subject, state: deliveryState, attempts, status, error } of page.items) {
      const result = error ?? (status === undefined ? '' : `answered ${status}`);
      const cells = [event, new Date(at).toISOString(), deliveryState, `${attempts} attempts`, type, subject, result];
      output.out.write(`${cells.join('  ').trimEnd()}\n`);
    }
    after = page.next;
  } while (after !== null);
  return 0;
}

const idOf = ({ library, id }: Pick<Webhook, 'library' | 'id'>): string => `${library}/${id}`;

/** @throws HostError */
function addressOf(text: string): WebhookAddress {
  const [library, id, ...rest] = text.split('/');
  if (!library || !id || rest.length > 0)
    throw new HostError(`'${text}' is no id of a webhook. Use one of 'webhook list <library>', such as site/wh_1a2b.`);
  return { library, id };
}

/** @throws HostError for a flag that the action does not have */
function checkFlags(action: Action, { arguments: args }: CommandContext): void {
  for (const [flag, owner] of [
    ['events', 'add'],
    ['revoke', 'rotate'],
    ['state', 'deliveries'],
  ] as const) {
    const value = args.flags[flag];
    if (value !== undefined && value !== false && owner !== action)
      throw new HostError(`--${flag} is an option of 'webhook ${owner}', not of 'webhook ${action}'. Leave it out.`);
  }
}

const eventsOf = (text: string | undefined): readonly WebhookEvent[] | undefined =>
  text?.split(',').map((name) => oneOf(...WEBHOOK_EVENTS)(name.trim(), '--events'));

const stateOf = (text: string | undefined): DeliveryState | undefined =>
  text === undefined ? undefined : oneOf(...DELIVERY_STATES)(text, '--state');
