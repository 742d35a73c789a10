/** Detects which builds are newer than their sources. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Written at the end of `npm run build`. */
export const COMPLETE = '.dev/built';

export const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Matches build output next to sources, and tests. */
const NOT_SOURCES =
  /^(?:node_modules|dist|www|tests?|readme\.md)$|^\.|\.(?:d\.ts|tsbuildinfo|log|cdx\.json)$|generated/;
/** Folders of the project that the build does not read, and ignored ones that tools and people create. */
const NOT_BUILT = new Set(['bench', 'coverage', 'deploy', 'examples', 'loader', 'my-libraries', 'tmp']);

function newestIn(folder: string): number {
  const times = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !NOT_SOURCES.test(name))
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? newestIn(path) : changedAt(path);
    });
  return Math.max(0, ...times);
}

/**
 * Time of the last change of a source of the site or the packages. The working directory must be the root. All folders
 * but a few count, because changes in a folder that a list lacks would cause no build.
 */
export const sourcesChangedAt = (): number =>
  Math.max(
    ...readdirSync('.', { withFileTypes: true })
      .filter(({ name }) => !NOT_SOURCES.test(name) && !NOT_BUILT.has(name))
      .map((entry) => (entry.isDirectory() ? newestIn(entry.name) : changedAt(entry.name))),
  );
