import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { codeOf, HostError } from '../../lib/host-error.js';
import type { Log } from '../../lib/log.js';
import type { ImportContext, ImportDependencies, ImportReport } from './context.js';
import { importCollections, importLibrary, librariesAt, openImport } from './import.js';
import { importComponent } from './import-component.js';
import { importDataSource, importDataSources, knownSources } from './import-data.js';
import { importMedia, importMediaFile, MEDIA_LIST, readPictures, typesOf } from './import-media.js';
import { importStyles } from './import-styles.js';
import { fileNameOf, parseDataFile, parseStylesFile } from './names.js';
import { problemOf } from './problem.js';

/** Milliseconds without changes before a file is read, because editors write in several steps. */
const DEBOUNCE = 100;
/** Milliseconds after which a new folder is surely watched, even under load. */
const FOLDER_DELAY = 1_000;

export interface WatchHandle {
  close(): Promise<void>;
}

/**
 * Imports changes in library folders, and new libraries in the folder around them, until closed. Resolves when all
 * later changes are detected.
 */
export async function watchLibraries(
  root: string,
  folders: readonly string[],
  dependencies: ImportDependencies,
  reportOf: (folder: string) => ImportReport,
  log: Log,
): Promise<WatchHandle> {
  const watchers: WatchHandle[] = [];
  const closeAll = async (): Promise<void> => void (await Promise.all(watchers.map((watcher) => watcher.close())));
  const startWatching = async (folder: string, isNew = false): Promise<void> =>
    void watchers.push(await watchLibrary(folder, dependencies, reportOf(folder), log, isNew));
  try {
    for (const folder of folders) await startWatching(folder);
    // The folder itself may be the only library.
    if (!folders.includes(root)) {
      watchers.unshift(await watchForLibraries(root, folders, log, (folder) => startWatching(folder, true)));
    }
  } catch (error) {
    await closeAll();
    throw error;
  }
  return { close: closeAll };
}

/** Calls `onFound` for each subfolder that becomes a library. */
async function watchForLibraries(
  root: string,
  knownFolders: readonly string[],
  log: Log,
  onFound: (folder: string) => Promise<void>,
): Promise<WatchHandle> {
  const seen = new Set(knownFolders);
  let queue: Promise<void> = Promise.resolve();
  const findNew = async (): Promise<void> => {
    for (const folder of await librariesAt(root)) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      await onFound(folder).catch((error: unknown) =>
        log.error(`watching '${folder}' failed. Restart the host.`, error),
      );
    }
  };
  let debounceTimer: NodeJS.Timeout | undefined;
  const onAdded = (): void => {
    clearTimeout(debounceTimer);
    debounceTimer = setTimeout(() => {
      queue = queue.then(() => findNew().catch(() => {}));
    }, DEBOUNCE);
  };
  const watcher = watch(root, {
    ...{ ignoreInitial: true, followSymlinks: false, depth: 1 },
    ignored: (path) => {
      const [name, ...inside] = relative(root, path).split(sep);
      return isHidden(name!) || (inside.length > 0 && seen.has(join(root, name!)));
    },
  });
  watcher.on('add', onAdded).on('addDir', onAdded);
  await ready(watcher, root, log);
  return {
    async close() {
      await watcher.close();
      clearTimeout(debounceTimer);
      await queue;
    },
  };
}

