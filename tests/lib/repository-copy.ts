/** Copies parts of the repository, so that a test can change and build them. */
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = new URL('../../', import.meta.url).pathname;

export interface RepositoryCopy {
  readonly folder: string;
  remove(): Promise<void>;
}

/**
 * Copies files and folders of the repository. The copy is as deep below the root of the file system as a usual checkout:
 * TypeScript watches fewer folders of a repository that is nearer to the root.
 * @param linked folders that the test only reads; they become symbolic links
 */
export async function copyRepository(
  copied: readonly string[],
  linked: readonly string[] = ['node_modules'],
): Promise<RepositoryCopy> {
  const place = await mkdtemp(join(tmpdir(), 'feaas-copy-'));
  const folder = join(place, 'projects/feaas-kit');
  await mkdir(folder, { recursive: true });
  for (const name of copied) await cp(join(ROOT, name), join(folder, name), { recursive: true });
  for (const name of linked) await symlink(join(ROOT, name), join(folder, name));
  return { folder, remove: () => rm(place, { recursive: true, force: true }) };
}
