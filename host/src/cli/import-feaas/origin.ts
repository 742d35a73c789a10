/** The source of the original product's content: its delivery host, or a folder with copies of its files. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { formatSize } from '../../lib/limits.js';
import { isMissing, locate } from '../../lib/locate-file.js';
import {
  type ComponentAddress,
  componentUrl,
  type RevisionName,
  type StylesheetAddress,
  stylesheetUrl,
} from './addresses.js';
import { decode } from './decode.js';
import { FETCH_LIMITS, type Fetcher, UnreadableError } from './fetcher.js';

export type OriginContent =
  | { readonly kind: 'content'; readonly text: string; readonly oddity: string | undefined }
  | { readonly kind: 'missing' }
  | { readonly kind: 'deleted' }
  | { readonly kind: 'unreadable'; readonly reason: string };

export interface Origin {
  component(address: ComponentAddress, revision: RevisionName): Promise<OriginContent>;
  stylesheet(address: StylesheetAddress, revision: RevisionName): Promise<OriginContent>;
  /** The location for messages. */
  locate(address: ComponentAddress | StylesheetAddress, revision: RevisionName): string;
}

/** Headers that mark deleted content. */
const DELETED = /^x-(?:ms|amz|goog)-meta-(?:version)?deletedat$/;

const urlOf = (address: ComponentAddress | StylesheetAddress, revision: RevisionName): string =>
  'component' in address ? componentUrl(address, revision) : stylesheetUrl(address, revision);

export function httpOrigin(fetcher: Fetcher): Origin {
  const read = async (
    address: ComponentAddress | StylesheetAddress,
    revision: RevisionName,
  ): Promise<OriginContent> => {
    try {
      const { status, headers, bytes, contentType } = await fetcher.get(
        urlOf(address, revision),
        FETCH_LIMITS.contentBytes,
      );
      if (Object.keys(headers).some((name) => DELETED.test(name))) return { kind: 'deleted' };
      if (status === 404 || status === 410) return { kind: 'missing' };
      if (status !== 200) return { kind: 'unreadable', reason: `it answers ${status}` };
      const { text, problem } = decode(bytes, contentType);
      return { kind: 'content', text, oddity: problem };
    } catch (error) {
      if (error instanceof UnreadableError) return { kind: 'unreadable', reason: error.message };
      throw error;
    }
  };
  return { component: read, stylesheet: read, locate: urlOf };
}

/** Reads files by the paths of delivery URLs. Hosts in pages are ignored. */
export function folderOrigin(root: string): Origin {
  const pathOf = (address: ComponentAddress | StylesheetAddress, revision: RevisionName): string[] =>
    'component' in address
      ? ['components', address.library, address.component, address.version, `${revision}.html`]
      : ['styles', address.library, `${revision}.css`];
  const read = async (
    address: ComponentAddress | StylesheetAddress,
    revision: RevisionName,
  ): Promise<OriginContent> => {
    for (const names of [pathOf(address, revision), pathOf(address, revision).map(encodeURIComponent)]) {
      try {
        const path = await locate(root, names);
        if (path === undefined) continue;
        const { size } = await stat(path);
        if (size > FETCH_LIMITS.contentBytes)
          return { kind: 'unreadable', reason: `it is larger than ${formatSize(FETCH_LIMITS.contentBytes)}` };
        const { text, problem } = decode(await readFile(path));
        return { kind: 'content', text, oddity: problem };
      } catch (error) {
        if (!isMissing(error)) return { kind: 'unreadable', reason: (error as Error).message };
      }
    }
    return { kind: 'missing' };
  };
  return { component: read, stylesheet: read, locate: (address, revision) => pathOf(address, revision).join('/') };
}

/** Paths of all files in a folder, with slashes. Symbolic links are not followed. */
export async function filesIn(root: string, path: readonly string[] = []): Promise<readonly string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(root, ...path), { withFileTypes: true })) {
    if (entry.name.startsWith('.')) continue;
    if (entry.isDirectory()) for (const file of await filesIn(root, [...path, entry.name])) found.push(file);
    else if (entry.isFile()) found.push([...path, entry.name].join('/'));
  }
  return found;
}
