/** Reads that many ask for at the same time, made once: subscribers are all told of a change at once. */
import DataLoader from 'dataloader';
import type { Principal } from '../../auth/principal.js';
import { subjectOf } from '../../content/addresses.js';
import type { ContentService, RevisionAddress } from '../../content/content-service.js';
import type { Change, StylesheetSummary, VersionSummary } from '../../content/model.js';
import type { Presence } from '../../content/presence/presence.js';
import { ByteCache } from '../../lib/byte-cache.js';
import { parseVersionId } from './ids.js';

/** Contents of revisions never change; those that were asked for last are kept up to so many bytes. */
const CONTENT_BYTES = 32 * 1024 * 1024;
/** Contents that one query reads: long ones take memory, and time in which the host does nothing else. */
const CONTENTS_PER_READ = 20;
/** Milliseconds for which what a change left is told to those who hear of it a little later. */
const CHANGE_MILLISECONDS = 1_000;

/** The contents of revisions: each that is asked for again and again is read once. */
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

/** What a change is about as it is now; read once for all who are told of the change. */
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

/** Makes a read once for all who ask under one key until so many milliseconds after it was answered. */
function shareReads<Found>(
  milliseconds = CHANGE_MILLISECONDS,
): (key: string, read: () => Promise<Found>) => Promise<Found> {
  const reads = new Map<string, Promise<Found>>();
  return (key, read) => {
    const known = reads.get(key);
    if (known) return known;
    const found = read();
    reads.set(key, found);
    const forget = (): void => void reads.delete(key);
    found.then(() => setTimeout(forget, milliseconds).unref(), forget);
    return found;
  };
}

/** Whom a token stands for, by its `Authorization` header; looked up once for all who are about to be told of one event. */
export function sharePrincipals(
  principalOf: (authorization: string | undefined) => Promise<Principal | undefined>,
): (authorization: string | undefined, event: Change | Presence) => Promise<Principal | undefined> {
  const byChange = shareReads<Principal | undefined>();
  const byToken = shareReads<Principal | undefined>(0);
  return (authorization, event) => {
    const look = () => principalOf(authorization);
    // What held when the change was made is what counts, also for who is told of it a little later.
    return 'sequence' in event
      ? byChange(`${keyOf(event)} ${authorization}`, look)
      : byToken(String(authorization), look);
  };
}
