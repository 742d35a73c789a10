/** Fields with different names or types in the GraphQL schema and the model. */
import type { GraphQLResolveInfo } from 'graphql';
import { allows, requireRole } from '../../auth/principal.js';
import { versionAddress, styleAddress, versionId } from '../../content/addresses.js';
import type { AuditEntry } from '../../content/audit.js';
import type { Fork } from '../../content/fork.js';
import type {
  Collection,
  Component,
  DataSource,
  DataSourceSummary,
  Library,
  ListedComponent,
  Media,
  MediaVariant,
  Revision,
  RevisionSummary,
} from '../../content/model.js';
import type { Context } from '../context/context.js';
import type { Services } from '../context/services.js';
import { themeState } from '../context/conflict-payload.js';
import {
  type VisibleStylesheet,
  type VisibleVersion,
  visibleStylesheet,
  visibleVersion,
} from '../context/visibility.js';
import { parseVersionId } from '../context/ids.js';
import { selectedFields } from '../context/selected-fields.js';
import { listOf, type PageArgs, pageOf } from './pages.js';
import { type ComponentsArgs, componentsOf } from './query.js';

/** Fields of Version that need no read of revisions in a list. */
const STATE_FIELDS: ReadonlySet<string> = new Set([
  ...['__typename', 'id', 'library', 'component', 'name', 'forkOriginId', 'history', 'delivered'],
  ...['revision', 'staged', 'published', 'deletedAt', 'createdAt', 'modifiedAt', 'unpublishedAt'],
]);

