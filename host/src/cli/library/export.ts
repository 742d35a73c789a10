import { join } from 'node:path';
import { type BlobStore, damagedBlob, DamagedBlobError } from '../../storage/blob-store.js';
import type { ContentService } from '../../content/content-service.js';
import type { Component, Library, Media, Revisioned, StylesheetContent, Version } from '../../content/model.js';
import { themeParts } from '../../content/stylesheets/stylesheets.js';
import { count } from './count.js';
import { contentOf, equalStyles, partsText } from './import-styles.js';
import { MEDIA_LIST, printPicture } from './import-media.js';
import { inParallel } from './in-parallel.js';
import { pagesOfForks } from './fork-pages.js';
import { componentManifest, printManifest } from './manifest.js';
import { paged } from './paged.js';
import { dataFile, fileNameOf, stylesFile, type Slot, versionFile } from './names.js';
import { slotsOf, type Target } from './reconcile.js';
import { type TargetFolder, targetFolder } from './target-folder.js';

export interface ExportDependencies {
  readonly contentService: ContentService;
  readonly blobs: BlobStore;
}

/** Receives the number of components, and each written one. */
export interface ExportProgress {
  expect(components: number): void;
  step(): void;
}

/** The result of an export. */
export interface Exported extends Pick<TargetFolder, 'written' | 'removed' | 'tooLong'> {
  /** Paths of files that were not written because their blobs are damaged, with the reason. Existing files stay. */
  readonly damaged: readonly { readonly path: string; readonly reason: string }[];
}

const CONCURRENCY = 32;

/**
 * Writes a library's current state to `<folder>/<library>/`, in the layout that `importLibrary` reads. An import
 * restores the same state, and another export writes the same bytes. Histories and times are not exported.
 * @throws HostError if that folder is not empty, unless `replace` is set: then other files are removed.
 */
export async function exportLibrary(
  folder: string,
  library: Library,
  dependencies: ExportDependencies,
  { replace = false, progress }: { replace?: boolean; progress?: ExportProgress } = {},
): Promise<Exported> {
  const target = await targetFolder(join(folder, fileNameOf(library.id)), replace);
  await exportManifest(target, library, dependencies);
  await exportDataSources(target, library, dependencies);
  const damaged = await exportMedia(target, library, dependencies);

  const componentFolders = new Set<string>();
  const components = () => paged((page) => dependencies.contentService.components(library.id, page));
  progress?.expect(await count(components()));
  await inParallel(components(), CONCURRENCY, async (component) => {
    await exportComponent(target, component, dependencies);
    componentFolders.add(fileNameOf(component.id));
    progress?.step();
  });
  await target.sweep(['components'], (name) => componentFolders.has(name));
  const { written, removed, tooLong } = target;
  return { written, removed, tooLong, damaged };
}

/** Writes `library.json` and the stylesheet. `library.json` contains its themes and breakpoints. */
async function exportManifest(
  target: TargetFolder,
  library: Library,
  { contentService }: ExportDependencies,
): Promise<void> {
  const { embeds, cdns, frames, publicDrafts } = library.settings;
  const collections = await contentService.collections(library.id);
  const dataSources = await contentService.dataSources(library.id);
  const sheet = await contentService.stylesheet(library.id);
  const parts = sheet && (await stylesOf(contentService, library.id, sheet));
  const slots = parts ? slotsOf(parts, equalStyles) : {};
  const names = await writeSlots(target, [], slots, stylesFile, ({ css }) => css);
  await target.sweep([], (name) => !/^styles\..*css(\.deleted)?$/.test(name) || names.has(name));

  const plain = slots.plain ?? undefined;
  const differing = Object.entries(slots).filter(
    (entry): entry is [string, StylesheetContent] =>
      entry[0] !== 'plain' && entry[1] !== null && !(plain && partsText(plain) === partsText(entry[1])),
  );
  const manifestParts = ({ themes, breakpoints }: StylesheetContent): object => ({
    themes: themes.map(themeParts),
    breakpoints: breakpoints.map(({ id, minWidth }) => ({ id, minWidth })),
  });
  const manifest = {
    id: library.id,
    name: library.name,
    // Empty values are included, because an import does not change omitted ones.
    description: library.description,
    settings: { embeds, cdns, frames, publicDrafts },
    collections: collections.map(({ id, name }) => ({ id, name })),
    ...(dataSources.length > 0
      ? { dataSources: dataSources.map(({ id, public: isPublic }) => ({ id, public: isPublic })) }
      : {}),
    ...(plain ? manifestParts(plain) : {}),
    ...(differing.length > 0
      ? { styles: Object.fromEntries(differing.map(([slot, content]) => [slot, manifestParts(content)])) }
      : {}),
  };
  await target.write(['library.json'], printManifest(manifest));
}

async function stylesOf(
  contentService: ContentService,
  library: string,
  sheet: Revisioned & StylesheetContent,
): Promise<Target<StylesheetContent>> {
  return deliveredRevisions(sheet, sheet, (number) => contentOf(contentService, library, number));
}

