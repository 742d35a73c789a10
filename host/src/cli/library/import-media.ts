import { LIMITS } from '../../lib/limits.js';
import { mediaKey } from '../../content/addresses.js';
import { DamagedBlobError, damagedBlob } from '../../storage/blob-store.js';
import type { Media } from '../../content/model.js';
import { typeOf } from '../../lib/media-types.js';
import type { ImportContext } from './context.js';
import { idOf } from './names.js';
import { FileProblem, problemOf } from './problem.js';

/** Maximum depth of folders in `media/`. Deeper ones are cyclic links. */
const MAX_DEPTH = 16;

/** `media.jsonl`: one line per uploaded picture, with the fields of `Media` except `library`. */
export const MEDIA_LIST = 'media.jsonl';

/** Uploaded pictures are immutable; other files may change. */
const cacheControlOf = (isUploaded: boolean): string =>
  isUploaded ? `public, max-age=${LIMITS.immutableSeconds}, immutable` : `public, max-age=${LIMITS.mediaSeconds}`;

/** Imports every file in `media/`, and the records of its pictures. */
export async function importMedia(context: ImportContext): Promise<void> {
  const pictures = await readPictures(context);
  const types = typesOf(pictures);
  for await (const path of mediaFiles(context, [])) await importMediaFile(context, path, types);
  for (const picture of pictures) await importPicture(context, picture);
}

/** Paths below `media/`, as lists of file names. */
async function* mediaFiles(
  context: Pick<ImportContext, 'folder'>,
  path: readonly string[],
): AsyncGenerator<readonly string[]> {
  if (path.length > MAX_DEPTH)
    throw new FileProblem(['media', ...path].join('/'), 'has too many folders around it. Move it up');
  for await (const name of context.folder.names('file', 'media', ...path)) yield [...path, name];
  for await (const name of context.folder.names('folder', 'media', ...path)) {
    yield* mediaFiles(context, [...path, name]);
  }
}

/** Content types by path below `/media/{library}/`. */
export const typesOf = (pictures: readonly Media[]): ReadonlyMap<string, string> =>
  new Map(pictures.flatMap(({ variants }) => variants.map(({ path, type }) => [path, type])));

/** Stores one file as a blob, unless it exists unchanged. */
export async function importMediaFile(
  { blobs, folder, library, isNew, report }: ImportContext,
  names: readonly string[],
  types: ReadonlyMap<string, string>,
): Promise<void> {
  const filePath = ['media', ...names].join('/');
  try {
    const bytes = await folder.bytes('media', ...names);
    if (!bytes) return;
    const path = names.map(idOf).join('/');
    const key = mediaKey(library, path);
    const type = types.get(path);
    const contentType = type ?? typeOf(path);
    const existing = isNew ? undefined : await blobs.get(key).catch(damagedBlob);
    if (
      existing &&
      !(existing instanceof DamagedBlobError) &&
      existing.contentType === contentType &&
      existing.bytes.equals(bytes)
    )
      return;
    await blobs.put(key, { bytes, contentType, cacheControl: cacheControlOf(type !== undefined), metadata: {} });
    report.changed(filePath, 'stored');
  } catch (error) {
    report.problem(problemOf(error, filePath));
  }
}

export async function readPictures({ folder, library, report }: ImportContext): Promise<Media[]> {
  const text = (await folder.text(MEDIA_LIST)) ?? '';
  const pictures: Media[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    try {
      pictures.push({ ...parsePicture(line), library });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      report.problem(
        new FileProblem(MEDIA_LIST, `line ${index + 1} is no picture (${reason}). Correct or remove the line`),
      );
    }
  }
  return pictures;
}

function parsePicture(line: string): Omit<Media, 'library'> {
  const value = JSON.parse(line) as Partial<Media>;
  const requireType = (type: string, ...names: (keyof Media)[]): void => {
    for (const name of names) if (typeof value?.[name] !== type) throw new Error(`'${name}' is no ${type}`);
  };
  requireKnownKeys(value, 'id', 'name', 'width', 'height', 'author', 'createdAt', 'variants');
  requireType('string', 'id', 'name', 'author');
  requireType('number', 'width', 'height', 'createdAt');
  const { id, name, width, height, author, createdAt, variants } = value as Media;
  if (
    !Array.isArray(variants) ||
    variants.some(({ path, type }) => typeof path !== 'string' || typeof type !== 'string')
  ) {
    throw new Error("'variants' is no list of files with path and type");
  }
  for (const variant of variants) requireKnownKeys(variant, 'path', 'type', 'width', 'height', 'bytes');
  return { id, name, width, height, variants, author, createdAt };
}

/** Rejects unknown keys, whose values would be lost. */
function requireKnownKeys(object: object, ...allowed: readonly string[]): void {
  const unknown = Object.keys(object ?? {}).find((key) => !allowed.includes(key));
  if (unknown !== undefined) throw new Error(`'${unknown}' is an unknown key`);
}

async function importPicture({ contentService, library, isNew, report }: ImportContext, picture: Media): Promise<void> {
  try {
    const existing = isNew ? undefined : await contentService.mediaItem(library, picture.id);
    if (existing && printPicture(existing) === printPicture(picture)) return;
    await contentService.putMedia(picture);
    report.changed(MEDIA_LIST, `picture ${picture.id} saved`);
  } catch (error) {
    report.problem(problemOf(error, MEDIA_LIST));
  }
}

/** One line of the list, with keys in a fixed order. */
export const printPicture = ({ id, name, width, height, author, createdAt, variants }: Media): string =>
  JSON.stringify({
    id,
    name,
    width,
    height,
    author,
    createdAt,
    variants: variants.map((each) => ({
      path: each.path,
      type: each.type,
      width: each.width,
      height: each.height,
      bytes: each.bytes,
    })),
  });
