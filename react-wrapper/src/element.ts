'use client';

/**
 * A layer over the components that Stencil's React output target generates. Those define and create the element. On a
 * server they print no attributes. They support neither elements that write their own content nor portals. This layer
 * adds:
 *
 * - Text properties become attributes, so that servers print them and nested elements inherit them.
 * - Other properties and the kit's events are set here. The generated component sets them only if `@lit/react` is
 *   resolved for browsers. In a test with jsdom, Node resolves its server build, which sets none.
 * - Content that the kit writes is opaque to React: React hydrates the element but never its content, so the kit may
 *   render before React hydrates (E15). A portal places `children` in the element, and they are removed before the kit
 *   writes.
 * - External components in the element are rendered as portals of its React component.
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

/** Props of a component: the element's properties and events, and those of all HTML elements. */
export type ElementComponent<Element extends HTMLElement, Props> = ForwardRefExoticComponent<
  Props & Omit<HTMLAttributes<Element>, keyof Props> & RefAttributes<Element>
>;

/**
 * Members of a component besides its call signature, for components whose signature must be generic because props
 * depend on one another.
 */
export type ComponentStatics<Element extends HTMLElement, Props> = Omit<ElementComponent<Element, Props>, never>;

/** Attributes of an HTML element that are not props of the component, and its ref. */
export type ElementAttributes<Element extends HTMLElement, Props> = Omit<HTMLAttributes<Element>, keyof Props> &
  RefAttributes<Element>;

type Values = Readonly<Record<string, unknown>>;
type Attributes = Readonly<Record<string, string>>;

/** Options of an element's component. */
export interface ElementOptions {
  readonly tag: string;
  /** The element's class; `observedAttributes` lists the attributes that have a property. */
  readonly elementClass: { readonly observedAttributes?: readonly string[]; readonly prototype: object };
  /** Properties that never become attributes: secrets, and values that the element itself changes. */
  readonly propertiesOnly?: readonly string[];
  /** Boolean properties whose default is true: `false` is printed. */
  readonly trueByDefault?: readonly string[];
  /** A class that the element adds to itself (E3). */
  readonly ownClass?: string;
  /** Changes the props before they are divided into attributes and properties. */
  readonly prepare?: (props: Values) => Values;
  /** Set if the kit writes the element's content; otherwise `children` are ordinary children. */
  readonly content?: OpaqueContent;
}

/**
 * The server sets this attribute on an element with properties that HTML can not represent; removed when React has set
 * them (E15).
 */
const AWAITING_HYDRATION = 'data-awaiting-hydration';

/** Props for server rendering that are not element properties. */
const SERVER_PROPS = new Set(['externals', 'serverContent', 'skipsPageComponents']);

const isServer = typeof document === 'undefined';

/** React 18 warns about layout effects on servers. */
const useLayout = isServer ? useEffect : useLayoutEffect;

/** Converts a value to attribute text: null for no attribute, undefined for a value that is not text. */
function toAttribute(value: unknown, isTrueByDefault: boolean): string | null | undefined {
  if (value == null) return null;
  if (value === true) return '';
  if (value === false) return isTrueByDefault ? 'false' : null;
  return typeof value === 'object' || typeof value === 'function' ? undefined : String(value);
}

/** Splits props into attributes, other element properties, and props that React handles. */
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
 * Returns attributes with upper-case names, which HTML treats as equal. The generated component would set attributes
 * with known names as properties, after the element is connected. React sets these as attributes when it creates the
 * element.
 */
const capitalized = (attributes: Attributes): Attributes =>
  Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name.toUpperCase(), value]));

/** Props that React or the generated component handles although elements have properties of these names. */
const RESERVED = new Set(['children', 'className', 'localName', 'ref', 'style']);

/** The type of the kit's event for a prop name; undefined for other props. */
const eventType = (name: string): string | undefined =>
  name.startsWith('onFeaas') ? `feaas${name.slice('onFeaas'.length)}` : undefined;

/** Splits the remaining props into those that this layer sets on the element, and those for the generated component. */
function divideRest(values: Values, { elementClass }: ElementOptions): { own: Values; others: Values } {
  const own: Record<string, unknown> = {};
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const isOwn = eventType(name) !== undefined || (name in elementClass.prototype && !RESERVED.has(name));
    (isOwn ? own : others)[name] = value;
  }
  return { own, others };
}

