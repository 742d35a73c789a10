/** Validates content without revisions, both for writes and for imports. */
import { namesOfKey } from '../storage/blob-keys.js';
import { checkSettings } from '../validation/check-data-settings.js';
import { BadInputError, NotFoundError } from '../lib/domain-error.js';
import {
  checkDescription,
  checkJson,
  checkName,
  checkNumber,
  checkText,
  checkTitle,
  MAX_INT,
  MAX_TIME,
} from '../validation/check-input.js';
import { mediaKey } from './addresses.js';
import { checkFields, type ComponentFields } from './component-fields.js';
import type { Collection, ComponentInput, DataSource, Library, LibrarySettings, Media } from './model.js';

/** @throws BadInputError */
export function checkLibrary({
  id,
  name,
  description,
  settings = {},
}: Pick<Library, 'id' | 'name'> & { description?: string; settings?: Partial<LibrarySettings> }): void {
  checkName('id', id);
  checkTitle('name', name);
  if (description !== undefined) checkDescription('description', description);
  for (const list of ['embeds', 'cdns', 'frames'] as const)
    for (const entry of settings[list] ?? []) checkText(`settings.${list}`, entry);
}

/** Returns the validated fields in their stored form. @throws BadInputError */
export function checkComponent({ library, id, ...fields }: ComponentInput): Partial<ComponentFields> {
  checkName('library', library);
  checkName('id', id);
  return checkFields(fields);
}

/** Checks that a component's collections exist in its library. @throws NotFoundError */
export function checkCollectionsKnown(library: string, ids: readonly string[], existing: ReadonlySet<string>): void {
  const unknown = ids.find((id) => !existing.has(id));
  if (unknown !== undefined)
    throw new NotFoundError(`The library '${library}' has no collection '${unknown}'. Add it to the library first.`);
}

/** @throws BadInputError */
export function checkMedia({ library, id, name, width, height, variants, author, createdAt }: Media): void {
  checkName('library', library);
  checkName('id', id);
  checkTitle('name', name);
  checkTitle('author', author);
  checkNumber('width', width, [1, MAX_INT]);
  checkNumber('height', height, [1, MAX_INT]);
  checkNumber('createdAt', createdAt, [0, MAX_TIME]);
  if (variants.length === 0) throw new BadInputError(`variants of '${id}' are empty. Give at least one.`, 'variants');
  for (const variant of variants) {
    checkNumber('variants', variant.width, [1, MAX_INT], `variants of '${id}': width`);
    checkNumber('variants', variant.height, [1, MAX_INT], `variants of '${id}': height`);
    checkNumber('variants', variant.bytes, [0, MAX_INT], `variants of '${id}': bytes`);
    checkText('variants', variant.type);
    // Without this check, the blob of an invalid path could not be read or removed.
    namesOfKey(mediaKey(library, variant.path));
  }
}

/** @throws BadInputError */
export function checkCollection({ library, id, name }: Collection): void {
  checkName('library', library);
  checkName('id', id);
  checkTitle('name', name);
}

/** @throws BadInputError */
export function checkDataSource({
  library,
  id,
  sample,
  settings,
}: Pick<DataSource, 'library' | 'id' | 'sample'> & { settings?: string | null }): void {
  checkName('library', library);
  checkName('id', id);
  checkJson('sample', sample);
  if (settings != null) checkSettings('settings', settings);
}
