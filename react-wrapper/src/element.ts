'use client';

/**
 * A custom element as a React component, for React 18 and 19 alike: what is text is an attribute, so that servers print it
 * and elements inside inherit it; the rest are properties; events come under their own names.
 */
import {
  Fragment,
  createElement,
  forwardRef,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ForwardRefExoticComponent,
  type HTMLAttributes,
  type Ref,
  type RefAttributes,
} from 'react';
import { Externals } from './externals.js';

/** What a component takes: the element's properties and events, and what any element takes. */
export type ElementComponent<Element extends HTMLElement, Props> = ForwardRefExoticComponent<
  Props & Omit<HTMLAttributes<Element>, keyof Props> & RefAttributes<Element>
>;

/** What is known of an element. */
export interface Members {
  /** Attributes, by the names of their properties; empty where the value is no text, whatever it is. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Types of events, by the names of the properties that listen. */
  readonly events: Readonly<Record<string, string>>;
  /** Properties that are true unless they say `false`. */
  readonly on: readonly string[];
}

type Values = Readonly<Record<string, unknown>>;
type Texts = Readonly<Record<string, string>>;

/** What React is given, and what is written into the element beside that. */
interface Parts {
  readonly react: Values;
  readonly attributes: Texts;
  readonly properties: Values;
  readonly listeners: Readonly<Record<string, ((event: Event) => void) | undefined>>;
}

const NOTHING: Parts = { react: {}, attributes: {}, properties: {}, listeners: {} };

/** A value as an attribute's text: null for none, undefined for what is no text. */
function textOf(value: unknown, name: string, { on }: Members): string | null | undefined {
  if (value == null) return null;
  if (value === true) return '';
  if (value === false) return on.includes(name) || name === 'fetch' ? 'false' : null;
  return typeof value === 'object' || typeof value === 'function' ? undefined : String(value);
}

function partsOf(tag: string, props: Values, members: Members): Parts {
  const react: Record<string, unknown> = {};
  const attributes: Record<string, string> = {};
  const properties: Record<string, unknown> = {};
  const listeners: Record<string, (event: Event) => void> = {};
  for (const [name, value] of Object.entries(props)) {
    const type = members.events[name];
    const attribute = members.attributes[name];
    if (type !== undefined) {
      if (value) listeners[type] = value as (event: Event) => void;
    } else if (attribute !== undefined) {
      const text = attribute ? textOf(value, name, members) : undefined;
      if (text === undefined) properties[name] = value;
      else if (text !== null) attributes[attribute] = text;
    } else if (name !== 'className') react[name] = value;
  }
  const classes = String(props['className'] ?? '')
    .split(/\s+/)
    .filter(Boolean);
  // The element gives itself this one (E3): React shall not take it away.
  if (tag === 'feaas-component' && !classes.includes('-feaas')) classes.push('-feaas');
  if (classes.length) react['class'] = classes.join(' ');
  return { react, attributes, properties, listeners };
}

type Writable = HTMLElement & Record<string, unknown>;

/** Brings an element from what it was given before to what it is given now. */
function write(element: Writable, before: Parts, now: Parts, heard: Map<string, EventListenerObject>): void {
  for (const name of Object.keys(before.attributes)) if (!(name in now.attributes)) element.removeAttribute(name);
  for (const name of Object.keys(before.properties)) if (!(name in now.properties)) element[name] = undefined;
  // React 19 writes properties where there are some: elements inside inherit attributes.
  for (const [name, text] of Object.entries(now.attributes))
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  for (const [name, value] of Object.entries(now.properties))
    if (before.properties[name] !== value) element[name] = value;
  for (const [type, listener] of heard)
    if (!now.listeners[type]) {
      element.removeEventListener(type, listener);
      heard.delete(type);
    }
  for (const [type, handleEvent] of Object.entries(now.listeners)) {
    const listener = heard.get(type);
    if (listener) listener.handleEvent = handleEvent!;
    else {
      const made = { handleEvent: handleEvent! };
      heard.set(type, made);
      element.addEventListener(type, made);
    }
  }
}

/** React 18 warns of layout effects on servers. */
const useLayout = typeof document === 'undefined' ? useEffect : useLayoutEffect;

function useBoth<Element>(own: { current: Element | null }, ref: Ref<Element>): (element: Element | null) => unknown {
  return useCallback(
    (element: Element | null) => {
      own.current = element;
      if (typeof ref !== 'function') {
        if (ref) ref.current = element;
        return undefined;
      }
      // A callback of React 19 may say how to clean up after it.
      const clean = ref(element) as unknown;
      return typeof clean === 'function' ? clean : undefined;
    },
    [own, ref],
  );
}

/** Makes the component of a custom element, and defines the element. */
export function elementComponent<Element extends HTMLElement, Props extends object>(
  tag: string,
  define: () => void,
  members: Members,
): ElementComponent<Element, Props> {
  define();
  const Component = forwardRef<Element, Values>((props, ref) => {
    const own = useRef<Element | null>(null);
    const written = useRef(NOTHING);
    const [heard] = useState(() => new Map<string, EventListenerObject>());
    const [externals] = useState(() => new Externals());
    const portals = useSyncExternalStore(externals.subscribe, externals.now, externals.none);
    const parts = partsOf(tag, props, members);
    useLayout(() => {
      write(own.current as unknown as Writable, written.current, parts, heard);
      written.current = parts;
    });
    useLayout(() => externals.stand(own.current!), [externals]);
    const both = useBoth(own, ref);
    return createElement(
      Fragment,
      null,
      // The element has come to life before React does: it bears marks of that.
      createElement(tag, { suppressHydrationWarning: true, ...parts.attributes, ...parts.react, ref: both }),
      portals,
    );
  });
  Component.displayName = tag.replace(/(?:^|-)([a-z])/g, (_all, letter: string) => letter.toUpperCase());
  return Component as unknown as ElementComponent<Element, Props>;
}
