/** Webhooks: URLs of other programs that are notified of changes in a library. */

/** Events that webhooks can subscribe to. */
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
  /** Characters of a URL. */
  url: 2000,
  /** Milliseconds for which events are also signed with the previous secret. */
  rotation: 86_400_000,
  /** Milliseconds for which the log is retained. */
  retention: 30 * 86_400_000,
  /** Maximum paths of an event. */
  paths: 100,
});

export interface WebhookAddress {
  readonly library: string;
  readonly id: string;
}

/** A webhook without its secrets. Times are milliseconds since 1970. */
export interface Webhook extends WebhookAddress {
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly enabled: boolean;
  /** Why the host disabled it automatically. */
  readonly disabledReason: string | undefined;
  /** Until when events are also signed with the previous secret. */
  readonly previousSecretUntil: number | undefined;
  readonly createdAt: number;
}

/** A webhook and its secret, which is returned only when it is created. */
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

/** The delivery of an event to one webhook. */
export interface WebhookDelivery {
  readonly library: string;
  readonly webhook: string;
  /** Id of the event, `msg_…`. */
  readonly event: string;
  readonly type: WebhookEventType;
  /** `library/component/version`, `library` for the library or its stylesheet, `library/picture`. */
  readonly subject: string;
  readonly state: DeliveryState;
  readonly attempts: number;
  /** When the next attempt is due; undefined unless it is pending. */
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
  /** Milliseconds until the response. */
  readonly milliseconds: number;
}
