import type { ContentService } from '../content/content-service.js';
import type { StylesheetContent, VersionAddress } from '../content/model.js';
import type { PreviewLink } from '../content/preview-link.js';
import type { Clock } from '../lib/clock.js';
import { databaseUnavailable, ForbiddenError, UnauthenticatedError } from '../lib/domain-error.js';
import { within } from '../lib/timeout.js';
import { contentOf } from './blob-content.js';
import type { ComponentAddress, DeliveredContent, Library, StylesheetAddress } from './delivery-source.js';

/** Milliseconds that a request waits for the database. */
const TIMEOUT = 5_000;

/** Why a link shows no content. */
export type ClosedPreview = 'unknown' | 'expired' | 'revoked';

export interface PreviewSource {
  /** The content of a token. Not cached, so that a revoked link ends on all hosts at once. @throws UnavailableError */
  open(token: string): Promise<PreviewContent | ClosedPreview>;
}

/**
 * The content of one link: its versions and its library's stylesheet, as drafts. A page that requests published content
 * gets these drafts, whichever revision it requests. Public content of the library is included, too.
 */
export interface PreviewContent extends Pick<Library, 'component' | 'stylesheet' | 'media'> {
  readonly link: PreviewLink;
}

/** @param library the source of content without a link */
export function createPreviewSource(
  contentService: Pick<ContentService, 'previewLinkOf' | 'versions' | 'revision' | 'stylesheet'>,
  library: Library,
  clock: Clock,
): PreviewSource {
  const pinnedVersion = async (address: VersionAddress, number: number): Promise<DeliveredContent | undefined> => {
    const [[version], revision] = await withTimeout(
      Promise.all([contentService.versions([address]), contentService.revision(address, number)]),
    );
    return revision && draft(revision.content, revision.at, version?.deletedAt ?? null);
  };

  const newestVersion = async (address: VersionAddress): Promise<DeliveredContent | undefined> => {
    const [version] = await withTimeout(contentService.versions([address]));
    if (!version || version.revision === 0) return undefined;
    return draft(version.view, version.modifiedAt, version.deletedAt);
  };

  const contentOfLink = (link: PreviewLink): PreviewContent => ({
    link,
    async component({ library: id, component, version, revision }) {
      requireLibrary(link, id);
      const address: ComponentAddress = { library: id, component, version, revision };
      const subject = link.subjects.find((each) => each.component === component && each.version === version);
      if (!subject) return publicOnly(() => library.component(address));
      const isNumber = /^\d+$/.test(revision);
      if (subject.revision === null)
        return isNumber ? publicOnly(() => library.component(address)) : newestVersion(address);
      // A different number is not the revision of the link, so it needs to be public.
      if (isNumber && Number(revision) !== subject.revision) return publicOnly(() => library.component(address));
      return pinnedVersion(address, subject.revision);
    },

    async stylesheet({ library: id, revision }) {
      requireLibrary(link, id);
      if (link.stylesheet === null) {
        const sheet = await withTimeout(contentService.stylesheet(id));
        if (!sheet || sheet.revision === 0) return undefined;
        return draft(sheet.css, sheet.modifiedAt, sheet.deletedAt);
      }
      const address = { library: id, component: '', version: '' };
      const pinned =
        link.stylesheet === 0 ? undefined : await withTimeout(contentService.revision(address, link.stylesheet));
      if (!pinned) return publicOnly(() => library.stylesheet({ library: id, revision } satisfies StylesheetAddress));
      return draft((JSON.parse(pinned.content) as StylesheetContent).css, pinned.at, null);
    },

    async media(id, names) {
      requireLibrary(link, id);
      return library.media(id, names);
    },
  });

  return {
    async open(token) {
      const link = await withTimeout(contentService.previewLinkOf(token));
      if (!link) return 'unknown';
      if (link.revokedAt !== null) return 'revoked';
      return link.expiresAt <= clock() ? 'expired' : contentOfLink(link);
    },
  };
}

/** @throws ForbiddenError */
function requireLibrary(link: PreviewLink, library: string): void {
  if (library !== link.library) throw outsideLink();
}

const outsideLink = (): ForbiddenError =>
  new ForbiddenError('This preview link does not show that. Ask for a link that does.');

/** Reads public content only: a link gives no other access. @throws ForbiddenError */
async function publicOnly<Found>(read: () => Promise<Found>): Promise<Found> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof UnauthenticatedError ? outsideLink() : error;
  }
}

const withTimeout = <Result>(work: Promise<Result>): Promise<Result> => within(TIMEOUT, work, databaseUnavailable);

const draft = (text: string, modifiedAt: number, deletedAt: number | null): DeliveredContent => ({
  content: contentOf(Buffer.from(text), modifiedAt),
  deletedAt: deletedAt ?? undefined,
});
