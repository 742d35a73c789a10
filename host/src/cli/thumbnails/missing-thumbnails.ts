/** Finds thumbnails to render. */
import { type BlobStore, damagedBlob, DamagedBlobError } from '../../storage/blob-store.js';
import type { ContentService } from '../../content/content-service.js';
import type { Version } from '../../content/model.js';
import { componentKey, versionKey } from '../../content/media/thumbnail-blobs.js';

/** The inputs of a rendering. */
export interface Subject {
  readonly view: string;
  readonly css: string;
  /** Samples by data source, as JSON text. */
  readonly data: string;
}

/** A thumbnail to render. */
export interface MissingThumbnail {
  readonly version: Version;
  /** Whether to store it for the version, the component, or both. */
  readonly ofVersion: boolean;
  readonly ofComponent: boolean;
}

/** Milliseconds by which a thumbnail may be older than its version and still be fresh (specification §9). */
const TOLERANCE = 2_000;
/** The version that represents a component. */
const DEFAULT_VERSION = 'responsive';
const PAGE_SIZE = 100;

export interface SubjectOptions {
  readonly contentService: Pick<ContentService, 'components' | 'versionsOf' | 'stylesheet' | 'dataSources'>;
  readonly blobs: Pick<BlobStore, 'head'>;
  /** Whether fresh thumbnails are rendered again. */
  readonly all: boolean;
}

/** Missing or outdated thumbnails of a library. Forks belong to one page each and have none. */
export async function* missingThumbnails(library: string, options: SubjectOptions): AsyncGenerator<MissingThumbnail> {
  const { contentService, blobs, all } = options;
  const isStale = async (key: string, version: Version): Promise<boolean> => {
    if (all) return true;
    const blob = await blobs.head(key).catch(damagedBlob);
    if (blob instanceof DamagedBlobError) return true;
    const renderedAt = Date.parse(blob?.metadata['componentrenderedat'] ?? '');
    return !(renderedAt + TOLERANCE >= version.modifiedAt);
  };
  let after: string | undefined;
  do {
    const page = await contentService.components(library, {
      first: PAGE_SIZE,
      ...(after === undefined ? {} : { after }),
    });
    for (const { id } of page.items) {
      for (const version of await contentService.versionsOf(library, id)) {
        if (version.deletedAt !== null || version.forkOrigin !== null) continue;
        const ofVersion = await isStale(versionKey(version), version);
        const ofComponent = version.version === DEFAULT_VERSION && (await isStale(componentKey(version), version));
        if (ofVersion || ofComponent) yield { version, ofVersion, ofComponent };
      }
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
}

/** Inputs that a library's renderings share: its CSS, and its data samples as JSON text. */
export async function libraryContext(
  library: string,
  { contentService }: Pick<SubjectOptions, 'contentService'>,
): Promise<Omit<Subject, 'view'>> {
  const [stylesheet, sources] = await Promise.all([
    contentService.stylesheet(library),
    contentService.dataSources(library),
  ]);
  // Samples are JSON already.
  const data = `{${sources.map(({ id, sample }) => `${JSON.stringify(id)}:${sample}`).join(',')}}`;
  return { css: stylesheet?.css ?? '', data };
}
