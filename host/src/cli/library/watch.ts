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

/** Milliseconds for which nothing may happen to a file before it is read: editors write in several steps. */
const DEBOUNCE = 100;
/** Milliseconds after which a new folder is watched, also on a busy machine. */
const FOLDER_DELAY = 1_000;

export interface WatchHandle {
  close(): Promise<void>;
}

/**
 * Imports what changes in folders of libraries, and libraries that are new in the folder around them, until closed. Resolves
 * once every change from now on is seen.
 */
export async function watchLibraries(
  around: string,
  folders: readonly string[],
  ports: ImportDependencies,
  reportOf: (folder: string) => ImportReport,
  log: Log,
): Promise<WatchHandle> {
  const watchers: WatchHandle[] = [];
  const closeAll = async (): Promise<void> => void (await Promise.all(watchers.map((watcher) => watcher.close())));
  const begin = async (folder: string, fresh = false): Promise<void> =>
    void watchers.push(await watchLibrary(folder, ports, reportOf(folder), log, fresh));
  try {
    for (const folder of folders) await begin(folder);
    // The folder itself may be the one library.
    if (!folders.includes(around)) {
      watchers.unshift(await watchForLibraries(around, folders, log, (folder) => begin(folder, true)));
    }
  } catch (error) {
    await closeAll();
    throw error;
  }
  return { close: closeAll };
}

/** Hands over each folder in another that becomes a library. */
async function watchForLibraries(
  around: string,
  known: readonly string[],
  log: Log,
  found: (folder: string) => Promise<void>,
): Promise<WatchHandle> {
  const seen = new Set(known);
  let working: Promise<void> = Promise.resolve();
  const findNew = async (): Promise<void> => {
    for (const folder of await librariesAt(around)) {
      if (seen.has(folder)) continue;
      seen.add(folder);
      await found(folder).catch((error: unknown) => log.error(`watching '${folder}' failed. Restart the host.`, error));
    }
  };
  let waiting: NodeJS.Timeout | undefined;
  const onAdded = (): void => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      working = working.then(() => findNew().catch(() => {}));
    }, DEBOUNCE);
  };
  const watcher = watch(around, {
    ...{ ignoreInitial: true, followSymlinks: false, depth: 1 },
    ignored: (path) => {
      const [name, ...inside] = relative(around, path).split(sep);
      return isHidden(name!) || (inside.length > 0 && seen.has(join(around, name!)));
    },
  });
  watcher.on('add', onAdded).on('addDir', onAdded);
  await ready(watcher, around);
  watcher.on('error', (error) => log.error(`watching '${around}' failed. Restart the host.`, error));
  return {
    async close() {
      await watcher.close();
      clearTimeout(waiting);
      await working;
    },
  };
}

/** @param fresh imports all of it first; what is saved meanwhile follows */
async function watchLibrary(
  folder: string,
  ports: ImportDependencies,
  report: ImportReport,
  log: Log,
  fresh: boolean,
): Promise<WatchHandle> {
  const waiting = new Map<string, NodeJS.Timeout>();
  const folders = new Set<NodeJS.Timeout>();
  /** What lost a mark of deletion. */
  const unmarked = new Set<string>();
  let working: Promise<void> = Promise.resolve();

  const attempt = async (path: string, doing: () => Promise<void>): Promise<void> => {
    try {
      await doing();
    } catch (error) {
      if (error instanceof HostError) return void log.warn(error.message);
      try {
        report.problem(problemOf(error, path));
      } catch {
        log.error(`could not import ${path}. Correct it: the host tries again at its next change.`, error);
      }
    }
  };
  const work = (path: string): Promise<void> =>
    attempt(path, async () => {
      const restore = unmarked.delete(path);
      await importChanged(await openImport(folder, { ...ports, restore }, report), path);
      await ports.contentService.delivered();
    });
  /** One after the other: two files of one component would be in each other's way. */
  const changed = (path: string): void => {
    const unit = unitOf(relative(folder, path).split(sep));
    if (unit === undefined) return;
    clearTimeout(waiting.get(unit));
    const begin = (): void => {
      waiting.delete(unit);
      working = working.then(() => work(unit));
    };
    waiting.set(unit, setTimeout(begin, DEBOUNCE));
  };
  const onRemoved = (path: string): void => {
    const names = relative(folder, path).split(sep);
    // A mark that is gone brings back what it took.
    if (path.endsWith('.deleted')) {
      const unit = unitOf(names);
      if (unit !== undefined) unmarked.add(unit);
      return changed(path);
    }
    // Editors that write by rename take the file away for a moment.
    if (unitOf(names) && !isTemporary(names))
      report.warning(names.join('/'), `no longer exists; the host keeps its content${hintOf(names)}`);
  };

  const watcher = watch(folder, {
    ignoreInitial: true,
    // Takes a file that is away for a moment as changed, not as removed.
    atomic: true,
    followSymlinks: false,
    ignored: (path) => relative(folder, path).split(sep).some(isHidden),
  });
  /** A file that comes after a new folder is read, and before it is watched, is told by nobody: the folder is read again. */
  const onFolder = (path: string): void => {
    const read = async (): Promise<void> => {
      const entries = await readdir(path, { withFileTypes: true });
      for (const entry of entries) if (entry.isFile() && !isHidden(entry.name)) changed(join(path, entry.name));
    };
    // It may be gone by then.
    const timer = setTimeout(() => {
      folders.delete(timer);
      void read().catch(() => {});
    }, FOLDER_DELAY);
    folders.add(timer);
  };
  watcher.on('add', changed).on('addDir', onFolder).on('change', changed).on('unlink', onRemoved);
  await ready(watcher, folder);
  watcher.on('error', (error) => log.error(`watching '${folder}' failed. Restart the host.`, error));
  if (fresh) working = working.then(() => attempt(folder, () => importLibrary(folder, ports, report)));
  return {
    async close() {
      await watcher.close();
      for (const timer of [...folders, ...waiting.values()]) clearTimeout(timer);
      await working;
    },
  };
}

/** A file of no form that a library has: an editor made and removed it. */
const isTemporary = (names: readonly string[]): boolean =>
  names[0] !== 'media' && !/\.(?:html|json|css|deleted)$/.test(names.at(-1)!);

const isHidden = (name: string): boolean => name.startsWith('.') && name !== '.' && name !== '..';

const hintOf = (names: readonly string[]): string =>
  /\.html$/.test(names.at(-1)!) ? `; a file ${names.at(-1)!}.deleted would delete it` : '';

function ready(watcher: FSWatcher, folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    watcher.once('ready', resolve);
    watcher.once('error', (error) => {
      void watcher.close();
      const full = ['ENOSPC', 'EMFILE'].includes(codeOf(error) ?? '');
      const hint = full
        ? ' It has more folders than the system lets one user watch (fs.inotify.max_user_watches).'
        : '';
      reject(new HostError(`could not watch '${folder}': ${String(error)}.${hint}`, { cause: error }));
    });
  });
}

/** What has to be imported again because of a file: its component's folder, or the file itself. */
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
      // Its themes and breakpoints are the stylesheet's; it may name components too.
      await importStyles(context);
      for (const id of context.listed.keys()) await importComponent(context, fileNameOf(id));
      return;
    default:
      return importStyles(context);
  }
}
