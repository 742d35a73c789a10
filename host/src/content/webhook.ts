/** Webhooks: addresses of other programs that hear of what happens in a library. */

/** What a webhook may be told of. */
export const WEBHOOK_EVENTS = [
  'component.published',
  'component.unpublished',
  'component.deleted',
  'stylesheet.published',
  'stylesheet.unpublished',
  'media.uploaded',
  'media.deleted',
  'library.deleted',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

/** Sent on request only. */
export const TEST_EVENT = 'webhook.test';
export type WebhookEventType = WebhookEvent | typeof TEST_EVENT;

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export const WEBHOOK_LIMITS = Object.freeze({
  /** Webhooks of a library. */
  webhooks: 20,
  /** Characters of an address. */
  url: 2000,
  /** Milliseconds for which events are also signed with the secret before. */
  rotation: 86_400_000,
  /** Milliseconds for which the log is kept. */
  retention: 30 * 86_400_000,
  /** Paths of an event. */
  paths: 100,
});

export interface WebhookAddress {
  readonly library: string;
  readonly id: string;
}

/** Without its secrets. Times are milliseconds since 1970. */
export interface Webhook extends WebhookAddress {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly enabled: boolean;
  /** Why the host disabled it by itself. */
  readonly disabledReason: string | undefined;
  /** Until when events are also signed with the secret before. */
  readonly previousSecretUntil: number | undefined;
  readonly createdAt: number;
}

/** A secret is shown when it is made, and never again. */
export interface NewWebhook {
  readonly webhook: Webhook;
  /** `whsec_` and base64. */
  readonly secret: string;
}

export interface WebhookChange extends WebhookAddress {
  readonly url?: string;
  readonly events?: readonly WebhookEvent[];
  readonly enabled?: boolean;
}

/** An event on its way to one webhook. */
export interface WebhookDelivery {
  readonly library: string;
  readonly webhook: string;
  /** Id of the event, `msg_…`. */
  readonly event: string;
  readonly type: WebhookEventType;
  /** `library/component/version`, `library` for itself or its stylesheet, `library/picture`. */
  readonly subject: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When it is sent next; undefined unless it is pending. */
  readonly dueAt: number | undefined;
  /** HTTP status of the last response. */
  readonly status: number | undefined;
  /** Why the last attempt failed. */
  readonly error: string | undefined;
  readonly at: number;
  readonly deliveredAt: number | undefined;
}

export interface WebhookTest {
  readonly delivery: WebhookDelivery;
  /** Until the response. */
  readonly milliseconds: number;
}
