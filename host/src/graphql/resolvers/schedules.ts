/** Schedules and releases. */
import { requireRole, requireRoleEverywhere } from '../../auth/principal.js';
import { styleAddress, subjectOf } from '../../content/addresses.js';
import type { VersionAddress } from '../../content/model.js';
import type { Release, ReleaseItem } from '../../content/release.js';
import type { Schedule, ScheduleState, ScheduleSubject, ScheduleTarget, ScheduleTime } from '../../content/schedule.js';
import type { PrincipalIdentity } from '../../auth/identity.js';
import { BadInputError, NotFoundError } from '../../lib/domain-error.js';
import { omitNil } from '../../lib/omit-nil.js';
import type { Context } from '../context/context.js';
import { parseVersionId } from '../context/ids.js';
import type { Services } from '../context/services.js';
import { type PageArgs, pageOf } from './pages.js';

export const scheduleQueries = {
  async schedules(
    _: unknown,
    { library, subject, affecting: affectingId, state, ...args }: SchedulesArgs,
    { principal, budget: { reads } }: Context,
  ) {
    requireRole(principal, library, 'viewer');
    const of = subject ? targetIn(library, subject) : undefined;
    const affecting = affectingId
      ? requireLibraryOf(parseSubject(affectingId, 'affecting'), library, 'affecting', affectingId)
      : undefined;
    return reads.schedules(library, { ...pageOf(args), ...omitNil({ state, of, affecting }) });
  },

  async releases(
    _: unknown,
    { library, ...args }: { library: string } & PageArgs,
    { principal, budget: { reads } }: Context,
  ) {
    requireRole(principal, library, 'viewer');
    return reads.releases(library, pageOf(args));
  },

  async release(_: unknown, { id: path }: { id: string }, { principal, budget: { reads } }: Context) {
    const { library, id } = parseReleaseId(path);
    requireRole(principal, library, 'viewer');
    return (await reads.release(library, id)) ?? null;
  },
};

export const scheduleTypes = {
  Schedule: {
    async release({ kind, subject }: Schedule, _: unknown, { budget: { reads } }: Context) {
      if (kind !== 'release') return null;
      const { library, id } = parseReleaseId(subject);
      return (await reads.release(library, id)) ?? null;
    },
  },
  Release: {
    id: ({ library, id }: Release) => `${library}/${id}`,
    key: ({ id }: Release) => id,
    items: ({ library, id }: Release, _: unknown, { budget: { reads } }: Context) => reads.releaseItems(library, id),
  },
  ReleaseItem: {
    id: (item: ReleaseItem) => subjectOf(item),
  },
};

export function scheduleWrites({ contentService }: Pick<Services, 'contentService'>) {
  const add = (context: Context, subject: ScheduleSubject, { at, localTime, timeZone }: TimeArgs) => {
    const actor = requirePublisher(context, subject.kind === 'release' ? subject.library : subject.address.library);
    return contentService.addSchedule(subject, omitNil({ at, localTime, timeZone }) as ScheduleTime, actor);
  };

  return {
    schedulePublish: (_: unknown, { id, revision, ...time }: PublishArgs, context: Context) =>
      add(context, { kind: 'publish', address: parseSubject(id), revision: checkRevision(revision, 'revision') }, time),

    scheduleUnpublish: (_: unknown, { id, ...time }: IdArgs & TimeArgs, context: Context) =>
      add(context, { kind: 'unpublish', address: parseSubject(id) }, time),

    scheduleRelease(_: unknown, { id: path, ...time }: IdArgs & TimeArgs, context: Context) {
      const { library, id: release } = parseReleaseId(path);
      return add(context, { kind: 'release', library, release }, time);
    },

    async cancelSchedule(_: unknown, { id }: IdArgs, context: Context) {
      if (context.principal.kind === 'anonymous') requireRoleEverywhere(context.principal, 'publisher');
      const found = await contentService.schedule(id);
      if (found) return contentService.cancelSchedule(id, requirePublisher(context, found.library));
      throw new NotFoundError(`There is no schedule ${JSON.stringify(id.slice(0, 200))}. Choose one of the list.`);
    },

    createRelease(_: unknown, { library, key: id, name, items }: CreateArgs, context: Context) {
      const actor = requirePublisher(context, library);
      return contentService.saveRelease({ library, id, name, items: items.map(itemOf) }, 0, actor);
    },

    updateRelease(_: unknown, { id: path, name, items, expectedRevision }: UpdateArgs, context: Context) {
      const { library, id } = parseReleaseId(path);
      const actor = requirePublisher(context, library);
      const expected = checkRevision(expectedRevision, 'expectedRevision');
      return contentService.saveRelease({ library, id, name, items: items.map(itemOf) }, expected, actor);
    },

    async deleteRelease(_: unknown, { id: path }: IdArgs, context: Context) {
      const { library, id } = parseReleaseId(path);
      if (await contentService.deleteRelease(library, id, requirePublisher(context, library))) return path;
      throw new NotFoundError(`There is no release "${library}/${id}". Check the id.`);
    },

    publishRelease(_: unknown, { id: path, expectedRevision }: IdArgs & ExpectedArgs, context: Context) {
      const { library, id } = parseReleaseId(path);
      const actor = requirePublisher(context, library);
      return contentService.publishRelease(library, id, checkRevision(expectedRevision, 'expectedRevision'), actor);
    },
  };
}

