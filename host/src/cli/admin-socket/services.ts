import type { BlobStore } from '../../storage/blob-store.js';
import type { ContentService } from '../../content/content-service.js';
import type { TokenStore } from '../../auth/token-store.js';

/** What the commands work on, whether in this process or in the running host. */
export interface Services {
  readonly contentService: ContentService;
  readonly blobs: BlobStore;
  readonly tokens: TokenStore;
}

/**
 * How requests name the services. These names stay as they are: a command may speak to a running host of another release.
 */
export const WIRE_NAMES = Object.freeze({
  contentService: 'ledger',
  blobs: 'blobs',
  tokens: 'tokens',
} satisfies Record<keyof Services, string>);

/**
 * Which methods may be called from outside. `changes` never ends, `close` is the host's own business, and the signing
 * keys stay where they are.
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

/** Methods whose answer is a stream of items, one JSON text per line. */
export const STREAMED: ReadonlySet<string> = new Set(['blobs.list']);