/** @param isNew whether to import everything first; changes meanwhile follow */
async function watchLibrary(
  folder: string,
  dependencies: ImportDependencies,
  report: ImportReport,
  log: Log,
  isNew: boolean,
): Promise<WatchHandle> {
  const debounceTimers = new Map<string, NodeJS.Timeout>();
  const folderTimers = new Set<NodeJS.Timeout>();
  /** Units whose `.deleted` file was removed. */
  const undeleted = new Set<string>();
  let queue: Promise<void> = Promise.resolve();

  const attempt = async (path: string, action: () => Promise<void>): Promise<void> => {
    try {
      await action();
    } catch (error) {
      if (error instanceof HostError) return void log.warn(error.message);
      try {
        report.problem(problemOf(error, path));
      } catch {
        log.error(`could not import ${path}. Correct it: the host tries again at its next change.`, error);
      }
    }
  };
  const importUnit = (path: string): Promise<void> =>
    attempt(path, async () => {
      const restore = undeleted.delete(path);
      await importChanged(await openImport(folder, { ...dependencies, restore }, report), path);
      await dependencies.contentService.delivered({ once: true });
    });
  /** Sequential, because two files of one component would conflict. */
  const onChanged = (path: string): void => {
    const unit = unitOf(relative(folder, path).split(sep));
    if (unit === undefined) return;
    clearTimeout(debounceTimers.get(unit));
    const start = (): void => {
      debounceTimers.delete(unit);
      queue = queue.then(() => importUnit(unit));
    };
    debounceTimers.set(unit, setTimeout(start, DEBOUNCE));
  };
  const onRemoved = (path: string): void => {
    const names = relative(folder, path).split(sep);
    // Removing a `.deleted` file restores the content.
    if (path.endsWith('.deleted')) {
      const unit = unitOf(names);
      if (unit !== undefined) undeleted.add(unit);
      return onChanged(path);
    }
    // Editors that write by renaming remove the file briefly.
    if (unitOf(names) && !isTemporary(names))
      report.warning(names.join('/'), `no longer exists; the host keeps its content${hintOf(names)}`);
  };

  const watcher = watch(folder, {
    ignoreInitial: true,
    // Treats a file that is missing briefly as changed, not as removed.
    atomic: true,
    followSymlinks: false,
    ignored: (path) => relative(folder, path).split(sep).some(isHidden),
  });
  /** Reads a new folder again: files that were created between its detection and the start of its watch cause no event. */
  const onFolder = (path: string): void => {
    const read = async (): Promise<void> => {
      const entries = await readdir(path, { withFileTypes: true });
      for (const entry of entries) if (entry.isFile() && !isHidden(entry.name)) onChanged(join(path, entry.name));
    };
    // The folder may have been removed meanwhile.
    const timer = setTimeout(() => {
      folderTimers.delete(timer);
      void read().catch(() => {});
    }, FOLDER_DELAY);
    folderTimers.add(timer);
  };
  watcher.on('add', onChanged).on('addDir', onFolder).on('change', onChanged).on('unlink', onRemoved);
  await ready(watcher, folder, log);
  if (isNew) queue = queue.then(() => attempt(folder, () => importLibrary(folder, dependencies, report)));
  return {
    async close() {
      await watcher.close();
      for (const timer of [...folderTimers, ...debounceTimers.values()]) clearTimeout(timer);
      await queue;
    },
  };
}

/** Whether it is no file of a library, such as a temporary file of an editor. */
const isTemporary = (names: readonly string[]): boolean =>
  names[0] !== 'media' && !/\.(?:html|json|css|deleted)$/.test(names.at(-1)!);

const isHidden = (name: string): boolean => name.startsWith('.') && name !== '.' && name !== '..';

const hintOf = (names: readonly string[]): string =>
  /\.html$/.test(names.at(-1)!) ? `; a file ${names.at(-1)!}.deleted would delete it` : '';

/** Resolves once the watcher reports changes. A later error, such as one of a single folder, does not end it. */
async function ready(watcher: FSWatcher, folder: string, log: Log): Promise<void> {
  let isReady = false;
  // Errors come in series, also while the watcher closes.
  watcher.on('error', (error) => isReady && log.error(`watching '${folder}' failed. Restart the host.`, error));
  try {
    await once(watcher, 'ready');
    isReady = true;
  } catch (error) {
    await watcher.close();
    const isLimit = ['ENOSPC', 'EMFILE'].includes(codeOf(error) ?? '');
    const hint = isLimit
      ? ' It has more folders than the system lets one user watch (fs.inotify.max_user_watches).'
      : '';
    throw new HostError(`could not watch '${folder}': ${String(error)}.${hint}`, { cause: error });
  }
}

/** The unit to import again for a changed file: its component's folder, or the file itself. */
function unitOf(names: readonly string[]): string | undefined {
  const [first, second, ...rest] = names;
  if (first === 'components') return second !== undefined && rest.length === 1 ? `components/${second}` : undefined;
  if (first === 'data') return second !== undefined && rest.length === 0 ? `data/${second}` : undefined;
  if (first === 'media') return second === undefined ? undefined : names.join('/');
  if (second !== undefined || first === undefined) return undefined;
  if (first === 'library.json' || first === MEDIA_LIST) return first;
  return parseStylesFile(first) ? 'styles.css' : undefined;
}

async function importChanged(context: ImportContext, unit: string): Promise<void> {
  const [first, ...rest] = unit.split('/');
  switch (first) {
    case 'components':
      return importComponent(context, rest[0]!);
    case 'data': {
      const id = parseDataFile(rest[0]!)?.id;
      return id === undefined ? undefined : importDataSource(context, id, await knownSources(context));
    }
    case 'media':
      return importMediaFile(context, rest, typesOf(await readPictures(context)));
    case MEDIA_LIST:
      return importMedia(context);
    case 'library.json':
      await importCollections(context);
      await importDataSources(context);
      // It contains themes and breakpoints of the stylesheet, and may contain component properties.
      await importStyles(context);
      for (const id of context.manifestComponents.keys()) await importComponent(context, fileNameOf(id));
      return;
    default:
      return importStyles(context);
  }
}
