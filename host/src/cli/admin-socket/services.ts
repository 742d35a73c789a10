import type { BlobStore } from '../../storage/blob-store.js';
import type { Ledger } from '../../content/content-service.js';
import type { TokenStore } from '../../auth/token-store.js';

/** What the commands work on, whether in this process or in the running host. */
export interface Services {
  readonly ledger: Ledger;
  readonly blobs: BlobStore;
  readonly tokens: TokenStore;
}

/**
 * Which methods may be called from outside. `changes` never ends, `close` is the host's own business, and the signing
 * key stays where it is.
 */
export const METHODS = Object.freeze({
  ledger: Object.freeze([
    'libraries',
    'library',
    'putLibrary',
    'component',
    'components',
    'putComponent',
    'versions',
    'versionsOf',
    'forks',
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
    'collections',
    'putCollection',
    'dataSources',
    'putDataSource',
    'media',
    'mediaItem',
    'putMedia',
    'delivered',
    'redeliver',
    'isDelivered',
    'check',
    'ready',
  ]),
  blobs: Object.freeze(['put', 'get', 'head', 'delete', 'list']),
  tokens: Object.freeze(['createToken', 'revokeToken', 'tokens', 'tokenOf']),
} satisfies { [Name in keyof Services]: readonly (keyof Services[Name])[] });

/** Methods whose answer is a stream of items, one JSON text per line. */
export const STREAMED: ReadonlySet<string> = new Set(['blobs.list']);
