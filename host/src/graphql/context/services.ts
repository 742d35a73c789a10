import type { RateLimiter } from '../../auth/rate-limiter.js';
import type { ContentService } from '../../content/content-service.js';
import type { FileOnDisk } from '../../content/media/file-on-disk.js';
import type { Media } from '../../content/model.js';
import type { PrincipalIdentity } from '../../auth/identity.js';
import type { Presences } from '../../content/presence/presence.js';
import type { TokenStore } from '../../auth/token-store.js';
import type { ContentValidator } from '../../validation/content-validator.js';
import type { Thumbnails } from '../../content/media/thumbnails.js';
import type { Clock } from '../../lib/clock.js';
import type { Log } from '../../lib/log.js';
import type { GraphQLLimits } from './limits.js';
import type { ConnectionLimit } from './connection-limit.js';

export interface MediaUploads {
  /**
   * Stores a picture: validated, encoded in several sizes, and recorded. Uploading the same bytes again returns the
   * same picture.
   * @throws BadInputError for a file that is not a picture or is too large; NotFoundError if the library does not
   * exist; KeyReusedError.
   */
  upload(
    library: string,
    file: { readonly name: string; readonly bytes: Uint8Array | FileOnDisk },
    actor: PrincipalIdentity,
    key?: string,
  ): Promise<Media>;
  /** Permanently removes a picture. @throws NotFoundError */
  remove(library: string, id: string, actor: PrincipalIdentity): Promise<void>;
}

/** The dependencies of resolvers. */
export interface Services {
  readonly contentService: ContentService;
  readonly tokens: TokenStore;
  readonly validator: ContentValidator;
  readonly media: MediaUploads;
  readonly thumbnails: Thumbnails;
  readonly presences: Presences;
  readonly log: Log;
  readonly rates: RateLimiter;
  readonly connectionLimit: ConnectionLimit;
  readonly limits: GraphQLLimits;
  readonly clock: Clock;
}
