/** The lazily loaded module `hostBindings`: bindings on the host of a template (D4). They read the template's data. */
import { ROOT_CONTEXT, visitElement, type BoundElement, type Context } from './analyze';
import { attributesOf, writtenValue } from './attribute-values';
import { toSource } from './compile';
import { contentOf } from './content';
import { frameWithin, type ElementLike, type RenderFrame } from './environment';
import type { Markup } from './markup';
import type { NestedHost } from './nested-components';
import { languageOf } from './content-model';
import { ownMembers } from './own-members';
import type { SourceElement } from './source-node';
import { writeAttribute } from './write-attribute';

/** Content that a host shows instead of its unchanged template. */
export interface HostContent {
  html: string;
  context: Context;
  /** Whether it is the whole template. */
  whole: boolean;
  frame: RenderFrame;
}

/** The host's bindings, and the original values of the attributes that they write. */
export interface Host {
  bound: BoundElement;
  before: Map<string, string | null>;
}

const hosts = new WeakMap<Element, Host>();

/** Analyzes the bindings of an element without the template around it. */
export const bindHost = (source: SourceElement): BoundElement =>
  visitElement(source, { ...ROOT_CONTEXT, repeats: [], link: undefined });

/** The bindings of a host, cached by element. */
export function hostOf(element: Element): Host {
  let host = hosts.get(element);
  if (!host) {
    const source = { ...(toSource(ownMembers(element).cloneNode()) as SourceElement), node: element };
    host = { bound: bindHost(source), before: new Map() };
    hosts.set(element, host);
  }
  return host;
}

/** All attributes of a host with its bindings applied. */
export function hostAttributes(
  bound: BoundElement,
  attributes: readonly [string, string][],
  frame: RenderFrame,
  element?: ElementLike,
): Map<string, string> {
  if (bound.attributesBinding)
    return attributesOf({ ...bound, source: { ...bound.source, attributes: [...attributes] } }, frame, element);
  const result = new Map(attributes);
  const { attributeBindings, tag } = bound;
  for (const [name, bindings] of attributeBindings) {
    const value = writtenValue(bindings, tag, result.get(name) ?? null, frame, element);
    if (value === null) result.delete(name);
    else result.set(name, value);
  }
  return result;
}

/** Bound content that replaces a template. */
function contentInPlace(content: string | Markup | undefined, frame: RenderFrame): HostContent | undefined {
  if (content === undefined) return undefined;
  const isText = typeof content === 'string';
  const html = isText ? content.replace(/&/g, '&amp;').replace(/</g, '&lt;') : content.html;
  return { html, context: isText ? ROOT_CONTEXT : content.context, whole: false, frame: frameWithin(frame, html) };
}

/** A template whose host has bindings that apply inside it (D5); undefined if there are none. */
function templateBelowHost(
  attributes: readonly [name: string, value: string][],
  html: string,
  frame: RenderFrame,
): HostContent | undefined {
  const host = attributes.filter(([name]) => /^data-path-(?:src|alt|href|placeholder)$/.test(name));
  return host[0] && { html, context: { ...ROOT_CONTEXT, host }, whole: true, frame };
}

/** Content that a host shows instead of its unchanged template; undefined if it shows the template. */
export function hostContent(
  { source, content }: BoundElement,
  template: string,
  frame: RenderFrame,
  element?: ElementLike,
): HostContent | undefined {
  const boundContent = contentInPlace(content && contentOf(content, frame, element), frame);
  return boundContent ?? templateBelowHost(source.attributes, template, frame);
}

/**
 * Writes the host's bound attributes and no others. Returns the content to show instead of the template, if any. Writes
 * nothing when a module is missing.
 */
export function renderHostBindings(element: Element, template: string, frame: RenderFrame): HostContent | undefined {
  const { bound, before } = hostOf(element);
  const own = ownMembers(element);
  const base = new Map(Array.from(own.attributes, ({ name, value }) => [name, value]));
  for (const [name, value] of before) {
    if (value === null) base.delete(name);
    else base.set(name, value);
  }
  const current = hostAttributes(bound, [...base], frame, element);
  if (frame.env.missing) return undefined;
  for (const name of new Set([...before.keys(), ...base.keys(), ...current.keys()])) {
    const value = current.get(name) ?? null;
    if (own.getAttribute(name) === value) continue;
    if (!before.has(name)) before.set(name, base.get(name) ?? null);
    writeAttribute(element, name, value);
  }
  // A binding may have written `lang`, which sets the language of dates.
  frame.env.language = languageOf(element);
  return hostContent(bound, template, frame, element);
}

/** Content that a nested component shows instead of its unchanged template (E10). */
export function nestedContent(
  element: Element,
  { content, inherits, template: hostTemplate }: NestedHost,
  template: string,
  frame: RenderFrame,
): HostContent | undefined {
  if (content || !inherits || hostTemplate !== template) return content && contentInPlace(content.shown, content.frame);
  const attributes = Array.from(element.attributes, ({ name, value }) => [name, value] as [string, string]);
  return templateBelowHost(attributes, template, frame);
}
