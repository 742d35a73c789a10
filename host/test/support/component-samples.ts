import { type ComponentFields, mapFields } from '../../src/content/component-fields.js';

/** Values of fields that the type of the field alone does not determine. */
const OVERRIDES: Partial<ComponentFields> = { description: ' a ' };

/**
 * Returns a value for each field that differs from the initial one.
 * @param collection an existing collection of the library; every list contains it, whatever its items are
 */
export const sampleFields = (collection: string): ComponentFields => ({
  ...(mapFields(({ type }, name) => (type === 'string' ? `The ${name}` : [collection])) as unknown as ComponentFields),
  ...OVERRIDES,
});
