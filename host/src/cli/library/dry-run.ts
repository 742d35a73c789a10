import { styleAddress, versionId } from '../../content/addresses.js';
import type { ContentService, StateTransition, Write } from '../../content/content-service.js';
import {
  checkCollection,
  checkCollectionsKnown,
  checkComponent,
  checkDataSource,
  checkLibrary,
  checkMedia,
} from '../../content/check-content.js';
import { initialFields, pickFields } from '../../content/component-fields.js';
import { entryNotFound } from '../../content/entries/entries.js';
import { DEFAULT_SETTINGS } from '../../content/libraries/settings.js';
import type { Revisioned, Stylesheet, StylesheetContent, Version, VersionAddress } from '../../content/model.js';
import { checkStylesheet } from '../../content/stylesheets/stylesheets.js';
import { checkAddress, checkPageAddress, checkText, checkVersionName } from '../../validation/check-input.js';
import type { ImportDependencies } from './context.js';

/** Keeps all writes of an import in memory, so that it reports the same changes without making them. */
export function dryRun({ contentService, blobs, ...rest }: ImportDependencies): ImportDependencies {
  const versions = new Map<string, Version>();
  const sheets = new Map<string, Stylesheet>();
  const now = Date.now();

  /** Ids of existing and imported collections, by library. */
  const collections = new Map<string, Promise<Set<string>>>();
  const collectionsOf = (library: string): Promise<Set<string>> => {
    const ids =
      collections.get(library) ?? contentService.collections(library).then((all) => new Set(all.map(({ id }) => id)));
    collections.set(library, ids);
    return ids;
  };

  const versionAt = async (address: VersionAddress): Promise<Version | undefined> =>
    versions.get(versionId(address)) ?? (await contentService.versions([address]))[0];
  const storeVersion = (version: Version): Version => {
    versions.set(versionId(version), version);
    return version;
  };
  const newVersion = (address: VersionAddress, view: string, forkOrigin: string | null): Version => ({
    ...address,
    ...{ view, forkOrigin, revision: 0, staged: null, published: null, deletedAt: null },
    ...{ createdAt: now, modifiedAt: now },
  });

  const writes: Partial<ContentService> = {
    async putLibrary({ id, name, description = '', settings = {} }) {
      checkLibrary({ id, name, description, settings });
      const existing = await contentService.library(id);
      const { createdAt = now, settings: before = DEFAULT_SETTINGS } = existing ?? {};
      return { id, name, description, createdAt, settings: { ...before, ...settings } };
    },
    async putComponent(component) {
      const { library, id } = component;
      const existing = await contentService.component(library, id);
      const checked = checkComponent(component);
      if (checked.collections) checkCollectionsKnown(library, checked.collections, await collectionsOf(library));
      const fields = { ...initialFields(id), ...(existing && pickFields(existing)), ...checked };
      return {
        ...{ library, id, ...fields },
        ...{ createdAt: existing?.createdAt ?? now, describedAt: now, modifiedAt: now },
        publishedAt: existing?.publishedAt ?? null,
      };
    },
    async putCollection(collection) {
      checkCollection(collection);
      (await collectionsOf(collection.library)).add(collection.id);
      return collection;
    },
    async putDataSource({ settings = null, public: isPublic = false, ...source }) {
      checkDataSource({ ...source, settings });
      return { ...source, settings, public: isPublic, modifiedAt: now };
    },
    async putMedia(media) {
      checkMedia(media);
      return media;
    },
    versions: (addresses) => Promise.all(addresses.map(versionAt)),
    async fork(origin, instance, { page }) {
      checkAddress(origin);
      checkVersionName('instance', instance);
      checkPageAddress(page);
      const original = await versionAt(origin);
      if (!original || original.deletedAt !== null) throw entryNotFound(origin);
      const address = { library: origin.library, component: origin.component, version: instance };
      return storeVersion({ ...newVersion(address, original.view, versionId(origin)), revision: 1 });
    },
    async save(address, view, { expected, page }) {
      checkAddress(address);
      checkText('view', view);
      checkPageAddress(page);
      const before = (await versionAt(address)) ?? newVersion(address, view, null);
      return storeVersion({ ...before, view, revision: expected + 1, modifiedAt: now });
    },
    async step(step, address, { expected }) {
      const before = await versionAt(address);
      if (!before) throw entryNotFound(address);
      return storeVersion({ ...before, ...stateAfter(step, expected) });
    },
    async saveStylesheet(library: string, content: StylesheetContent, { expected }: Write) {
      checkStylesheet(content);
      const before = sheets.get(library) ?? (await contentService.stylesheet(library));
      const initial: Revisioned = { ...newVersion(EMPTY_ADDRESS, '', null) };
      const sheet = { ...(before ?? { ...initial, library }), ...content, library, revision: expected + 1 };
      sheets.set(library, sheet);
      return sheet;
    },
    async stepStylesheet(step, library, { expected }) {
      const before = sheets.get(library) ?? (await contentService.stylesheet(library));
      if (!before) throw entryNotFound(styleAddress(library));
      const sheet = { ...before, ...stateAfter(step, expected) };
      sheets.set(library, sheet);
      return sheet;
    },
    delivered: async () => {},
  };
  return {
    ...rest,
    contentService: { ...contentService, ...writes },
    blobs: { ...blobs, put: async () => {}, delete: async () => {} },
  };
}

const EMPTY_ADDRESS: VersionAddress = { library: '', component: '', version: '' };

/** The state after an action, as in the content service. */
function stateAfter(step: StateTransition, revision: number): Partial<Revisioned> {
  switch (step) {
    case 'stage':
      return { staged: revision };
    case 'publish':
      return { published: revision };
    case 'unstage':
      return { staged: null };
    case 'unpublish':
      return { published: null };
    case 'delete':
      return { staged: null, published: null, deletedAt: Date.now() };
    case 'restore':
      return { deletedAt: null };
  }
}
