/** Writes of content with revisions. */
import { requireRole } from '../../auth/principal.js';
import { BadInputError, NotFoundError } from '../../lib/domain-error.js';
import type { StateTransition, Write } from '../../content/content-service.js';
import { styleAddress } from '../../content/addresses.js';
import { allowedBy } from '../../content/libraries/settings.js';
import type { Breakpoint, StylesheetContent, Theme, VersionAddress } from '../../content/model.js';
import { parseStylesheet } from '../../content/usable-values.js';
import type { Role } from '../../auth/roles.js';
import { ContentRefusedError, type Problem } from '../../validation/content-refused-error.js';
import type { Context } from '../context/context.js';
import { parseVersionId } from '../context/ids.js';
import type { Services } from '../context/services.js';
import { visibleStylesheet, visibleVersion } from '../context/visibility.js';

export interface WriteArgs {
  readonly expectedRevision: number;
  readonly idempotencyKey?: string | null;
  /** Only for `fork` and `saveVersion`. */
  readonly page?: string | null;
}
type IdArgs = WriteArgs & { readonly id: string };
type SheetArgs = WriteArgs & { readonly library: string };

/** Roles per action: editors change drafts, publishers change what visitors see, delete and restore. */
const REQUIRED_ROLES: Readonly<Record<StateTransition, Role>> = Object.freeze({
  stage: 'editor',
  unstage: 'editor',
  publish: 'publisher',
  unpublish: 'publisher',
  delete: 'publisher',
  restore: 'publisher',
});

export function writeResolvers({ contentService, thumbnails, validator, log }: Services) {
  /** The write of markup after validation. @throws ContentRefusedError, NotFoundError */
  const checkMarkup = async (library: string, view: string, write: Write): Promise<Write> => {
    const found = await contentService.library(library);
    if (!found) throw new NotFoundError(`There is no library "${library}". Check the id.`);
    return rejectProblems(write, 'view', await validator.markup(view, allowedBy(found.settings), write.actor.id));
  };

  const step =
    (name: StateTransition) =>
    async (_: unknown, { id, ...args }: IdArgs, context: Context) => {
      const address = parseVersionId(id);
      const write = writeOf(context, address.library, REQUIRED_ROLES[name], args);
      return visibleVersion(context.budget, context.principal, await contentService.step(name, address, write));
    };

  const stepStylesheet =
    (name: 'stage' | 'publish' | 'unstage' | 'unpublish') =>
    async (_: unknown, { library, ...args }: SheetArgs, context: Context) => {
      const write = writeOf(context, library, REQUIRED_ROLES[name], args);
      return visibleStylesheet(
        context.budget,
        context.principal,
        await contentService.stepStylesheet(name, library, write),
      );
    };

  return {
    async fork(_: unknown, { originId, instance, ...args }: ForkArgs, context: Context) {
      const origin = parseVersionId(originId, 'originId');
      const write = writeOf(context, origin.library, 'editor', args);
      return visibleVersion(context.budget, context.principal, await contentService.fork(origin, instance, write));
    },

    async saveVersion(_: unknown, { id, view, ...args }: IdArgs & { view: string }, context: Context) {
      const address = parseVersionId(id);
      const write = writeOf(context, address.library, 'editor', args);
      const saved = await contentService.save(address, view, await checkMarkup(address.library, view, write));
      return visibleVersion(context.budget, context.principal, saved);
    },

    async revertVersion(_: unknown, { id, to, ...args }: IdArgs & { to: number }, context: Context) {
      const address = parseVersionId(id);
      const write = writeOf(context, address.library, 'editor', args);
      const reverted = await contentService.revert(address, to, await checkEarlierMarkup(address, to, write));
      return visibleVersion(context.budget, context.principal, reverted);
    },

    stageVersion: step('stage'),
    unstageVersion: step('unstage'),
    publishVersion: step('publish'),
    unpublishVersion: step('unpublish'),
    async deleteVersion(parent: unknown, args: IdArgs, context: Context) {
      const deleted = await step('delete')(parent, args, context);
      // The version is deleted even if this fails. `feaas-host check` reports a remaining thumbnail.
      await thumbnails
        .remove(parseVersionId(args.id))
        .catch((error: unknown) => log.error(`Could not remove the thumbnail of ${JSON.stringify(args.id)}.`, error));
      return deleted;
    },
    restoreVersion: step('restore'),

    async saveStylesheet(_: unknown, args: SheetArgs & StylesheetArgs, context: Context) {
      const { library, css, themes, breakpoints, ...rest } = args;
      const write = writeOf(context, library, 'editor', rest);
      const checkedWrite = rejectProblems(write, 'css', await validator.stylesheet(css, write.actor.id));
      // Based on the revision that the caller has seen, so that a retry has the same effect, whatever was saved since.
      const previousRevision = await contentService.revision(styleAddress(library), write.expected);
      const previous = previousRevision && parseStylesheet(previousRevision.content);
      const content = {
        css,
        themes: themes?.map((theme) => themeOf(theme, previous)) ?? previous?.themes ?? [],
        breakpoints: breakpoints ?? previous?.breakpoints ?? [],
      };
      const saved = await contentService.saveStylesheet(library, content, checkedWrite);
      return visibleStylesheet(context.budget, context.principal, saved);
    },

    stageStylesheet: stepStylesheet('stage'),
    unstageStylesheet: stepStylesheet('unstage'),
    publishStylesheet: stepStylesheet('publish'),
    unpublishStylesheet: stepStylesheet('unpublish'),
  };

  /** Validates again, because earlier content may be forbidden now. */
  async function checkEarlierMarkup(address: VersionAddress, to: number, write: Write): Promise<Write> {
    const earlier = await contentService.revision(address, to);
    return earlier ? checkMarkup(address.library, earlier.content, write) : write;
  }
}

