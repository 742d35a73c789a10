/**
 * JSON Schemas of a library's files for the site: the host serves them at `/schemas/`, and its package contains them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { COMPONENT_SCHEMA, LIBRARY_SCHEMA } from '../host/src/cli/library/manifest-schemas';
import { DATA_SETTINGS_SCHEMA } from '../host/src/validation/data-settings-schema';

/** Schemas by file name. */
export const SCHEMAS = {
  'library.schema.json': LIBRARY_SCHEMA,
  'component.schema.json': COMPONENT_SCHEMA,
  'data-settings.schema.json': DATA_SETTINGS_SCHEMA,
} as const;

export function writeSchemas(www: string): void {
  mkdirSync(`${www}/schemas`, { recursive: true });
  for (const [name, schema] of Object.entries(SCHEMAS))
    writeFileSync(`${www}/schemas/${name}`, `${JSON.stringify(schema, null, 2)}\n`);
}
