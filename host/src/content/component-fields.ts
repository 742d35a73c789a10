/**
 * The fields of a component that are written: what each may be, what it is at first, how it is kept, and which of them narrow
 * a list. GraphQL, imports, exports, the JSON schemas of a library's files and the tools for agents take them from here, so
 * that a new field is declared once.
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

/** Which components a list has. What is left out, or empty, does not matter. */
export interface ComponentFilter {
  /** Those that this collection shows. */
  readonly collection?: string;
  /** Those whose id, name and description together hold each word of this, whatever their case. */
  readonly search?: string;
}

interface Field<Value> {
  /** Its type in the files of a library. */
  readonly type: Value extends string ? 'string' : 'strings';
  /** Its description in the JSON schema of these files. */
  readonly description: string;
  /** What it is where nobody has said. */
  initial(component: string): Value;
  /** The value as it is kept. @throws BadInputError */
  check(argument: string, value: Value): Value;
}

type Check = Field<string>['check'];

const string = (description: string, check: Check, initial: Field<string>['initial'] = () => ''): Field<string> => ({
  ...{ type: 'string', description, check, initial },
});

/** Each entry once, in order. */
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

/** Something for each field, by its name. */
export const mapFields = <Value>(
  valueOf: (field: Field<string> | Field<readonly string[]>, name: FieldName) => Value,
): Readonly<Record<FieldName, Value>> =>
  Object.fromEntries(COMPONENT_FIELD_NAMES.map((name) => [name, valueOf(COMPONENT_FIELDS[name], name)])) as Record<
    FieldName,
    Value
  >;

/** A value for each field for which `valueOf` has one. */
const collect = (valueOf: (name: FieldName) => ComponentFields[FieldName] | undefined): Partial<ComponentFields> =>
  Object.fromEntries(
    COMPONENT_FIELD_NAMES.map((name) => [name, valueOf(name)]).filter(([, value]) => value !== undefined),
  ) as Partial<ComponentFields>;

/** What a component has that only its id is known of. */
export const initialFields = (component: string): ComponentFields =>
  collect((name) => fieldOf(name).initial(component)) as ComponentFields;

/** Of anything that has fields of a component, nothing but these. */
export const pickFields = (of: Partial<ComponentFields>): Partial<ComponentFields> => collect((name) => of[name]);

/** The fields as they are kept. @throws BadInputError */
export const checkFields = (given: Partial<ComponentFields>): Partial<ComponentFields> =>
  collect((name) => {
    const value = given[name];
    return value === undefined ? undefined : fieldOf(name).check(name, value);
  });

/** The fields that two components do not have alike. */
export const differingFields = (one: ComponentFields, other: ComponentFields): readonly FieldName[] =>
  COMPONENT_FIELD_NAMES.filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]));

/** Collections are no column: they are rows of `memberships`. */
type ColumnFields = Omit<ComponentFields, 'collections'>;

/** The columns that hold them. */
export const FIELD_COLUMNS = ['name', 'description'] as const satisfies readonly (keyof ComponentRow)[];

/** The fields that a row holds. */
export const fieldsOf = ({ name, description }: Pick<ComponentRow, (typeof FIELD_COLUMNS)[number]>): ColumnFields => ({
  name,
  description,
});

/** The columns that hold them, and what they are found by. */
export const columnsOf = (
  component: string,
  { name, description }: ColumnFields,
): Omit<ComponentRow, 'library' | 'id' | 'created_at' | 'modified_at'> => ({
  ...{ name, description },
  folded: toSearchText(component, name, description),
});

const where = expressionBuilder<Tables, 'components'>();

type Condition = (value: string, library: string) => Expression<SqlBool>;

export const COMPONENT_FILTERS: { readonly [Name in keyof ComponentFilter]-?: Condition } = {
  collection: (collection, library) => {
    const members = where.selectFrom('memberships').select('component');
    return where('id', 'in', members.where('library', '=', library).where('collection', '=', collection));
  },
  search: matchesSearch,
};

/** What a row of `components` has to meet. @throws BadInputError for a search that is too long. */
export const conditionsOf = (library: string, filter: ComponentFilter): readonly Expression<SqlBool>[] =>
  Object.entries<Condition>(COMPONENT_FILTERS).flatMap(([name, condition]) => {
    const value = filter[name as keyof ComponentFilter];
    return value ? [condition(value, library)] : [];
  });
