/** Links that show drafts to everybody who has them. Whoever may change drafts may create such links. */
import { requireRole } from '../../auth/principal.js';
import { versionId } from '../../content/addresses.js';
import type { NewPreviewLink, PreviewLink } from '../../content/preview-link.js';
import { previewPath, previewSources } from '../../content/preview-paths.js';
import { BadInputError, NotFoundError } from '../../lib/domain-error.js';
import { omitNil } from '../../lib/omit-nil.js';
import type { Context } from '../context/context.js';
import { parseVersionId } from '../context/ids.js';
import type { Services } from '../context/services.js';
import { type PageArgs, pageOf } from './pages.js';

export const previewLinkQueries = {
  async previewLinks(
    _: unknown,
    { library, ...args }: { library: string } & PageArgs,
    { principal, budget: { reads } }: Context,
  ) {
    requireRole(principal, library, 'editor');
    return reads.previewLinkPage(library, pageOf(args));
  },
};

export const previewLinkMutations = ({ contentService }: Pick<Services, 'contentService'>) => ({
  async createPreviewLink(
    _: unknown,
    { library, ids, page, revision, pinned, days }: CreateArgs,
    { principal, address }: Context,
  ) {
    const { actor } = requireRole(principal, library, 'editor');
    const versions = ids?.map((id) => {
      const version = parseVersionId(id, 'ids');
      if (version.library === library) return version;
      throw new BadInputError(
        `ids: '${id}' is not of the library '${library}'. Name versions of one library only.`,
        'ids',
      );
    });
    const input = { library, pinned, days, ...omitNil({ versions, page, revision }) };
    return contentService.createPreviewLink(input, { ...actor, address });
  },

  async revokePreviewLink(_: unknown, { library, id }: RevokeArgs, { principal, address }: Context) {
    const { actor } = requireRole(principal, library, 'editor');
    const revoked = await contentService.revokePreviewLink(id, library, { ...actor, address });
    if (revoked) return revoked;
    throw new NotFoundError(`There is no preview link ${JSON.stringify(id)}. Check the id.`);
  },
});

export const previewLinkFields = {
  PreviewLink: {
    versions: ({ library, subjects }: PreviewLink) =>
      subjects.map(({ component, version, revision }) => ({
        id: versionId({ library, component, version }),
        revision,
      })),
  },
  NewPreviewLink: {
    path: ({ token }: NewPreviewLink) => previewPath(token),
    sources: ({ link, token }: NewPreviewLink) => previewSources(link, token),
  },
};

interface CreateArgs {
  readonly library: string;
  readonly ids?: readonly string[] | null;
  readonly page?: string | null;
  readonly revision?: number | null;
  readonly pinned: boolean;
  readonly days: number;
}

interface RevokeArgs {
  readonly library: string;
  readonly id: string;
}