/** The published, staged and saved content of a versioned object. */
async function deliveredRevisions<Content>(
  state: Revisioned,
  saved: Content,
  contentOf: (revision: number) => Promise<Content | undefined>,
): Promise<Target<Content>> {
  const contentAt = async (revision: number | null): Promise<Content | null> => {
    if (revision === null || state.deletedAt !== null) return null;
    return revision === state.revision ? saved : ((await contentOf(revision)) ?? null);
  };
  return { published: await contentAt(state.published), staged: await contentAt(state.staged), saved };
}

async function writeSlots<Content>(
  target: TargetFolder,
  folder: readonly string[],
  slots: Readonly<Partial<Record<Slot, Content | null>>>,
  nameOf: (slot: Slot) => string,
  textOf: (content: Content) => string,
): Promise<Set<string>> {
  const names = new Set<string>();
  for (const [slot, content] of Object.entries(slots) as [Slot, Content | null][]) {
    const name = content === null ? `${nameOf(slot)}.deleted` : nameOf(slot);
    names.add(name);
    await target.write([...folder, name], content === null ? '' : textOf(content));
  }
  return names;
}

async function exportComponent(
  target: TargetFolder,
  component: Component,
  { contentService }: ExportDependencies,
): Promise<void> {
  const { library, id } = component;
  const folder = ['components', fileNameOf(id)];
  const versions = await contentService.versionsOf(library, id);
  const names = new Set<string>();
  const forks = new Map<string, string>();
  for (const version of versions) {
    if (version.forkOrigin !== null) forks.set(version.version, originIn(version));
    const { version: versionId } = version;
    const address = { library, component: id, version: versionId };
    const state = await deliveredRevisions(
      version,
      version.view,
      async (number) => (await contentService.revision(address, number))?.content,
    );
    const slots = slotsOf(state, (one, other) => one === other);
    const fileOf = (slot: Slot): string => versionFile(versionId, slot);
    for (const file of await writeSlots(target, folder, slots, fileOf, (view) => view)) names.add(file);
    if (version.deletedAt !== null) {
      const tombstone = `${fileOf('plain')}.deleted`;
      names.add(tombstone);
      await target.write([...folder, tombstone], '');
    }
  }
  const pages = forks.size > 0 ? await pagesOfForks(component, contentService) : [];
  // Maps instead of objects, because a version may have the name of a property of Object.prototype.
  const manifest = componentManifest(component, {
    forks: Object.fromEntries(forks),
    pages: Object.fromEntries(pages),
  });
  names.add('component.json');
  await target.write([...folder, 'component.json'], printManifest(manifest));
  await target.sweep(folder, (file) => names.has(file));
}

/** The origin's version only, if it has the same component. */
function originIn({ library, component, forkOrigin }: Version): string {
  const prefix = `${library}/${component}/`;
  const version = forkOrigin!.startsWith(prefix) ? forkOrigin!.slice(prefix.length) : undefined;
  return version !== undefined && !version.includes('/') ? version : forkOrigin!;
}

async function exportDataSources(
  target: TargetFolder,
  { id: library }: Library,
  { contentService }: ExportDependencies,
): Promise<void> {
  const names = new Set<string>();
  const write = async (name: string, text: string): Promise<void> => {
    names.add(name);
    await target.write(['data', name], text);
  };
  for (const { id, sample, settings } of await contentService.dataSources(library)) {
    await write(dataFile(id, 'sample'), sample);
    if (settings !== null) await write(dataFile(id, 'settings'), settings);
  }
  await target.sweep(['data'], (name) => names.has(name));
}

async function exportMedia(
  target: TargetFolder,
  { id: library }: Library,
  dependencies: ExportDependencies,
): Promise<Exported['damaged']> {
  const damaged: Exported['damaged'][number][] = [];
  const prefix = `media/${library}/`;
  const folders = new Map<string, Set<string>>([['', new Set()]]);
  for await (const key of dependencies.blobs.list(prefix)) {
    const blob = await dependencies.blobs.get(key).catch(damagedBlob);
    // The blob was deleted since it was listed.
    if (!blob) continue;
    const names = key.slice(prefix.length).split('/').map(fileNameOf);
    for (const [index, name] of names.entries()) {
      const folder = names.slice(0, index).join('/');
      folders.set(folder, (folders.get(folder) ?? new Set()).add(name));
    }
    if (blob instanceof DamagedBlobError) {
      damaged.push({ path: ['media', ...names].join('/'), reason: blob.message });
      continue;
    }
    await target.write(['media', ...names], blob.bytes);
  }
  for (const [folder, names] of folders) {
    await target.sweep(['media', ...folder.split('/').filter(Boolean)], (name) => names.has(name));
  }
  const pictures: Media[] = [];
  for await (const picture of paged((page) => dependencies.contentService.media(library, page))) pictures.push(picture);
  const lines = pictures.map(printPicture).sort();
  await target.sweep([], (name) => name !== MEDIA_LIST || lines.length > 0);
  if (lines.length > 0) await target.write([MEDIA_LIST], `${lines.join('\n')}\n`);
  return damaged;
}
