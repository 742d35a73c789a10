import { type ComponentFields, mapFields } from '../../src/content/component-fields.js';

/** For fields to which their type alone does not give a value. */
const OVERRIDES: Partial<ComponentFields> = { description: ' a ' };

/**
 * A value of each field, none of them the initial one.
 * @param collection one that the library has; lists hold it, whatever they are lists of
 */
export const sampleFields = (collection: string): ComponentFields => ({
  ...(mapFields(({ type }, name) => (type === 'string' ? `The ${name}` : [collection])) as unknown as ComponentFields),
  ...OVERRIDES,
});
