/** Fields whose name or form differs between the interface and the host's model. */
import { demand } from '../../auth/caller.js';
import type { Collection, Component, DataSource, Library, Media, MediaVariant } from '../../domain/model.js';
import type { Context } from '../context.js';
import { versionId } from '../ids.js';
import type { Services } from '../services.js';
import { themeState } from '../state.js';
import { type SeenStylesheet, type SeenVersion, seeStylesheet, seeVersion } from '../visible.js';
import { type Paged, pageOf } from './pages.js';
import { type ComponentsArgs, componentsOf } from './query.js';

export function typeResolvers({ ledger }: Services) {
  return {
    Library: {
      settings(library: Library, _: unknown, { caller }: Context) {
        demand(caller, library.id, 'viewer');
        return library.settings;
      },
      async stylesheet(library: Library, _: unknown, { caller }: Context) {
        return seeStylesheet(ledger, caller, await ledger.stylesheet(library.id));
      },
      async collections(library: Library, _: unknown, { caller }: Context) {
        demand(caller, library.id, 'viewer');
        return ledger.collections(library.id);
      },
      components: (library: Library, wanted: ComponentsArgs, { caller }: Context) =>
        componentsOf(ledger, caller, library.id, wanted),
    },

    Component: {
      id: ({ library, id }: Component) => `${library}/${id}`,
      async versions({ library, id }: Component, _: unknown, { caller }: Context) {
        const versions = await ledger.versionsOf(library, id);
        return versions.map((version) => seeVersion(ledger, caller, version)).filter((seen) => seen !== null);
      },
    },

    Version: {
      ...seenFields,
      id: ({ thing }: SeenVersion) => versionId(thing),
      library: ({ thing }: SeenVersion) => thing.library,
      component: ({ thing }: SeenVersion) => `${thing.library}/${thing.component}`,
      name: ({ thing }: SeenVersion) => thing.version,
      view: async ({ shown }: SeenVersion) => (await shown()).content,
      forkOriginId: ({ thing }: SeenVersion) => thing.forkOrigin,
      async history({ thing }: SeenVersion, wanted: Paged, { caller }: Context) {
        demand(caller, thing.library, 'viewer');
        return ledger.history(thing, pageOf(wanted));
      },
    },

    Stylesheet: {
      ...seenFields,
      id: ({ thing }: SeenStylesheet) => thing.library,
      css: async ({ shown }: SeenStylesheet) => (await shown()).content.css,
      themes: async ({ shown }: SeenStylesheet) => (await shown()).content.themes.map(themeState),
      breakpoints: async ({ shown }: SeenStylesheet) => (await shown()).content.breakpoints,
      async history({ thing }: SeenStylesheet, wanted: Paged, { caller }: Context) {
        demand(caller, thing.library, 'viewer');
        return ledger.stylesheetHistory(thing.library, pageOf(wanted));
      },
    },

    Collection: keyed<Collection>(),
    DataSource: keyed<DataSource>(),

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
