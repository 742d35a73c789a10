/** What may be kept of things without revisions: the same for what is written, and for what an import would write. */
import { checkSettings } from '../validation/check-data-settings.js';
import { checkDescription, checkJson, checkName, checkText, checkTitle } from '../validation/check-input.js';
import { checkFields, type ComponentFields } from './component-fields.js';
import type { Collection, ComponentInput, DataSource, Library, LibrarySettings } from './model.js';

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

/** The fields as they are kept. @throws BadInputError */
export function checkComponent({ library, id, ...fields }: ComponentInput): Partial<ComponentFields> {
  checkName('library', library);
  checkName('id', id);
  return checkFields(fields);
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
