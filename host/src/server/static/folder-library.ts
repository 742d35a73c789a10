import { readdir } from 'node:fs/promises';
import type { Content } from '../../lib/content.js';
import type { FileReader } from './file-reader.js';
import type { DeliveredContent, Library } from '../../publishing/delivery-source.js';
import { isMissing } from '../../lib/locate-file.js';

/**
 * Libraries as folders:
 *
 *     <root>/<library>/components/<component>/<version>[.<revision>].html
 *     <root>/<library>/styles[.<revision>].css
 *     <root>/<library>/data/<name>.json
 *     <root>/<library>/media/...
 *
 * A file `<name>.deleted` next to a component or stylesheet marks it as deleted at the time of that file. The plain name
 * applies to all revisions, the name of a revision's file to that revision.
 */
export function folderLibrary(root: string, files: FileReader): Library {
  const serve = async (folder: readonly string[], name: string, revision: string, extension: string) => {
    const plainName = `${name}.${extension}`;
    const revisionName = `${name}.${revision}.${extension}`;
    const [revisionContent, plainContent, revisionTombstone, plainTombstone] = await Promise.all([
      files.read(root, [...folder, revisionName]),
      files.read(root, [...folder, plainName]),
      files.modifiedAt(root, [...folder, `${revisionName}.deleted`]),
      files.modifiedAt(root, [...folder, `${plainName}.deleted`]),
    ]);
    return deliveredContent(revisionContent ?? plainContent, revisionTombstone ?? plainTombstone);
  };

  const data = (library: string, name: string) => files.read(root, [library, 'data', `${name}.json`]);

  return {
    async component({ library, component, version, revision }) {
      // Otherwise version `old.staged` with revision `published` would read the staged file of `old`.
      if (NAMES_A_REVISION.test(version)) return undefined;
      return serve([library, 'components', component], version, revision, 'html');
    },
    stylesheet: ({ library, revision }) => serve([library], 'styles', revision, 'css'),
    async data({ name, library }) {
      for (const candidate of library === undefined ? await librariesIn(root) : [library]) {
        const content = await data(candidate, name);
        if (content) return { content };
      }
      return undefined;
    },
    media: (library, names): Promise<Content | undefined> => files.read(root, [library, 'media', ...names]),
  };
}

const NAMES_A_REVISION = /\.(published|staged|saved|\d+)$/;

const deliveredContent = (content: Content | undefined, deletedAt: number | undefined): DeliveredContent | undefined =>
  content || deletedAt !== undefined ? { content, deletedAt } : undefined;

/** Names of the libraries, sorted so that the result is deterministic. */
async function librariesIn(root: string): Promise<string[]> {
  try {
    return (await readdir(root)).sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}
