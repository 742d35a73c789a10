/** The components and data sources that a page has registered: one registry for each page, however many copies of the kit it loads. */
import { attributeNames } from './attribute-names';
import { resolveComponent } from './component-query';
import type { ExternalComponent, ExternalDatasource } from './definition';

/** A definition with its defaults. */
export type Registered<Definition> = Definition & { readonly id: string; readonly title: string };

interface Registry {
  readonly components: Map<string, Registered<ExternalComponent>>;
  readonly datasources: Map<string, Registered<ExternalDatasource>>;
  /** Called when something is registered or unregistered. */
  readonly listeners: Set<() => void>;
}

const KEY = Symbol.for('feaas.external');

/** Returns the page's registry. */
export const registry = (): Registry =>
  ((globalThis as { [KEY]?: Registry })[KEY] ??= {
    components: new Map(),
    datasources: new Map(),
    listeners: new Set(),
  });

/** Returns a component of this page by its id, which may end in a query with defaults: `card?text=Hello`. */
export const componentOf = (id: string): Registered<ExternalComponent> | undefined =>
  resolveComponent(id, registry().components);

/** Returns the components that this page has registered, in the order of registration. */
export const registeredComponents = (): Registered<ExternalComponent>[] => [...registry().components.values()];

/** Returns the data sources that this page has registered, in the order of registration. */
export const registeredDatasources = (): Registered<ExternalDatasource>[] => [...registry().datasources.values()];

/** Tag of a custom element, as far as mistakes are likely. */
const TAG = /^[a-z][^\sA-Z/>]*-[^\sA-Z/>]*$/;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws the error of a wrong definition. */
function refuse(caller: string, problem: string): never {
  throw new TypeError(`${caller}: ${problem}`);
}

function nameOf(caller: string, { id, name }: { id?: unknown; name?: unknown }): string {
  const identifier = id ?? name;
  if (typeof identifier !== 'string' || !identifier.trim())
    refuse(caller, `\`name\` must be a text, unless there is an \`id\`; it is ${JSON.stringify(identifier)}`);
  return identifier;
}

function checkProperties(caller: string, { properties, required }: ExternalComponent | ExternalDatasource): void {
  if (properties !== undefined && !isObject(properties))
    refuse(caller, `\`properties\` must be an object of JSON Schemas; it is ${JSON.stringify(properties)}`);
  for (const [name, schema] of Object.entries(properties ?? {}))
    if (!isObject(schema))
      refuse(caller, `the property '${name}' must be a JSON Schema, an object; it is ${JSON.stringify(schema)}`);
  if (required !== undefined && !Array.isArray(required))
    refuse(caller, `\`required\` must be a list of names of properties; it is ${JSON.stringify(required)}`);
  for (const name of required ?? [])
    if (!Object.hasOwn(properties ?? {}, name))
      refuse(caller, `\`required\` names '${name}', which is not a property. Add it to \`properties\``);
}

/** Adds a definition; returns a function that removes it. */
function add<Definition extends { readonly name: string; readonly title?: string }>(
  table: Map<string, Registered<Definition>>,
  id: string,
  definition: Definition,
): () => void {
  const { listeners } = registry();
  const registered = { ...definition, id, title: definition.title ?? definition.name ?? id };
  table.set(id, registered);
  listeners.forEach((each) => each());
  return () => {
    // Another definition may have replaced it.
    if (table.get(id) !== registered) return;
    table.delete(id);
    listeners.forEach((each) => each());
  };
}

/**
 * Registers a component of the page, for `<feaas-external data-external-id>`; existing elements show it immediately.
 * It replaces a component with the same id.
 * @returns a function that removes it.
 * @throws TypeError that says what is wrong with the definition.
 */
export function registerComponent(definition: ExternalComponent): () => void {
  if (!isObject(definition)) refuse('registerComponent', `a definition must be an object; it is ${String(definition)}`);
  const id = nameOf('registerComponent', definition);
  const caller = `registerComponent '${id}'`;
  checkProperties(caller, definition);
  const { tag, mount } = definition;
  if ((tag === undefined) === (mount === undefined)) refuse(caller, 'it must have either `tag` or `mount`');
  if (mount !== undefined && typeof mount !== 'function') refuse(caller, '`mount` must be a function');
  if (tag !== undefined && !TAG.test(tag))
    refuse(caller, `\`tag\` must be that of a custom element, with a hyphen; it is ${JSON.stringify(tag)}`);
  try {
    attributeNames(definition.properties ?? {});
  } catch (error) {
    refuse(caller, (error as Error).message);
  }
  return add(registry().components, id, definition);
}

/**
 * Registers a data source of the page, for data settings `{"url": "datasource:<id>", "params": {…}}`.
 * It replaces a data source with the same id.
 * @returns a function that removes it.
 * @throws TypeError that says what is wrong with the definition.
 */
export function registerDatasource(definition: ExternalDatasource): () => void {
  if (!isObject(definition))
    refuse('registerDatasource', `a definition must be an object; it is ${String(definition)}`);
  const id = nameOf('registerDatasource', definition);
  const caller = `registerDatasource '${id}'`;
  checkProperties(caller, definition);
  if (typeof definition.fetch !== 'function') refuse(caller, '`fetch` must be a function');
  return add(registry().datasources, id, definition);
}
