/** `ExternalComponent`, and the registration of components with React. */
import { isReactServer } from '#graph';
import { registerComponent as registerElement, registerReactComponent } from 'feaas-kit-react';
import {
  Fragment,
  createElement,
  type ComponentType,
  type ElementType,
  type ReactElement,
  type ReactNode,
} from 'react';
import { getComponent, getMergedComponentProperties, isWebComponent } from './components.js';
import { tagOf } from './element-tags.js';
import { ExternalElement } from './external-element.js';
import { toKebabCase } from './names.js';
import { store } from './store.js';
import type { ExternalComponentProps, RegisteredComponent } from './types.js';

type Values = Record<string, unknown>;

const wrapped = new WeakMap<object, ComponentType<Values>>();

/** Adds the site's context properties to a component's props. */
function withContext(component: RegisteredComponent['component']): ComponentType<Values> {
  let Wrapped = wrapped.get(component);
  if (!Wrapped) {
    Wrapped = (props) => createElement(component as ComponentType<Values>, { ...store.context, ...props });
    wrapped.set(component, Wrapped);
  }
  return Wrapped;
}

/** Property names that cannot be attributes. React passes them by value only. */
const BY_VALUE = /^(?:class|slot|style|is|part|nonce|hidden|datasources|on[a-z]+|data-.*|[^a-z_].*|.*[^\w.-].*)$/;

/** Registers a component with the kit. */
function registerInKit({ component, id, name, title, group, thumbnail, schema, uiSchema }: RegisteredComponent): void {
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).filter(([property]) => !BY_VALUE.test(toKebabCase(property))),
  );
  const required = ((schema['required'] ?? []) as string[]).filter((property) => Object.hasOwn(properties, property));
  const definition = { id, name, title, group, thumbnail, properties, required, ui: uiSchema };
  const described = { ...definition, ...(schema.description && { description: schema.description }) };
  if (!isWebComponent(component)) registerReactComponent(withContext(component), described as never);
  else if (!isReactServer && typeof customElements !== 'undefined')
    registerElement({ ...described, tag: tagOf(id, component) });
}

store.shows.add(registerInKit);
// Components that another entry, or another copy of this package, has registered.
for (const component of Object.values(store.components)) {
  try {
    registerInKit(component);
  } catch (error) {
    // An invalid component must not affect others, or the import of this module.
    console.error(`[feaas] ${(error as Error).message}`, error);
  }
}

/** Loads the page's registrations. Renders nothing. */
export const ExternalComponentBundle = (): ReactElement | null =>
  store.bundle ? createElement(store.bundle as ElementType, { componentName: '' }) : null;

/**
 * Sets the module with the page's registrations for server components. The component that it exports renders
 * `ExternalComponent` with its props. The server then does not render components of pages.
 */
export function enableNextClientsideComponents(_dynamic: unknown, component: unknown): () => ReactElement | null {
  store.bundle = component;
  return ExternalComponentBundle;
}

/** Attributes as text, as an element has them. */
const texts = (attributes: Values): Values =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([, value]) => value !== false)
      .map(([name, value]) => [name, value === true ? '' : String(value)]),
  );

/**
 * Renders a registered component.
 * @throws TypeError if `componentName` is not a text
 */
export function ExternalComponent(props: ExternalComponentProps): ReactElement | null {
  // The bundle renders this component without a name, only to load the registrations.
  if (props.componentName === '') return null;
  const { attributes, properties } = getMergedComponentProperties(props);
  const { class: className, ...rest } = attributes;
  const found = getComponent(props.componentName);
  // Without a schema, text attributes are omitted: the element reads them once there is one.
  const componentProps = found
    ? properties
    : Object.fromEntries(
        Object.entries(properties).filter(([name, value]) => typeof value !== 'string' || !(toKebabCase(name) in rest)),
      );
  const element = createElement(ExternalElement, {
    ...texts(rest),
    // The kit sets it.
    suppressHydrationWarning: undefined,
    ...(className ? { className } : {}),
    componentProps,
    fallback: props.fallback,
    // Like the original, only shown with a bundle.
    clientFallback: store.bundle ? (props.clientFallback as ReactNode) : undefined,
    ...(isReactServer && found && { serverContent: createElement(withContext(found.component), properties) }),
    ...(isReactServer && store.bundle ? { skipsPageComponents: true } : {}),
  });
  return isReactServer ? createElement(Fragment, null, createElement(ExternalComponentBundle), element) : element;
}
