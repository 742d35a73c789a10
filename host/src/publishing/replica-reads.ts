/** Reads public content from a replica of the database. Falls back to the database if the replica fails. */
import type { ContentService } from '../content/content-service.js';
import { createComponentRepository } from '../content/components/component-repository.js';
import { forkReads } from '../content/forks/fork-repository.js';
import { createLibraryRepository } from '../content/libraries/library-repository.js';
import { versionReads } from '../content/versions/version-repository.js';
import type { Database } from '../db/database.js';
import type { Replica } from '../db/dialects/postgres-replica.js';
import { systemClock } from '../lib/clock.js';
import { DomainError, UnavailableError } from '../lib/domain-error.js';

/** Reads that callers without a token can cause. All others use the database. */
const NAMES = [
  ...(['libraryPage', 'library', 'publishedLibrary', 'collectionPage'] as const),
  ...(['componentSummaries', 'component'] as const),
  ...(['versionSummaries', 'versionPage', 'versionPages', 'stylesheetSummary', 'forks', 'contents'] as const),
];

export type PublicReads = Pick<ContentService, (typeof NAMES)[number]>;

export interface ReplicaReads extends PublicReads {
  /** Whether the replica is current enough to serve a request. */
  isUsable(): boolean;
}

export function replicaReads(replica: Replica, database: Database, contentService: ContentService): ReplicaReads {
  const source: Database = { ...database, read: replica.read };
  const reads: PublicReads = {
    ...createLibraryRepository(source, systemClock),
    ...createComponentRepository(source, systemClock),
    ...versionReads(replica.read),
    ...forkReads(replica.read),
  };
  const withFallback =
    (name: keyof PublicReads) =>
    async (...args: never[]): Promise<unknown> => {
      const read = (from: PublicReads): Promise<unknown> =>
        (from[name] as (...args: never[]) => Promise<unknown>)(...args);
      try {
        return await read(reads);
      } catch (error) {
        // Errors that the caller caused would also occur on the database.
        if (error instanceof DomainError && !(error instanceof UnavailableError)) throw error;
        if (error instanceof UnavailableError) replica.failed(error.cause ?? error);
        return read(contentService);
      }
    };
  return {
    ...(Object.fromEntries(NAMES.map((name) => [name, withFallback(name)])) as unknown as PublicReads),
    isUsable: () => replica.isUsable(),
  };
}
