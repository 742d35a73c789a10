/** Fields whose name or form differs between the interface and the host's model. */
import { allows, demand } from '../../auth/principal.js';
import { styleAddress, versionId } from '../../content/addresses.js';
import type { Fork } from '../../content/fork.js';
import type { Collection, Component, DataSource, Library, Media, MediaVariant, Revision } from '../../content/model.js';
import type { Context } from '../context/context.js';
import type { Services } from '../context/services.js';
import { themeState } from '../context/conflict-payload.js';
import { type SeenStylesheet, type SeenVersion, seeStylesheet, seeVersion } from '../context/visibility.js';
import { type Paged, pageOf } from './pages.js';
import { type ComponentsArgs, componentsOf } from './query.js';

export function typeResolvers({ thumbnails, log }: Pick<Services, 'thumbnails' | 'log'>) {
  return {
    Library: {
      settings(library: Library, _: unknown, { caller }: Context) {
        demand(caller, library.id, 'viewer');
        return library.settings;
      },
      async stylesheet(library: Library, _: unknown, { caller, budget: { reads } }: Context) {
        return seeStylesheet(reads, caller, await reads.stylesheet(library.id));
      },
      async collections(library: Library, _: unknown, { caller, budget: { reads } }: Context) {
        demand(caller, library.id, 'viewer');
        return reads.collections(library.id);
      },
      components: (library: Library, wanted: ComponentsArgs, { caller, budget }: Context) =>
        componentsOf(budget.reads, caller, library.id, wanted),
    },

    Component: {
      id: ({ library, id }: Component) => `${library}/${id}`,
      thumbnail: (component: Component, _: unknown, { budget }: Context) =>
        budget.read(() =>
          // A list does without pictures; it does not do without itself.
          thumbnails.ofComponent(component).catch((error: unknown) => {
            log.error(`The thumbnail of "${component.library}/${component.id}" could not be read.`, error);
            return null;
          }),
        ),
      async versions({ library, id }: Component, _: unknown, { caller, budget: { reads } }: Context) {
        const versions = await reads.versionsOf(library, id);
        return versions.map((version) => seeVersion(reads, caller, version)).filter((seen) => seen !== null);
      },
      /** Drafts, of which callers without a role hear nothing, are no change. */
      modifiedAt: (component: Component, _: unknown, { caller }: Context) =>
        allows(caller, component.library, 'viewer')
          ? component.modifiedAt
          : Math.max(component.describedAt, component.publishedAt ?? 0),
    },

    Version: {
      ...seenFields,
      id: ({ thing }: SeenVersion) => versionId(thing),
      library: ({ thing }: SeenVersion) => thing.library,
      component: ({ thing }: SeenVersion) => `${thing.library}/${thing.component}`,
      name: ({ thing }: SeenVersion) => thing.version,
      view: async ({ shown }: SeenVersion, _: unknown, { budget }: Context) => budget.say((await shown()).content),
      forkOriginId: ({ thing }: SeenVersion) => thing.forkOrigin,
      delivered: ({ thing }: SeenVersion, _: unknown, { budget: { reads } }: Context) => reads.isDelivered(thing),
      async history({ thing }: SeenVersion, wanted: Paged, { caller, budget: { reads } }: Context) {
        demand(caller, thing.library, 'viewer');
        return reads.history(thing, pageOf(wanted));
      },
    },

    Fork: {
      id: versionId,
      component: ({ library, component }: Fork) => `${library}/${component}`,
      name: ({ version }: Fork) => version,
      originId: ({ forkOrigin }: Fork) => forkOrigin,
      page: ({ page }: Fork) => page || null,
    },

    Stylesheet: {
      ...seenFields,
      id: ({ thing }: SeenStylesheet) => thing.library,
      css: async ({ shown }: SeenStylesheet, _: unknown, { budget }: Context) =>
        budget.say((await shown()).content.css),
      themes: async ({ shown }: SeenStylesheet) => (await shown()).content.themes.map(themeState),
      breakpoints: async ({ shown }: SeenStylesheet) => (await shown()).content.breakpoints,
      delivered: ({ thing: { library } }: SeenStylesheet, _: unknown, { budget: { reads } }: Context) =>
        reads.isDelivered(styleAddress(library)),
      async history({ thing }: SeenStylesheet, wanted: Paged, { caller, budget: { reads } }: Context) {
        demand(caller, thing.library, 'viewer');
        return reads.stylesheetHistory(thing.library, pageOf(wanted));
      },
    },

    Collection: keyed<Collection>(),
    DataSource: {
      ...keyed<DataSource>(),
      sample: ({ sample }: DataSource, _: unknown, { budget }: Context) => budget.say(sample),
      settings: ({ settings }: DataSource, _: unknown, { budget }: Context) => settings && budget.say(settings),
    },

    Revision: {
      content: ({ content }: Revision, _: unknown, { budget }: Context) => budget.say(content),
    },

    Media: {
      ...keyed<Media>(),
      src: ({ library, variants }: Media) => mediaPath(library, variants[0]!),
      variants: ({ library, variants }: Media) =>
        variants.map((variant) => ({ ...variant, src: mediaPath(library, variant) })),
    },
  };
}

type Seen = SeenVersion | SeenStylesheet;

/** What versions and stylesheets have in common. */
const seenFields = {
  revision: ({ thing, drafts }: Seen) => (drafts ? thing.revision : thing.published),
  staged: ({ thing, drafts }: Seen) => (drafts ? thing.staged : null),
  published: ({ thing }: Seen) => thing.published,
  deletedAt: ({ thing }: Seen) => thing.deletedAt,
  createdAt: ({ thing }: Seen) => thing.createdAt,
  modifiedAt: async ({ shown }: Seen) => (await shown()).at,
};

/** Things that are named within their library. */
const keyed = <Thing extends { readonly library: string; readonly id: string }>() => ({
  id: ({ library, id }: Thing) => `${library}/${id}`,
  key: ({ id }: Thing) => id,
});

const mediaPath = (library: string, { path }: MediaVariant): string =>
  `/media/${encodeURIComponent(library)}/${path.split('/').map(encodeURIComponent).join('/')}`;
