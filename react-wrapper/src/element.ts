'use client';

/**
 * The one layer over the components that Stencil's React output target generates. Those define and make the element; on a server they
 * print no attributes, and they know neither elements that write their own content nor portals. What this adds:
 *
 * - Text properties are attributes, so that servers print them and elements inside inherit them.
 * - Other properties and the kit's events are set here. The generated component sets them only where `@lit/react` is resolved for
 *   browsers; in a test with jsdom, Node resolves its build for servers, which sets none.
 * - The content of an element that the kit writes is opaque to React: React hydrates the element and never looks inside, so the
 *   kit may render before React hydrates (E15). `children` are placed in the element by a portal and leave it before the kit writes.
 * - External components that are mounted in the element are portals of its React component.
 */
import {
  Fragment,
  createElement,
  forwardRef,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  version,
  type ComponentType,
  type ForwardRefExoticComponent,
  type HTMLAttributes,
  type ReactNode,
  type Ref,
  type RefAttributes,
} from 'react';
import { attributeName } from './external-props.js';
import { useOpaqueContent, type OpaqueContent } from './opaque-content.js';
import { PortalHost } from './portal-host.js';

/** The props of a component: the element's properties and events, and those of every HTML element. */
export type ElementComponent<Element extends HTMLElement, Props> = ForwardRefExoticComponent<
  Props & Omit<HTMLAttributes<Element>, keyof Props> & RefAttributes<Element>
>;

/** What a component has besides its signature: for components whose props depend on one another, which one has to be generic. */
export type ComponentStatics<Element extends HTMLElement, Props> = Omit<ElementComponent<Element, Props>, never>;

/** The attributes of an HTML element that are no props of a component, and its ref. */
export type ElementAttributes<Element extends HTMLElement, Props> = Omit<HTMLAttributes<Element>, keyof Props> &
  RefAttributes<Element>;

type Values = Readonly<Record<string, unknown>>;
type Attributes = Readonly<Record<string, string>>;

/** How a component of an element differs from the others. */
export interface ElementOptions {
  readonly tag: string;
  /** The element's class; its `observedAttributes` are the attributes that properties have. */
  readonly elementClass: { readonly observedAttributes?: readonly string[]; readonly prototype: object };
  /** Properties that are never attributes: secrets, and what changes by itself. */
  readonly propertiesOnly?: readonly string[];
  /** Boolean properties that are true by default: `false` is printed. */
  readonly trueByDefault?: readonly string[];
  /** A class that the element gives itself (E3). */
  readonly ownClass?: string;
  /** Changes the props before they are divided into attributes and properties. */
  readonly prepare?: (props: Values) => Values;
  /** The kit writes the content of the element; without it `children` are ordinary children. */
  readonly content?: OpaqueContent;
}

/** Set by the server on an element that has properties which HTML can not carry; removed when React has set them (E15). */
const AWAITING_HYDRATION = 'data-awaiting-hydration';

/** Props of what servers print, which are no properties of an element. */
const SERVER_PROPS = new Set(['externals', 'serverContent', 'skipsPageComponents']);

const isServer = typeof document === 'undefined';

/** React 18 warns about layout effects on servers. */
const useLayout = isServer ? useEffect : useLayoutEffect;

/** A value as the text of an attribute: null to leave the attribute out, undefined for a value that is no text. */
function toAttribute(value: unknown, isTrueByDefault: boolean): string | null | undefined {
  if (value == null) return null;
  if (value === true) return '';
  if (value === false) return isTrueByDefault ? 'false' : null;
  return typeof value === 'object' || typeof value === 'function' ? undefined : String(value);
}

/** Divides props into attributes, element properties that are no text, and what React handles itself. */
function divide(
  props: Values,
  { elementClass, propertiesOnly = [], trueByDefault = [] }: ElementOptions,
): { attributes: Attributes; properties: Values; rest: Values } {
  const observed = elementClass.observedAttributes ?? [];
  const attributes: Record<string, string> = {};
  const properties: Record<string, unknown> = {};
  const rest: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(props)) {
    if (SERVER_PROPS.has(name)) continue;
    const attribute = attributeName(name);
    const text = toAttribute(value, trueByDefault.includes(name));
    if (propertiesOnly.includes(name)) properties[name] = value;
    else if (!observed.includes(attribute)) rest[name] = value;
    else if (text === undefined) properties[name] = value;
    else if (text !== null) attributes[attribute] = text;
  }
  return { attributes, properties, rest };
}

/**
 * Attributes under names in capitals, which HTML does not distinguish. The generated component sets what the element's class has as a
 * property once the element is connected; these React sets as attributes when it makes the element, so that they are there by then.
 */
const capitalized = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toUpperCase(), value]));

/** Props that React or the generated component handles, though elements have properties of these names. */
const RESERVED = new Set(['children', 'className', 'localName', 'ref', 'style']);

/** The type of an event of the kit, by the name of its prop; undefined for other props. */
const eventType = (name: string): string | undefined =>
  name.startsWith('onFeaas') ? `feaas${name.slice('onFeaas'.length)}` : undefined;

/** Divides what is no attribute into what is set on the element in the page, and what the generated component gets. */
function divideRest(values: Values, { elementClass }: ElementOptions): { own: Values; others: Values } {
  const own: Record<string, unknown> = {};
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const isOwn = eventType(name) !== undefined || (name in elementClass.prototype && !RESERVED.has(name));
    (isOwn ? own : others)[name] = value;
  }
  return { own, others };
}

