import { basename, join, resolve } from 'node:path';
import { readdir, stat } from 'node:fs/promises';
import { allowedBy } from '../../content/libraries/settings.js';
import { HostError } from '../../lib/host-error.js';
import { isMissing } from '../../lib/locate-file.js';
import { IMPORTER, type ImportContext, type ImportDependencies, type ImportReport } from './context.js';
import { count } from './count.js';
import { importComponent } from './import-component.js';
import { importDataSources } from './import-data.js';
import { importMedia } from './import-media.js';
import { importStyles } from './import-styles.js';
import { inParallel } from './in-parallel.js';
import { idOf } from './names.js';
import { type LibraryManifest, parseLibraryManifest } from './manifest.js';
import { problemOf } from './problem.js';
import { sourceFolder } from './source-folder.js';

/** Components processed concurrently: concurrent writes share one fsync. */
const CONCURRENCY = 64;

/**
 * Imports a folder into the content service. Missing or different content is saved, staged and published, and the rest
 * stays unchanged. Nothing is deleted except through a `.deleted` file. An invalid file is reported, and the others
 * continue. Resolves after the delivery of published content; what the blob store or the database refuses is reported,
 * and the host delivers it later. Only a few components are in memory at a time.
 * @throws HostError if the folder is no library; errors of the content service if it does not work at all.
 */
export async function importLibrary(
  path: string,
  dependencies: ImportDependencies,
  report: ImportReport,
): Promise<void> {
  const context = await openImport(path, dependencies, report);
  report.expect(STEPS.length + 1 + (await count(context.folder.names('folder', 'components'))));
  for (const [stepPath, work] of STEPS) await attempt(context, stepPath, () => work(context));
  await inParallel(context.folder.names('folder', 'components'), CONCURRENCY, (name) =>
    attempt(context, `components/${name}`, () => importComponent(context, name)),
  );
  await attempt(context, 'delivery', () => dependencies.contentService.delivered({ once: true }));
}

const STEPS: readonly (readonly [string, (context: ImportContext) => Promise<void>])[] = [
  ['library.json', importCollections],
  ['library.json', reportMissing],
  ['styles.css', importStyles],
  ['data', importDataSources],
  ['media', importMedia],
];

async function attempt({ report }: ImportContext, path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    report.problem(problemOf(error, path));
  }
  report.step();
}

/** Reads `library.json`. Creates the library, or updates its name and settings. */
export async function openImport(
  path: string,
  dependencies: ImportDependencies,
  report: ImportReport,
): Promise<ImportContext> {
  const folder = await sourceFolder(path);
  let manifest: LibraryManifest;
  try {
    manifest = parseLibraryManifest((await folder.text('library.json')) ?? '{}', 'library.json');
  } catch (error) {
    // Without it, the library's id is unknown.
    throw new HostError(`${join(path, problemOf(error, 'library.json').message)}.`, { cause: error });
  }
  const library = manifest.id ?? idOf(basename(folder.root));
  const before = await dependencies.contentService.library(library);
  const name = manifest.name ?? before?.name ?? library;
  const description = manifest.description ?? before?.description ?? '';
  const { settings } = manifest;
  const hasSameSettings = (['embeds', 'cdns', 'frames', 'publicDrafts'] as const).every(
    (key) => settings?.[key] === undefined || JSON.stringify(settings[key]) === JSON.stringify(before?.settings[key]),
  );
  let current = before;
  if (!current || current.name !== name || current.description !== description || !hasSameSettings) {
    current = await dependencies.contentService.putLibrary({
      id: library,
      name,
      description,
      ...(settings ? { settings } : {}),
    });
    report.changed('library.json', before ? 'name, description or settings changed' : `library '${library}' made`);
  }
  const publications =
    before && !dependencies.overwrite ? await dependencies.contentService.publicationAudits(library, IMPORTER.id) : [];
  const manifestComponents = new Map(manifest.components?.map((component) => [component.id, component]));
  return {
    ...dependencies,
    folder,
    library,
    manifest,
    manifestComponents,
    allowed: allowedBy(current.settings),
    isNew: before === undefined,
    publications: new Map(publications.map((each) => [each.last.subject, each])),
    report,
  };
}

export async function importCollections({
  contentService,
  library,
  manifest,
  isNew,
  report,
}: ImportContext): Promise<void> {
  const existingNames = new Map(
    (isNew ? [] : await contentService.collections(library)).map(({ id, name }) => [id, name]),
  );
  for (const { id, name } of manifest.collections ?? []) {
    if (existingNames.get(id) === name) continue;
    await contentService.putCollection({ library, id, name });
    report.changed('library.json', `collection '${id}' saved`);
  }
}

/** Warns about listed components without a folder, which are ignored. */
async function reportMissing({ folder, manifestComponents, report }: ImportContext): Promise<void> {
  if (manifestComponents.size === 0) return;
  const missing = new Set(manifestComponents.keys());
  for await (const name of folder.names('folder', 'components')) missing.delete(idOf(name));
  for (const id of missing) report.warning('library.json', `component '${id}' has no folder, so the import skips it`);
}

/** The folder itself if it is a library, otherwise the libraries in it. @throws HostError if there is none. */
export async function librariesAt(path: string): Promise<string[]> {
  const root = resolve(path);
  const entries = await entriesOf(root, path);
  if (isLibrary(entries)) return [root];
  const found: string[] = [];
  for (const name of entries.sort()) {
    if (name.startsWith('.')) continue;
    const folder = join(root, name);
    const folderEntries = (await stat(folder).catch(() => undefined))?.isDirectory() ? await readdir(folder) : [];
    if (isLibrary(folderEntries)) found.push(folder);
  }
  if (found.length > 0) return found;
  throw new HostError(
    `'${path}' holds no library. Give a folder with library.json, styles.css or a folder 'components'.`,
  );
}

async function entriesOf(root: string, displayPath: string): Promise<string[]> {
  try {
    return await readdir(root);
  } catch (error) {
    if (isMissing(error)) throw new HostError(`there is no folder '${displayPath}'. Check the path.`, { cause: error });
    throw error;
  }
}

const isLibrary = (names: readonly string[]): boolean =>
  names.some((name) => name === 'library.json' || name === 'styles.css' || name === 'components');
