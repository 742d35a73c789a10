/**
 * What a site has registered. One table for each React, however many copies of this package there are, and under which names: on a
 * server, a component of one bundle can not be rendered by another one's React.
 */
import { owner } from '#owner';
import type {
  ContextProperties,
  ExternalComponentSchemaHandler,
  RegisteredComponent,
  RegisteredComponents,
  RegisteredDatasource,
} from './types.js';

interface Store {
  readonly components: RegisteredComponents;
  readonly datasources: Record<string, RegisteredDatasource>;
  readonly dataTypes: Record<string, ExternalComponentSchemaHandler>;
  readonly context: ContextProperties;
  /** Each shows a registered component where its element stands: one of each copy of the entry that has React. */
  readonly shows: Set<(component: RegisteredComponent) => void>;
  /** The component of the site that holds what pages register: see `enableNextClientsideComponents`. */
  bundle?: unknown;
}

const KEY = Symbol.for('feaas-kit-compat');

const stores = ((globalThis as { [KEY]?: WeakMap<object, Store> })[KEY] ??= new WeakMap());

function storeOf(key: object): Store {
  let found = stores.get(key);
  if (!found) {
    // Ids come from content: `constructor` is none of the names that objects have by themselves.
    const table = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;
    found = { components: table(), shows: new Set(), datasources: table(), dataTypes: table(), context: {} };
    stores.set(key, found);
  }
  return found;
}

export const store: Store = storeOf(owner);