/** Sets a property. No value removes an attribute that all elements have, such as `title`, as React does for elements of HTML. */
function setProperty(element: HTMLElement, name: string, value: unknown): void {
  Object.assign(element, { [name]: value });
  if (value == null && name in HTMLElement.prototype) element.removeAttribute(name);
}

/**
 * Sets properties and listeners of an element in each commit; elements compare values themselves.
 * @param attributes properties that are attributes now keep their values.
 */
function useProperties(own: { readonly current: HTMLElement | null }, values: Values, attributes: Attributes): void {
  const before = useRef<Values>({});
  const [listeners] = useState(() => new Map<string, { handleEvent: (event: Event) => void }>());
  useLayout(() => {
    const element = own.current!;
    for (const name of Object.keys({ ...before.current, ...values })) {
      const type = eventType(name);
      if (type === undefined)
        setProperty(element, name, name in values ? values[name] : attributes[attributeName(name)]);
      else if (values[name] !== before.current[name]) {
        const handleEvent = values[name] as ((event: Event) => void) | null | undefined;
        const listener = listeners.get(type);
        // It stays in its place among the listeners of the page.
        if (listener) listener.handleEvent = (event) => handleEvent?.(event);
        else if (handleEvent) {
          const made = { handleEvent };
          listeners.set(type, made);
          element.addEventListener(type, made);
        }
      }
    }
    before.current = values;
  });
}

/** A ref callback may return a cleanup function since React 19. */
const REFS_CLEAN_UP = !version.startsWith('18.');

/**
 * Keeps a ref of the layer's own beside that of the component's user. `@lit/react` does not pass on what a ref callback returns, so this
 * calls a cleanup function in place of the callback with null, as React does.
 */
function useMergedRef<Element>(own: { current: Element | null }, ref: Ref<Element>): (element: Element | null) => void {
  return useMemo(() => {
    let cleanup: (() => void) | undefined;
    return (element) => {
      own.current = element;
      if (typeof ref !== 'function') {
        if (ref) ref.current = element;
      } else if (!element && cleanup) {
        cleanup();
        cleanup = undefined;
      } else {
        const returned = ref(element) as unknown;
        if (REFS_CLEAN_UP && typeof returned === 'function') cleanup = returned as () => void;
      }
    };
  }, [own, ref]);
}

/** What a server prints: the element itself, with its text properties as attributes. */
function serverElement(options: ElementOptions, props: Values): ReactNode {
  const { tag, ownClass, content } = options;
  const { attributes, properties, rest } = divide(props, options);
  const { className, ...others } = rest;
  const classes = String(className ?? '')
    .split(/\s+/)
    .filter(Boolean);
  if (ownClass && !classes.includes(ownClass)) classes.push(ownClass);
  // Of a context what it lacks may be who answers when it asks for a sign-in.
  const isIncomplete = (content ? Object.values(properties) : Object.values(props)).some(
    (value) => value != null && (content || typeof value === 'function'),
  );
  return createElement(tag, {
    ...attributes,
    ...others,
    ...(isIncomplete && { [AWAITING_HYDRATION]: '' }),
    ...(classes.length && { class: classes.join(' ') }),
    ...content?.renderOnServer?.(props),
  });
}

/** Makes the component of an element out of the generated one. */
export function elementComponent<Element extends HTMLElement, Props extends object>(
  Generated: ComponentType<never>,
  options: ElementOptions,
): ElementComponent<Element, Props> {
  const { prepare = (props: Values) => props, content, ownClass } = options;
  const Component = forwardRef<Element, Values>((given, ref) => {
    const props = prepare(given);
    const own = useRef<Element | null>(null);
    const [portalHost] = useState(() => new PortalHost());
    const portals = useSyncExternalStore(portalHost.subscribe, portalHost.getPortals, portalHost.getServerPortals);
    const mergedRef = useMergedRef(own, ref);
    const { attributes, properties, rest } = divide(props, options);
    const { own: ownProperties, others } = divideRest({ ...rest, ...properties }, options);
    useProperties(own, ownProperties, attributes);
    useLayout(() => {
      const element = own.current!;
      // React does not correct attributes when it hydrates.
      for (const [name, value] of Object.entries(attributes))
        if (element.getAttribute(name) !== value) element.setAttribute(name, value);
      element.removeAttribute(AWAITING_HYDRATION);
    }, []);
    useLayout(() => portalHost.attach(own.current!), [portalHost]);
    const { contentProps, contentPortals } = useOpaqueContent(content, own, props);
    if (isServer) return serverElement(options, props);
    const className = [rest['className'], ownClass].filter(Boolean).join(' ');
    return createElement(
      Fragment,
      null,
      createElement(Generated as ComponentType<Values & { ref: unknown }>, {
        ...others,
        ...capitalized(attributes),
        ...(className && { className }),
        ...contentProps,
        suppressHydrationWarning: true,
        ref: mergedRef,
      }),
      contentPortals,
      portals,
    );
  });
  Component.displayName = options.tag.replace(/(?:^|-)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  return Component as unknown as ElementComponent<Element, Props>;
}
