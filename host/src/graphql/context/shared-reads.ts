/** Reads that many ask for at the same time, made once: subscribers are all told of a change at once. */
import DataLoader from 'dataloader';
import { subjectOf } from '../../content/addresses.js';
import type { ContentService, RevisionAddress } from '../../content/content-service.js';
import type { Change, StylesheetSummary, VersionSummary } from '../../content/model.js';
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

function sharedByChange<Found>(read: (change: Change) => Promise<Found>): (change: Change) => Promise<Found> {
  const reads = new Map<string, Promise<Found>>();
  return (change) => {
    const key = `${change.library}/${change.sequence}`;
    const known = reads.get(key);
    if (known) return known;
    const found = read(change);
    reads.set(key, found);
    found.catch(() => reads.delete(key));
    setTimeout(() => reads.delete(key), CHANGE_MILLISECONDS).unref();
    return found;
  };
}
