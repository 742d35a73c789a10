/** Writes of objects without revisions: components, collections, data sources, libraries, pictures, tokens, sessions. */
import {
  requireRole,
  requireRoleEverywhere,
  requireToken,
  includes,
  type AuthenticatedPrincipal,
} from '../../auth/principal.js';
import { signSession, SESSION_SECONDS } from '../../auth/session.js';
import { BadInputError, ForbiddenError, NotFoundError } from '../../lib/domain-error.js';
import type { ComponentFields } from '../../content/component-fields.js';
import type { Collection, ComponentInput, Library, LibrarySettings } from '../../content/model.js';
import { omitNil } from '../../lib/omit-nil.js';
import type { Role } from '../../auth/roles.js';
import { prefixProblem } from '../../validation/url-prefixes.js';
import type { Context } from '../context/context.js';
import { parseComponentId, parseVersionId } from '../context/ids.js';
import type { Services } from '../context/services.js';
import type { ReceivedFile } from '../context/received-form.js';
import { type WriteArgs, writeOf } from './writes.js';

export function managementResolvers({ contentService, tokens, media, thumbnails, clock }: Services) {
  return {
    async uploadMedia(_: unknown, { library, file, name, ...args }: UploadArgs, context: Context) {
      const { actor, expected, key } = writeOf(context, library, 'editor', args);
      if (expected !== 0) throw new BadInputError(`expectedRevision is ${expected}; it must be 0.`, 'expectedRevision');
      return media.upload(library, { name: name ?? file.name, bytes: file }, actor, key);
    },

    async uploadThumbnail(
      _: unknown,
      { versionId: id, file, ofComponent, renderedAt, ...args }: ThumbnailArgs,
      context: Context,
    ) {
      const version = parseVersionId(id, 'versionId');
      const { expected: revision, ...retry } = writeOf(context, version.library, 'editor', args);
      return thumbnails.put({ version, revision, renderedAt, ofComponent, bytes: file, retry });
    },

    saveComponent(_: unknown, { id: path, ...fields }: ComponentArgs, { principal }: Context) {
      const { library, id } = parseComponentId(path);
      requireRole(principal, library, 'publisher');
      return contentService.putComponent({ library, id, ...omitNil(fields) });
    },

    saveCollection(_: unknown, { key: id, library, name }: CollectionArgs, { principal }: Context) {
      requireRole(principal, library, 'publisher');
      return contentService.putCollection({ library, id, name });
    },

    saveDataSource(_: unknown, { key: id, library, ...fields }: DataSourceArgs, { principal }: Context) {
      requireRole(principal, library, 'publisher');
      const { sample, settings, public: isPublic } = fields;
      return contentService.putDataSource({
        ...{ library, id, sample },
        ...(settings === undefined ? {} : { settings }),
        ...omitNil({ public: isPublic }),
      });
    },

    async deleteComponent(_: unknown, { id: path, force }: DeleteComponentArgs, { principal, address }: Context) {
      const { library, id } = parseComponentId(path);
      const { actor } = requireRole(principal, library, 'publisher');
      if (await contentService.deleteComponent(library, id, { force }, { ...actor, address })) return path;
      throw new NotFoundError(`There is no component "${library}/${id}". Check the id.`);
    },

    async deleteDataSource(_: unknown, { id }: { id: string }, { principal, address }: Context) {
      const { library, id: key } = parseComponentId(id);
      const { actor } = requireRole(principal, library, 'publisher');
      if (await contentService.deleteDataSource(library, key, { ...actor, address })) return id;
      throw new NotFoundError(`There is no data source ${JSON.stringify(id)}. Check the id.`);
    },

    async deleteMedia(_: unknown, { id }: { id: string }, { principal, address }: Context) {
      const { library, id: picture } = parseComponentId(id);
      const { actor } = requireRole(principal, library, 'publisher');
      await media.remove(library, picture, { ...actor, address });
      return id;
    },

    async saveLibrary(_: unknown, { id, name, description, settings }: LibraryArgs, { principal, address }: Context) {
      const { actor } = requireRole(principal, id, 'admin');
      if (!(await contentService.library(id))) requireRoleEverywhere(principal, 'admin');
      const library = {
        ...{ id, name, ...omitNil({ description }) },
        ...(settings ? { settings: checkPrefixes(omitNil(settings)) } : {}),
      };
      return contentService.putLibrary(library, { ...actor, address });
    },

    async deleteLibrary(_: unknown, { id, confirm }: DeleteLibraryArgs, { principal, address }: Context) {
      const { actor } = requireToken(requireRoleEverywhere(principal, 'admin'));
      if (confirm !== id) {
        const quoted = JSON.stringify(confirm.slice(0, 200));
        throw new BadInputError(`confirm is ${quoted}; it must be the id of the library, as in id.`, 'confirm');
      }
      if (await contentService.deleteLibrary(id, { ...actor, address })) return id;
      throw new NotFoundError(`There is no library "${id}". Check the id.`);
    },

    async createToken(_: unknown, { library, role, name, expiresAt }: TokenArgs, { principal, address }: Context) {
      const creator = requireToken(
        library ? requireRole(principal, library, 'admin') : requireRoleEverywhere(principal, 'admin'),
      );
      checkRoleAtMost(creator, role);
      if (library) await requireLibrary(library);
      if (expiresAt != null && expiresAt <= clock())
        throw new BadInputError('expiresAt is in the past. Send a later time.', 'expiresAt');
      const input = { name, role, library: library ?? undefined, expiresAt: expiresAt ?? undefined };
      const { secret, ...token } = await tokens.createToken(input, { ...creator.actor, address });
      return { secret, token };
    },

    async revokeToken(_: unknown, { id }: { id: string }, { principal, address }: Context) {
      const { actor } =
        principal.kind === 'anonymous' ? requireRoleEverywhere(principal, 'admin') : requireToken(principal);
      const token = (await tokens.tokens()).find((one) => one.id === id);
      if (token?.library !== undefined) requireRole(principal, token.library, 'admin');
      else requireRoleEverywhere(principal, 'admin');
      const revoked = token && (await tokens.revokeToken(id, { ...actor, address }));
      if (!revoked) throw new NotFoundError(`There is no token ${JSON.stringify(id)}. Check the id.`);
      return revoked;
    },

    async createSession(_: unknown, { library, role, name, subject, seconds }: SessionArgs, { principal }: Context) {
      const creator = requireToken(requireRole(principal, library, 'publisher'));
      checkRoleAtMost(creator, role);
      const { createdAt } = await requireLibrary(library);
      if (seconds < 1 || seconds > SESSION_SECONDS) {
        throw new BadInputError(`seconds is ${seconds}; it must be 1 to ${SESSION_SECONDS}.`, 'seconds');
      }
      // Whole seconds, as in signed tokens. Never later than the token that creates the session.
      const now = Math.floor(clock() / 1000) * 1000;
      const expiresAt = Math.min(now + seconds * 1000, creator.expiresAt ?? Infinity);
      const scope = { library, libraryCreatedAt: createdAt, madeBy: creator.actor.id };
      const claims = { ...scope, role, name, subject: subject ?? undefined, expiresAt };
      const token = await signSession(await tokens.signingKey(), claims, now);
      return { token, expiresAt };
    },
  };

  async function requireLibrary(id: string): Promise<Library> {
    const library = await contentService.library(id);
    if (!library) throw new NotFoundError(`There is no library "${id}". Check the id.`);
    return library;
  }
}

