/** Deduplicates concurrent reads: all subscribers handle a change at the same time. */
import DataLoader from 'dataloader';
import type { Principal } from '../../auth/principal.js';
import { subjectOf } from '../../content/addresses.js';
import type { ContentService, RevisionAddress } from '../../content/content-service.js';
import type { Change, StylesheetSummary, VersionSummary } from '../../content/model.js';
import type { Presence } from '../../content/presence/presence.js';
import { ByteCache } from '../../lib/byte-cache.js';
import { parseVersionId } from './ids.js';

/** Size of the LRU cache of contents. Contents of revisions never change. */
const CONTENT_BYTES = 32 * 1024 * 1024;
/** Contents per query. Long ones take memory, and block the event loop. */
const CONTENTS_PER_READ = 20;
/** Milliseconds for which reads after a change are shared with subscribers that handle it a little later. */
const CHANGE_MILLISECONDS = 1_000;

/** Reads the contents of revisions through a cache. */
export function shareContents(contentService: Pick<ContentService, 'contents'>): ContentService['contents'] {
  const loader = new DataLoader<RevisionAddress, string | undefined>(
    (revisions) => contentService.contents(revisions),
    { cache: false, maxBatchSize: CONTENTS_PER_READ },
  );
  const cache = new ByteCache<string | undefined>(CONTENT_BYTES, (content = '') => 512 + content.length * 2);
  return (revisions) =>
    Promise.all(
      revisions.map((revision) => cache.get(`${subjectOf(revision)} ${revision.number}`, () => loader.load(revision))),
    );
}

/** Reads the current state of a change's subject, once for all subscribers. */
export interface ChangeReads {
  version(change: Change): Promise<VersionSummary | undefined>;
  stylesheet(change: Change): Promise<StylesheetSummary | undefined>;
}

export function createChangeReads(
  contentService: Pick<ContentService, 'versionSummaries' | 'stylesheetSummary'>,
): ChangeReads {
  return {
    version: sharedByChange(async ({ subject }) => {
      const [version] = await contentService.versionSummaries([parseVersionId(subject)]);
      return version;
    }),
    stylesheet: sharedByChange(({ library }) => contentService.stylesheetSummary(library)),
  };
}

const keyOf = ({ library, sequence }: Pick<Change, 'library' | 'sequence'>): string => `${library}/${sequence}`;

const sharedByChange = <Found>(read: (change: Change) => Promise<Found>): ((change: Change) => Promise<Found>) => {
  const shared = shareReads<Found>();
  return (change) => shared(keyOf(change), () => read(change));
};

/** Shares a read between callers with the same key, until some milliseconds after its result. */
function shareReads<Found>(
  milliseconds = CHANGE_MILLISECONDS,
): (key: string, read: () => Promise<Found>) => Promise<Found> {
  const reads = new Map<string, Promise<Found>>();
  return (key, read) => {
    const pending = reads.get(key);
    if (pending) return pending;
    const result = read();
    reads.set(key, result);
    const remove = (): void => void reads.delete(key);
    result.then(() => setTimeout(remove, milliseconds).unref(), remove);
    return result;
  };
}

/** Reads the principal of an `Authorization` header, once for all subscribers of an event. */
export function sharePrincipals(
  principalOf: (authorization: string | undefined) => Promise<Principal | undefined>,
): (authorization: string | undefined, event: Change | Presence) => Promise<Principal | undefined> {
  const byChange = shareReads<Principal | undefined>();
  const byToken = shareReads<Principal | undefined>(0);
  return (authorization, event) => {
    const findPrincipal = () => principalOf(authorization);
    // The roles at the time of the change count, even for subscribers that handle it later.
    return 'sequence' in event
      ? byChange(`${keyOf(event)} ${authorization}`, findPrincipal)
      : byToken(String(authorization), findPrincipal);
  };
}
