/** `ExternalComponent`, and what registers components with React. */
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

/** A component that gets the site's context properties, too. */
function withContext(component: RegisteredComponent['component']): ComponentType<Values> {
  let Wrapped = wrapped.get(component);
  if (!Wrapped) {
    Wrapped = (props) => createElement(component as ComponentType<Values>, { ...store.context, ...props });
    wrapped.set(component, Wrapped);
  }
  return Wrapped;
}

/** Names that an attribute of an element can not have as a property: React passes these by value alone. */
const BY_VALUE = /^(?:class|slot|style|is|part|nonce|hidden|datasources|on[a-z]+|data-.*|[^a-z_].*|.*[^\w.-].*)$/;

/** Registers a component with the kit. */
function show({ component, id, name, title, group, thumbnail, schema, uiSchema }: RegisteredComponent): void {
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

store.shows.add(show);
// What another entry, or another copy of this package, has registered.
for (const component of Object.values(store.components)) {
  try {
    show(component);
  } catch (error) {
    // The others work, and so does this module.
    console.error(`[feaas] ${(error as Error).message}`, error);
  }
}

/** Loads what pages register. It shows nothing. */
export const ExternalComponentBundle = (): ReactElement | null =>
  store.bundle ? createElement(store.bundle as ElementType, { componentName: '' }) : null;

/**
 * Tells server components of the module that holds what pages register: the component that it exports renders `ExternalComponent`
 * with its props. Components of pages are not rendered by the server then.
 */
export function enableNextClientsideComponents(_dynamic: unknown, component: unknown): () => ReactElement | null {
  store.bundle = component;
  return ExternalComponentBundle;
}

/** Attributes as texts, as an element has them. */
const texts = (attributes: Values): Values =>
  Object.fromEntries(
    Object.entries(attributes)
      .filter(([, value]) => value !== false)
      .map(([name, value]) => [name, value === true ? '' : String(value)]),
  );

/**
 * Shows a registered component.
 * @throws TypeError when `componentName` is no text.
 */
export function ExternalComponent(props: ExternalComponentProps): ReactElement | null {
  // This is the bundle: see above.
  if (props.componentName === '') return null;
  const { attributes, properties } = getMergedComponentProperties(props);
  const { class: className, ...rest } = attributes;
  const found = getComponent(props.componentName);
  // Texts are read again as the schema says, once there is one.
  const componentProps = found
    ? properties
    : Object.fromEntries(
        Object.entries(properties).filter(([name, value]) => typeof value !== 'string' || !(toKebabCase(name) in rest)),
      );
  const element = createElement(ExternalElement, {
    ...texts(rest),
    // The kit sees to it.
    suppressHydrationWarning: undefined,
    ...(className ? { className } : {}),
    componentProps,
    fallback: props.fallback,
    // Without a bundle the original shows none.
    clientFallback: store.bundle ? (props.clientFallback as ReactNode) : undefined,
    ...(isReactServer && found && { serverContent: createElement(withContext(found.component), properties) }),
    ...(isReactServer && store.bundle ? { skipsPageComponents: true } : {}),
  });
  return isReactServer ? createElement(Fragment, null, createElement(ExternalComponentBundle), element) : element;
}
