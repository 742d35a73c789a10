/** Which builds are newer than all that they are made of. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Written last by `npm run build`. */
export const COMPLETE = '.dev/built';

export const changedAt = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** Files that builds write beside sources, and packages. */
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

/** When a source of the site or of the packages changed last. The working folder is the root. */
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
