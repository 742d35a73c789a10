import type { BlobStore } from '../../storage/blob-store.js';
import type { ContentService } from '../../content/content-service.js';
import type { TokenStore } from '../../auth/token-store.js';

/** The services that commands use, in this process or in the running host. */
export interface Services {
  readonly contentService: ContentService;
  readonly blobs: BlobStore;
  readonly tokens: TokenStore;
}

/** Names of the services in requests. They must not change, because a command may call a host of another release. */
export const WIRE_NAMES = Object.freeze({
  contentService: 'ledger',
  blobs: 'blobs',
  tokens: 'tokens',
} satisfies Record<keyof Services, string>);

/**
 * The methods that may be called through the socket. `changes` never ends, `close` is reserved for the host, and
 * signing keys are not disclosed.
 */
export const METHODS = Object.freeze({
  contentService: Object.freeze([
    'libraries',
    'library',
    'putLibrary',
    'deleteLibrary',
    'component',
    'components',
    'putComponent',
    'deleteComponent',
    'openDeletions',
    'versions',
    'versionsOf',
    'forks',
    'auditPage',
    'publicationAudits',
    'history',
    'revision',
    'fork',
    'save',
    'step',
    'revert',
    'stylesheet',
    'stylesheetHistory',
    'saveStylesheet',
    'stepStylesheet',
    'schedules',
    'schedule',
    'addSchedule',
    'cancelSchedule',
    'releases',
    'release',
    'releaseItems',
    'saveRelease',
    'deleteRelease',
    'publishRelease',
    'collections',
    'putCollection',
    'dataSources',
    'putDataSource',
    'deleteDataSource',
    'media',
    'mediaItem',
    'putMedia',
    'deleteMedia',
    'webhooks',
    'createWebhook',
    'updateWebhook',
    'deleteWebhook',
    'rotateWebhookSecret',
    'testWebhook',
    'webhookDeliveries',
    'replayWebhookDelivery',
    'createPreviewLink',
    'previewLinkPage',
    'revokePreviewLink',
    'delivered',
    'redeliver',
    'isDelivered',
    'check',
    'ready',
  ]),
  blobs: Object.freeze(['put', 'get', 'head', 'delete', 'list']),
  tokens: Object.freeze(['createToken', 'revokeToken', 'tokens', 'tokenOf', 'signingKeyStates', 'rotateSigningKey']),
} satisfies { [Name in keyof Services]: readonly (keyof Services[Name])[] });

/** Methods whose response is a stream of items, one JSON text per line. */
export const STREAMED: ReadonlySet<string> = new Set(['blobs.list']);
