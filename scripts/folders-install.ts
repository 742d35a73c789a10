/**
 * `npm run folders [-- folder …]`: installs the packages of the given folders, or of all folders with their own
 * packages.
 */
import { FOLDERS, isFolder, packagesIn, type Folder } from './folders';

const named = process.argv.slice(2).map((name) => name.replace(/\/$/, ''));
const unknown = named.filter((name) => !isFolder(name));
if (unknown.length) {
  console.error(
    `There is no folder ${unknown.join(', ')} with packages of its own. There are ${Object.keys(FOLDERS).join(', ')}.`,
  );
  process.exit(1);
}
try {
  for (const folder of (named.length ? named : Object.keys(FOLDERS)) as Folder[]) packagesIn(folder);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
