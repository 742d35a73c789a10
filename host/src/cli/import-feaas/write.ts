/** Writes a library as files for `import`. Files that were changed since the last run are kept. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Theme } from '../../content/model.js';
import { readIfExists, replaceFile } from '../../lib/replace-file.js';
import { printManifest } from '../library/manifest.js';
import { fileNameOf, stylesFile, versionFile } from '../library/names.js';
import type { CollectedLibrary } from './collect.js';
import type { Findings } from './findings.js';
import { themesOf } from './themes.js';

/** Hashes of the files that this tool wrote, by path. */
type FileHashes = Record<string, string>;

export interface WriteOptions {
  /** Folder of the tool's data. */
  readonly notes: string;
  /** Whether to replace files that were changed. */
  readonly replace: boolean;
  readonly findings: Findings;
}

/**
 * Copies the inputs of `writeLibrary`: the files of a library, and the hashes. Symbolic links become copies of their
 * targets, so that writing to the copy does not change the original.
 * @param notes the name of the tool's data folder in both
 */
export async function copyLibrary(
  id: string,
  { from, to, notes }: { readonly from: string; readonly to: string; readonly notes: string },
): Promise<void> {
  const name = fileNameOf(id);
  // Skips broken links and hidden entries, which `import` does not read.
  const filter = (path: string): boolean => existsSync(path) && !basename(path).startsWith('.');
  for (const entry of [name, join(notes, `${name}.json`)])
    if (existsSync(join(from, entry)))
      await cp(join(from, entry), join(to, entry), { recursive: true, dereference: true, filter });
}

/** @returns the library's folder, and the number of changed files */
export async function writeLibrary(
  target: string,
  library: CollectedLibrary,
  { notes, replace, findings }: WriteOptions,
): Promise<{ readonly folder: string; readonly changed: number }> {
  const folder = join(target, fileNameOf(library.id));
  const notesFile = join(notes, `${fileNameOf(library.id)}.json`);
  const written = JSON.parse((await read(notesFile)) ?? '{}') as FileHashes;
  const newFiles = filesOf(library);
  let changed = 0;
  for (const [path, text] of newFiles) {
    const file = join(folder, ...path.split('/'));
    const existing = await read(file);
    if (existing !== text) {
      const isUnmodified = existing === undefined || hash(existing) === written[path];
      const displayPath = `${fileNameOf(library.id)}/${path}`;
      if (!isUnmodified && !replace && path === 'library.json') {
        reportThemeChanges(displayPath, existing, text, findings);
        continue;
      }
      if (!isUnmodified && !replace) {
        findings.problem(displayPath, 'stays: someone changed the file since the last run; --force replaces it');
        continue;
      }
      await replaceFile(file, text);
      changed++;
    }
    written[path] = hash(text);
  }
  // The staged text was published since, so its own file is obsolete.
  for (const path of Object.keys(written)) {
    if (newFiles.has(path) || !isStagedOf(path, newFiles)) continue;
    const file = join(folder, ...path.split('/'));
    const existing = await read(file);
    if (existing !== undefined && (replace || hash(existing) === written[path])) {
      await rm(file);
      changed++;
    }
    delete written[path];
  }
  await replaceFile(notesFile, printManifest(written));
  return { folder, changed };
}

const isStagedOf = (path: string, newFiles: ReadonlyMap<string, string>): boolean =>
  /\.staged\.(?:html|css)$/.test(path) && newFiles.has(path.replace(/\.staged\.(html|css)$/, '.$1'));

/** A changed library.json is kept, because its settings matter more than the list of themes. */
function reportThemeChanges(displayPath: string, existing: string, text: string, findings: Findings): void {
  const newThemes = (JSON.parse(text) as { themes?: readonly Theme[] }).themes ?? [];
  let existingThemes: unknown;
  try {
    existingThemes = (JSON.parse(existing) as { themes?: unknown } | null)?.themes ?? [];
  } catch {
    findings.problem(displayPath, 'is not JSON; --force replaces it');
    return;
  }
  if (!isDeepStrictEqual(existingThemes, newThemes))
    findings.warning(
      displayPath,
      `stays, but the stylesheet has these themes: ${newThemes.map(({ id }) => id).join(', ') || 'none'}`,
    );
}

/** Texts of the library's files, by path with slashes. */
function filesOf({ id, components, forks, styles }: CollectedLibrary): ReadonlyMap<string, string> {
  const files = new Map<string, string>();
  const themes = themesOf(styles.published ?? styles.staged ?? '');
  const stagedThemes = themesOf(styles.staged ?? styles.published ?? '');
  files.set(
    'library.json',
    printManifest({
      id,
      ...(themes.length > 0 ? { themes } : {}),
      ...(isDeepStrictEqual(themes, stagedThemes) ? {} : { styles: { staged: { themes: stagedThemes } } }),
    }),
  );
  if (styles.published !== undefined) files.set(stylesFile('plain'), styles.published);
  if (styles.staged !== undefined) files.set(stylesFile('staged'), styles.staged);
  for (const [component, versions] of components) {
    const folder = `components/${fileNameOf(component)}`;
    for (const [version, texts] of versions) {
      if (texts.published !== undefined) files.set(`${folder}/${versionFile(version, 'plain')}`, texts.published);
      if (texts.staged !== undefined) files.set(`${folder}/${versionFile(version, 'staged')}`, texts.staged);
    }
    const componentForks = forks.get(component);
    if (componentForks)
      files.set(`${folder}/component.json`, printManifest({ forks: Object.fromEntries([...componentForks].sort()) }));
  }
  return files;
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

const read = async (path: string): Promise<string | undefined> => (await readIfExists(path))?.toString();
