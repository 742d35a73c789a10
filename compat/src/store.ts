/** What a site has registered. One table for each module graph, however many copies of this package stand in it under which names. */
import { isReactServer } from '#graph';
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

const KEY = Symbol.for(isReactServer ? 'feaas-kit-compat.server' : 'feaas-kit-compat');

export const store: Store = ((globalThis as { [KEY]?: Store })[KEY] ??= {
  components: {},
  shows: new Set(),
  datasources: {},
  dataTypes: {},
  context: {},
});
