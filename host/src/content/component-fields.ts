/**
 * The writable fields of a component: validation, initial values, stored form, and list filters. GraphQL, imports,
 * exports, the JSON schemas of library files, and the tools for agents all use this declaration.
 */
import { type Expression, expressionBuilder, type SqlBool } from 'kysely';
import type { ComponentRow, Tables } from '../db/schema.js';
import { checkDescription, checkText, checkTitle } from '../validation/check-input.js';
import { matchesSearch, toSearchText } from './search.js';

export interface ComponentFields {
  /** For people. */
  readonly name: string;
  /** For people; empty for none. */
  readonly description: string;
  /** Ids of the collections it is shown in. */
  readonly collections: readonly string[];
}

/** Selects the components of a list. A missing or empty property does not filter. */
export interface ComponentFilter {
  /** Only components of this collection. */
  readonly collection?: string;
  /** Only components whose id, name and description together contain every word, ignoring case. */
  readonly search?: string;
}

interface Field<Value> {
  /** Its type in the files of a library. */
  readonly type: Value extends string ? 'string' : 'strings';
  /** Its description in the JSON schema of these files. */
  readonly description: string;
  /** The value of a new component. */
  initial(component: string): Value;
  /** Returns the value in its stored form. @throws BadInputError */
  check(argument: string, value: Value): Value;
}

type Check = Field<string>['check'];

const string = (description: string, check: Check, initial: Field<string>['initial'] = () => ''): Field<string> => ({
  ...{ type: 'string', description, check, initial },
});

/** Removes duplicates and sorts the entries. */
const setOfStrings = (description: string, check: Check): Field<readonly string[]> => ({
  ...{ type: 'strings', description },
  initial: () => [],
  check: (argument, entries) => [...new Set(entries.map((entry) => check(argument, entry)))].sort(),
});

/** In the order in which exports write them. */
const COMPONENT_FIELDS: { readonly [Name in keyof ComponentFields]: Field<ComponentFields[Name]> } = {
  name: string('Name for people; the id by default.', checkTitle, (component) => component),
  description: string('Description for people.', checkDescription),
  collections: setOfStrings('Ids of the collections that show this component.', checkText),
};

type FieldName = keyof ComponentFields;

export const COMPONENT_FIELD_NAMES = Object.keys(COMPONENT_FIELDS) as readonly FieldName[];

const fieldOf = (name: FieldName): Field<ComponentFields[FieldName]> => COMPONENT_FIELDS[name];

/** Maps each field to a value, by the field's name. */
export const mapFields = <Value>(
  valueOf: (field: Field<string> | Field<readonly string[]>, name: FieldName) => Value,
): Readonly<Record<FieldName, Value>> =>
  Object.fromEntries(COMPONENT_FIELD_NAMES.map((name) => [name, valueOf(COMPONENT_FIELDS[name], name)])) as Record<
    FieldName,
    Value
  >;

/** Collects the fields for which `valueOf` returns a value. */
const collect = (valueOf: (name: FieldName) => ComponentFields[FieldName] | undefined): Partial<ComponentFields> =>
  Object.fromEntries(
    COMPONENT_FIELD_NAMES.map((name) => [name, valueOf(name)]).filter(([, value]) => value !== undefined),
  ) as Partial<ComponentFields>;

/** The fields of a new component, derived from its id. */
export const initialFields = (component: string): ComponentFields =>
  collect((name) => fieldOf(name).initial(component)) as ComponentFields;

/** Picks the component fields of an object and drops everything else. */
export const pickFields = (input: Partial<ComponentFields>): Partial<ComponentFields> => collect((name) => input[name]);

/** Returns the validated fields in their stored form. @throws BadInputError */
export const checkFields = (fields: Partial<ComponentFields>): Partial<ComponentFields> =>
  collect((name) => {
    const value = fields[name];
    return value === undefined ? undefined : fieldOf(name).check(name, value);
  });

/** The names of the fields in which two components differ. */
export const differingFields = (one: ComponentFields, other: ComponentFields): readonly FieldName[] =>
  COMPONENT_FIELD_NAMES.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));

/** Collections are not a column: they are rows of `memberships`. */
type ColumnFields = Omit<ComponentFields, 'collections'>;

/** The columns of these fields. */
export const FIELD_COLUMNS = ['name', 'description'] as const satisfies readonly (keyof ComponentRow)[];

/** The fields that a row contains. */
export const fieldsOf = ({ name, description }: Pick<ComponentRow, (typeof FIELD_COLUMNS)[number]>): ColumnFields => ({
  name,
  description,
});

/** The columns of the fields, and the column for searches. */
export const columnsOf = (
  component: string,
  { name, description }: ColumnFields,
): Omit<ComponentRow, 'library' | 'id' | 'created_at' | 'modified_at'> => ({
  ...{ name, description },
  folded: toSearchText(component, name, description),
});

const eb = expressionBuilder<Tables, 'components'>();

type Condition = (value: string, library: string) => Expression<SqlBool>;

export const COMPONENT_FILTERS: { readonly [Name in keyof ComponentFilter]-?: Condition } = {
  collection: (collection, library) => {
    const members = eb.selectFrom('memberships').select('component');
    return eb('id', 'in', members.where('library', '=', library).where('collection', '=', collection));
  },
  search: matchesSearch,
};

/** The SQL conditions for rows of `components`. @throws BadInputError for a search that is too long. */
export const conditionsOf = (library: string, filter: ComponentFilter): readonly Expression<SqlBool>[] =>
  Object.entries<Condition>(COMPONENT_FILTERS).flatMap(([name, condition]) => {
    const value = filter[name as keyof ComponentFilter];
    return value ? [condition(value, library)] : [];
  });