/** @throws UnauthenticatedError, ForbiddenError */
function requirePublisher({ principal, address }: Context, library: string): PrincipalIdentity {
  return { ...requireRole(principal, library, 'publisher').actor, address };
}

/** Parses the id of a version, or of a library for its stylesheet. @throws BadInputError */
const parseSubject = (id: string, argument = 'id'): VersionAddress =>
  id.includes('/') ? parseVersionId(id, argument) : styleAddress(id);

/** @throws BadInputError */
function parseReleaseId(id: string, argument = 'id'): { library: string; id: string } {
  const [library, key, ...rest] = id.split('/');
  if (library && key && rest.length === 0) return { library, id: key };
  throw new BadInputError(`${argument} ${JSON.stringify(id.slice(0, 200))} must have the form library/key.`, argument);
}

const itemOf = ({ id, revision }: ItemArgs): ReleaseItem => ({
  ...parseSubject(id, 'items'),
  revision: revision == null ? null : checkRevision(revision, 'items'),
});

/** @throws BadInputError */
function checkRevision(number: number, argument: string): number {
  if (number >= 1) return number;
  throw new BadInputError(`${argument}: ${number} is no revision. Send a number from 1.`, argument);
}

/** @throws BadInputError */
function targetIn(library: string, id: string): ScheduleTarget {
  const isRelease = id.split('/').length === 2;
  const release = isRelease ? parseReleaseId(id, 'subject') : undefined;
  const target = release ? { library: release.library, release: release.id } : parseSubject(id, 'subject');
  return requireLibraryOf(target, library, 'subject', id);
}

/** @throws BadInputError */
function requireLibraryOf<Target extends { readonly library: string }>(
  target: Target,
  library: string,
  argument: string,
  id: string,
): Target {
  if (target.library === library) return target;
  throw new BadInputError(`${argument} '${id}' is not of the library '${library}'. Leave one of them out.`, argument);
}

interface SchedulesArgs extends PageArgs {
  readonly library: string;
  readonly subject?: string | null;
  readonly affecting?: string | null;
  readonly state?: ScheduleState | null;
}
interface IdArgs {
  readonly id: string;
}
interface TimeArgs {
  /** Milliseconds since 1970. */
  readonly at?: number | null;
  readonly localTime?: string | null;
  readonly timeZone?: string | null;
}
interface PublishArgs extends IdArgs, TimeArgs {
  readonly revision: number;
}
interface ExpectedArgs {
  readonly expectedRevision: number;
}
interface ItemArgs {
  readonly id: string;
  readonly revision?: number | null;
}
interface CreateArgs {
  readonly library: string;
  readonly key: string;
  readonly name: string;
  readonly items: readonly ItemArgs[];
}
interface UpdateArgs extends IdArgs, ExpectedArgs {
  readonly name: string;
  readonly items: readonly ItemArgs[];
}
