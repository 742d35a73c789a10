/**
 * The registrations of a site. Each instance of React has one store, for all copies of this package under any name. On
 * a server, React cannot render a component of a bundle with another instance of React.
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
  /** Functions that pass a registered component to the kit, one for each copy of the React entry. */
  readonly shows: Set<(component: RegisteredComponent) => void>;
  /** The site's component that contains the page's registrations; see `enableNextClientsideComponents`. */
  bundle?: unknown;
}

const KEY = Symbol.for('feaas-kit-compat');

const stores = ((globalThis as { [KEY]?: WeakMap<object, Store> })[KEY] ??= new WeakMap());

function storeOf(key: object): Store {
  let found = stores.get(key);
  if (!found) {
    // Ids come from content, so the tables have no prototype with names such as `constructor`.
    const table = <T>(): Record<string, T> => Object.create(null) as Record<string, T>;
    found = { components: table(), shows: new Set(), datasources: table(), dataTypes: table(), context: {} };
    stores.set(key, found);
  }
  return found;
}

export const store: Store = storeOf(owner);