/** Checks that the role is at most that of the creating token. @throws ForbiddenError */
function checkRoleAtMost(creator: AuthenticatedPrincipal, role: Role): void {
  if (!includes(creator.role, role))
    throw new ForbiddenError(
      `A token with the role ${creator.role} can not give ${role}. Use a token with the role ${role}.`,
    );
}

/** @throws BadInputError for a prefix that cannot match any URL. */
function checkPrefixes(settings: Partial<LibrarySettings>): Partial<LibrarySettings> {
  for (const list of ['embeds', 'cdns', 'frames'] as const) {
    for (const prefix of settings[list] ?? []) {
      const problem = prefixProblem(prefix);
      if (problem === undefined) continue;
      throw new BadInputError(`settings.${list}: ${JSON.stringify(prefix.slice(0, 200))} ${problem}.`, 'settings');
    }
  }
  return settings;
}

type UploadArgs = WriteArgs & { readonly library: string; readonly file: ReceivedFile; readonly name?: string | null };
interface ThumbnailArgs extends WriteArgs {
  readonly versionId: string;
  readonly ofComponent: boolean;
  readonly file: ReceivedFile;
  /** Milliseconds since 1970. */
  readonly renderedAt: number;
}
/** The name is required. A null in any other field is the same as an omitted field. */
type ComponentArgs = Pick<ComponentInput, 'id' | 'name'> & {
  readonly [Name in keyof Omit<ComponentFields, 'name'>]?: ComponentFields[Name] | null;
};
interface DeleteComponentArgs {
  readonly id: string;
  readonly force: boolean;
}
interface DeleteLibraryArgs {
  readonly id: string;
  readonly confirm: string;
}
type CollectionArgs = Pick<Collection, 'library' | 'name'> & { readonly key: string };
interface DataSourceArgs {
  readonly library: string;
  readonly key: string;
  readonly sample: string;
  readonly settings?: string | null;
  readonly public?: boolean | null;
}
type SettingsArgs = { readonly [Name in keyof LibrarySettings]?: LibrarySettings[Name] | null };
interface LibraryArgs {
  readonly id: string;
  readonly name: string;
  readonly description?: string | null;
  readonly settings?: SettingsArgs | null;
}
interface TokenArgs {
  readonly library?: string | null;
  readonly role: Role;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number | null;
}
interface SessionArgs {
  readonly library: string;
  readonly role: Role;
  readonly name: string;
  readonly subject?: string | null;
  readonly seconds: number;
}