export function typeResolvers({ thumbnails, log }: Pick<Services, 'thumbnails' | 'log'>) {
  return {
    Library: {
      settings(library: Library, _: unknown, { principal }: Context) {
        requireRole(principal, library.id, 'viewer');
        return library.settings;
      },
      async stylesheet(library: Library, _: unknown, { principal, budget }: Context) {
        return visibleStylesheet(budget, principal, await budget.reads.stylesheetSummary(library.id));
      },
      async collections(library: Library, args: PageArgs, { principal, budget: { reads } }: Context) {
        requireRole(principal, library.id, 'viewer');
        return (await reads.collectionPage(library.id, listOf(args, library.id))).items;
      },
      components: (library: Library, args: ComponentsArgs, { principal, budget }: Context, info: GraphQLResolveInfo) =>
        componentsOf(budget.reads, principal, library.id, args, info),
    },

    Component: {
      id: ({ library, id }: Component) => `${library}/${id}`,
      thumbnail: (component: Component, _: unknown, { budget }: Context) =>
        budget.read(() =>
          // A failing thumbnail must not make a whole list fail.
          thumbnails.ofComponent(component).catch((error: unknown) => {
            log.error(`Could not read the thumbnail of "${component.library}/${component.id}".`, error);
            return null;
          }),
        ),
      async versions(
        { library, id }: Component,
        args: PageArgs,
        { principal, budget }: Context,
        info: GraphQLResolveInfo,
      ) {
        const page = await budget.versionPage(library, id, {
          published: !allows(principal, library, 'viewer'),
          summaries: !selectedFields(info).every((name) => STATE_FIELDS.has(name)),
          ...listOf(args, `${library}/${id}`),
        });
        return page.items
          .map((version) => visibleVersion(budget, principal, version))
          .filter((visible) => visible !== null);
      },
      /** Without a role, changes of drafts do not count. */
      modifiedAt: (component: ListedComponent, _: unknown, { principal }: Context) =>
        allows(principal, component.library, 'viewer')
          ? component.modifiedAt
          : Math.max(component.describedAt, component.publishedAt ?? 0),
    },

    Version: {
      ...visibleFields,
      id: ({ entity }: VisibleVersion) => versionId(entity),
      library: ({ entity }: VisibleVersion) => entity.library,
      component: ({ entity }: VisibleVersion) => `${entity.library}/${entity.component}`,
      name: ({ entity }: VisibleVersion) => entity.version,
      view: ({ content }: VisibleVersion) => content(),
      async forkOriginId({ entity, drafts }: VisibleVersion, _: unknown, { principal, budget }: Context) {
        const { forkOrigin } = entity;
        if (drafts || forkOrigin === null) return forkOrigin;
        // The original of a published fork may be a draft, whose name must not be disclosed.
        const [origin] = await budget.reads.versionSummaries([parseVersionId(forkOrigin)]);
        return visibleVersion(budget, principal, origin) && forkOrigin;
      },
      unpublishedAt: ({ entity }: VisibleVersion, _: unknown, { budget: { reads } }: Context) =>
        // Most versions are published, so that no read is needed.
        entity.published === null && entity.deletedAt === null ? reads.unpublishedAt(versionAddress(entity)) : null,
      delivered: ({ entity }: VisibleVersion, _: unknown, { budget: { reads } }: Context) => reads.isDelivered(entity),
      async history({ entity }: VisibleVersion, args: PageArgs, { principal, budget: { reads } }: Context) {
        requireRole(principal, entity.library, 'viewer');
        return reads.historySummaries(versionAddress(entity), pageOf(args));
      },
    },

    Fork: {
      id: versionId,
      component: ({ library, component }: Fork) => `${library}/${component}`,
      name: ({ version }: Fork) => version,
      originId: ({ forkOrigin }: Fork) => forkOrigin,
      page: ({ page }: Fork) => page || null,
    },

    AuditEntry: {
      actorId: ({ actor }: AuditEntry) => actor,
      address: ({ address }: AuditEntry) => address || null,
      details: ({ details }: AuditEntry) => JSON.stringify(details),
    },

    Stylesheet: {
      ...visibleFields,
      id: ({ entity }: VisibleStylesheet) => entity.library,
      css: async ({ content }: VisibleStylesheet) => (await content()).css,
      themes: async ({ content }: VisibleStylesheet) => (await content()).themes.map(themeState),
      breakpoints: async ({ content }: VisibleStylesheet) => (await content()).breakpoints,
      delivered: ({ entity: { library } }: VisibleStylesheet, _: unknown, { budget: { reads } }: Context) =>
        reads.isDelivered(styleAddress(library)),
      async history({ entity }: VisibleStylesheet, args: PageArgs, { principal, budget: { reads } }: Context) {
        requireRole(principal, entity.library, 'viewer');
        return reads.historySummaries(styleAddress(entity.library), pageOf(args));
      },
    },

    Collection: keyed<Collection>(),
    DataSource: {
      ...keyed<DataSource>(),
      sample: (source: DataSource | DataSourceSummary, _: unknown, { budget }: Context) =>
        'sample' in source ? budget.charge(source.sample) : budget.sample(source, source.bytes),
      settings: ({ settings }: DataSource, _: unknown, { budget }: Context) => settings && budget.charge(settings),
    },

    Revision: {
      async content(revision: Revision | RevisionSummary, _: unknown, { budget }: Context) {
        return 'content' in revision ? budget.charge(revision.content) : budget.content(revision, revision.bytes);
      },
    },

    Media: {
      ...keyed<Media>(),
      src: ({ library, variants }: Media) => mediaPath(library, variants[0]!),
      variants: ({ library, variants }: Media) =>
        variants.map((variant) => ({ ...variant, src: mediaPath(library, variant) })),
    },
  };
}

type Visible = VisibleVersion | VisibleStylesheet;

/** The common fields of versions and stylesheets. */
const visibleFields = {
  revision: ({ entity, drafts }: Visible) => (drafts ? entity.revision : entity.published),
  staged: ({ entity, drafts }: Visible) => (drafts ? entity.staged : null),
  published: ({ entity }: Visible) => entity.published,
  deletedAt: ({ entity }: Visible) => entity.deletedAt,
  createdAt: ({ entity }: Visible) => entity.createdAt,
  modifiedAt: ({ modifiedAt }: Visible) => modifiedAt,
};

/** The ids of objects that have a key within their library. */
const keyed = <Thing extends { readonly library: string; readonly id: string }>() => ({
  id: ({ library, id }: Thing) => `${library}/${id}`,
  key: ({ id }: Thing) => id,
});

const mediaPath = (library: string, { path }: MediaVariant): string =>
  `/media/${encodeURIComponent(library)}/${path.split('/').map(encodeURIComponent).join('/')}`;