/**
 * Sets a property. A missing value removes an attribute that all elements have, such as `title`, as React does for HTML
 * elements.
 */
function setProperty(element: HTMLElement, name: string, value: unknown): void {
  Object.assign(element, { [name]: value });
  if (value == null && name in HTMLElement.prototype) element.removeAttribute(name);
}

/**
 * Sets properties and listeners of an element in each commit; elements compare values themselves.
 * @param attributes attributes whose value a removed property takes
 */
function useProperties(
  elementRef: { readonly current: HTMLElement | null },
  values: Values,
  attributes: Attributes,
): void {
  const previousValues = useRef<Values>({});
  const [listeners] = useState(() => new Map<string, { handleEvent: (event: Event) => void }>());
  useLayout(() => {
    const element = elementRef.current!;
    for (const name of Object.keys({ ...previousValues.current, ...values })) {
      const type = eventType(name);
      if (type === undefined)
        setProperty(element, name, name in values ? values[name] : attributes[attributeName(name)]);
      else if (values[name] !== previousValues.current[name]) {
        const handleEvent = values[name] as ((event: Event) => void) | null | undefined;
        const listener = listeners.get(type);
        // Reuse the listener to keep its position among the page's listeners.
        if (listener) listener.handleEvent = (event) => handleEvent?.(event);
        else if (handleEvent) {
          const newListener = { handleEvent };
          listeners.set(type, newListener);
          element.addEventListener(type, newListener);
        }
      }
    }
    previousValues.current = values;
  });
}

/** A ref callback may return a cleanup function since React 19. */
const REFS_CLEAN_UP = !version.startsWith('18.');

/**
 * Merges this layer's ref with that of the caller. `@lit/react` discards the return value of a ref callback. So this
 * calls a cleanup function instead of the callback with null, as React does.
 */
function useMergedRef<Element>(
  elementRef: { current: Element | null },
  ref: Ref<Element>,
): (element: Element | null) => void {
  return useMemo(() => {
    let cleanup: (() => void) | undefined;
    return (element) => {
      elementRef.current = element;
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
  }, [elementRef, ref]);
}

/** The server's output: the element itself, with its text properties as attributes. */
function serverElement(options: ElementOptions, props: Values): ReactNode {
  const { tag, ownClass, content } = options;
  const { attributes, properties, rest } = divide(props, options);
  const { className, ...others } = rest;
  const classes = String(className ?? '')
    .split(/\s+/)
    .filter(Boolean);
  if (ownClass && !classes.includes(ownClass)) classes.push(ownClass);
  // Elements without kit-written content are incomplete if a function is missing, such as a context's sign-in handler.
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

/** Creates the component of an element from the generated one. */
export function elementComponent<Element extends HTMLElement, Props extends object>(
  Generated: ComponentType<never>,
  options: ElementOptions,
): ElementComponent<Element, Props> {
  const { prepare = (props: Values) => props, content, ownClass } = options;
  const Component = forwardRef<Element, Values>((inputProps, ref) => {
    const props = prepare(inputProps);
    const elementRef = useRef<Element | null>(null);
    const [portalHost] = useState(() => new PortalHost());
    const portals = useSyncExternalStore(portalHost.subscribe, portalHost.getPortals, portalHost.getServerPortals);
    const mergedRef = useMergedRef(elementRef, ref);
    const { attributes, properties, rest } = divide(props, options);
    const { own: ownProperties, others } = divideRest({ ...rest, ...properties }, options);
    useProperties(elementRef, ownProperties, attributes);
    useLayout(() => {
      const element = elementRef.current!;
      // React does not correct attributes during hydration.
      for (const [name, value] of Object.entries(attributes))
        if (element.getAttribute(name) !== value) element.setAttribute(name, value);
      element.removeAttribute(AWAITING_HYDRATION);
    }, []);
    useLayout(() => portalHost.attach(elementRef.current!), [portalHost]);
    const { contentProps, contentPortals } = useOpaqueContent(content, elementRef, props);
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