/**
 * Rejects a write with problems. With an idempotency key, the write decides: a retry still returns its first result.
 * @throws ContentRefusedError
 */
function rejectProblems(write: Write, argument: 'view' | 'css', problems: readonly Problem[]): Write {
  if (problems.length === 0) return write;
  const refused = new ContentRefusedError(argument, problems);
  if (write.key === undefined) throw refused;
  return { ...write, refused };
}

type ForkArgs = WriteArgs & { readonly originId: string; readonly instance: string };

interface StylesheetArgs {
  readonly css: string;
  readonly themes?: readonly { readonly [Key in keyof Theme]: Theme[Key] | null }[] | null;
  readonly breakpoints?: readonly Breakpoint[] | null;
}

/** Completes a theme with the omitted properties of its previous state. A null counts as omitted. */
const themeOf = (
  theme: NonNullable<StylesheetArgs['themes']>[number],
  previous: StylesheetContent | undefined,
): Theme => ({
  ...previous?.themes.find(({ id }) => id === theme.id),
  ...(Object.fromEntries(Object.entries(theme).filter(([, value]) => value !== null)) as unknown as Theme),
});

/**
 * The parameters of a write, if the principal may make it.
 * @throws UnauthenticatedError, ForbiddenError, BadInputError
 */
export function writeOf({ principal, address }: Context, library: string, role: Role, args: WriteArgs): Write {
  const { actor } = requireRole(principal, library, role);
  const { expectedRevision: expected, idempotencyKey, page } = args;
  if (expected < 0) {
    throw new BadInputError(`expectedRevision is ${expected}; it must be 0 or more.`, 'expectedRevision');
  }
  // An empty key is probably a mistake: all writes with it would count as one.
  if (idempotencyKey === '')
    throw new BadInputError('idempotencyKey is empty. Send 1 to 200 characters, or omit it.', 'idempotencyKey');
  return {
    actor: { ...actor, address },
    expected,
    ...(idempotencyKey == null ? {} : { key: idempotencyKey }),
    ...(page == null ? {} : { page }),
  };
}
