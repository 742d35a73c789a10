/** Test events, sent on request to check that a receiver works. */
import { COMMAND_LINE } from '../../auth/identity.js';
import type { ContentService } from '../../content/content-service.js';
import { TEST_EVENT } from '../../content/webhook.js';
import { addEvents, newDelivery } from '../../content/webhooks/record-events.js';
import { audit, findDelivery, requireWebhook, secretsOf } from '../../content/webhooks/webhook-repository.js';
import type { Database } from '../../db/database.js';
import type { Clock } from '../../lib/clock.js';
import type { SendEvent } from './send-event.js';

/** Sends one event once. The caller sees the result and can repeat it. */
export const webhookTests = (
  { write, read }: Database,
  clock: Clock,
  send: SendEvent,
): Pick<ContentService, 'testWebhook'> => ({
  async testWebhook({ library, id }, actor = COMMAND_LINE) {
    const address = { library, id };
    const at = clock();
    const { webhook, event } = await write(async (transaction) => {
      const webhook = await requireWebhook(transaction, address);
      const subject = `${library}/${id}`;
      const [event] = await addEvents(transaction, library, [
        { type: TEST_EVENT, subject, component: null, version: null, at, data: {} },
      ]);
      // Recorded as failed until it is accepted, so that no worker sends it again.
      const delivery = { ...newDelivery(event!, id), state: 'failed', attempts: 1, error: 'no answer so far' };
      await transaction.insertInto('webhook_deliveries').values(delivery).execute();
      await audit(transaction, address, { at, action: 'testWebhook', details: { event: event!.id } }, actor);
      return { webhook, event: event! };
    });
    const receiver = { url: webhook.url, secrets: secretsOf(webhook, at) };
    const started = performance.now();
    const attempt = await send(event, receiver, at, new AbortController().signal);
    const milliseconds = Math.round(performance.now() - started);
    const { status = null, error = null } = attempt;
    await write((transaction) =>
      transaction
        .updateTable('webhook_deliveries')
        .set({ status, error, ...(error === null ? { state: 'delivered', delivered_at: clock() } : {}) })
        .where('library', '=', library)
        .where('webhook', '=', id)
        .where('event', '=', event.id)
        .execute(),
    );
    return { delivery: await findDelivery(read, address, event.id), milliseconds };
  },
});
