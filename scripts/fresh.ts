/** Detects which builds are newer than their sources. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Written at the end of `npm run build`. */
export const COMPLETE = '.dev/built';

export const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Matches build output next to sources, and packages. */
const MADE = /^node_modules$|\.d\.ts$|^readme\.md$|generated/;

function newestIn(folder: string): number {
  const times = readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !MADE.test(name))
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? newestIn(path) : changedAt(path);
    });
  return Math.max(0, ...times);
}

/** Time of the last change of a source of the site or the packages. The working directory must be the root. */
export const sourcesChangedAt = (): number =>
  Math.max(
    ...[
      'src',
      'site',
      'frontend/src',
      'host/src',
      'react-wrapper/src',
      'compat/src',
      'create-feaas/src',
      'host/starter',
      'scripts',
      'docs',
    ].map(newestIn),
    ...['package-lock.json', 'stencil.config.ts', 'frontend/vite.config.ts'].map(changedAt),
  );
