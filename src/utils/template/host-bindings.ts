/** The lazily loaded module `hostBindings`: bindings on the host of a template (D4), which read the same data as the template inside. */
import { ROOT_CONTEXT, visitElement, type BoundElement, type Context } from './analyze';
import { attributesOf, writtenValue } from './attribute-values';
import { toSource } from './compile';
import { contentOf } from './content';
import { frameWithin, type ElementLike, type RenderFrame } from './environment';
import type { Markup } from './markup';
import type { NestedHost } from './nested-components';
import { languageOf } from './content-model';
import type { SourceElement } from './source-node';
import { writeAttribute } from './write-attribute';

/** What a host shows instead of its template as it is. */
export interface HostContent {
  html: string;
  context: Context;
  /** It is the template. */
  whole: boolean;
  frame: RenderFrame;
}

/** The host's bindings, and of the attributes that they write what was there before. */
export interface Host {
  bound: BoundElement;
  before: Map<string, string | null>;
}

const hosts = new WeakMap<Element, Host>();

/** What is bound on an element that has no template around it. */
export const bindHost = (source: SourceElement): BoundElement =>
  visitElement(source, { ...ROOT_CONTEXT, repeats: [], link: undefined });

/** What is bound on a host. */
export function hostOf(element: Element): Host {
  let host = hosts.get(element);
  if (!host) {
    const source = { ...(toSource(element.cloneNode()) as SourceElement), node: element };
    host = { bound: bindHost(source), before: new Map() };
    hosts.set(element, host);
  }
  return host;
}

/** All attributes of a host, out of those that it has without its bindings. */
export function hostAttributes(
  bound: BoundElement,
  attributes: readonly [string, string][],
  frame: RenderFrame,
  element?: ElementLike,
): Map<string, string> {
  if (bound.attributesBinding)
    return attributesOf({ ...bound, source: { ...bound.source, attributes: [...attributes] } }, frame, element);
  const now = new Map(attributes);
  const { attributeBindings, tag } = bound;
  for (const [name, bindings] of attributeBindings) {
    const value = writtenValue(bindings, tag, now.get(name) ?? null, frame, element);
    if (value === null) now.delete(name);
    else now.set(name, value);
  }
  return now;
}

/** Bound content in the place of a template. */
function contentInPlace(content: string | Markup | undefined, frame: RenderFrame): HostContent | undefined {
  if (content === undefined) return undefined;
  const isText = typeof content === 'string';
  const html = isText ? content.replace(/&/g, '&amp;').replace(/</g, '&lt;') : content.html;
  return { html, context: isText ? ROOT_CONTEXT : content.context, whole: false, frame: frameWithin(frame, html) };
}

/** A template with what is bound on its host to what stands in it (D5); undefined where nothing is. */
function templateBelowHost(
  attributes: readonly [name: string, value: string][],
  html: string,
  frame: RenderFrame,
): HostContent | undefined {
  const host = attributes.filter(([name]) => /^data-path-(?:src|alt|href|placeholder)$/.test(name));
  return host[0] && { html, context: { ...ROOT_CONTEXT, host }, whole: true, frame };
}

/** What a host shows instead of its template as it is; undefined for nothing else. */
export function hostContent(
  { source, content }: BoundElement,
  template: string,
  frame: RenderFrame,
  element?: ElementLike,
): HostContent | undefined {
  const shown = contentInPlace(content && contentOf(content, frame, element), frame);
  return shown ?? templateBelowHost(source.attributes, template, frame);
}

/**
 * Writes the host's own bindings, and nothing else of its attributes; returns what it shows then, unless its template. Writes
 * nothing when a module is missing.
 */
export function renderHostBindings(element: Element, template: string, frame: RenderFrame): HostContent | undefined {
  const { bound, before } = hostOf(element);
  const base = new Map(Array.from(element.attributes, ({ name, value }) => [name, value]));
  for (const [name, value] of before) {
    if (value === null) base.delete(name);
    else base.set(name, value);
  }
  const now = hostAttributes(bound, [...base], frame, element);
  if (frame.env.missing) return undefined;
  for (const name of new Set([...before.keys(), ...base.keys(), ...now.keys()])) {
    const value = now.get(name) ?? null;
    if (element.getAttribute(name) === value) continue;
    if (!before.has(name)) before.set(name, base.get(name) ?? null);
    writeAttribute(element, name, value);
  }
  // What it wrote may be the language of its dates.
  frame.env.language = languageOf(element);
  return hostContent(bound, template, frame, element);
}

/** What a nested component shows instead of its template as it is (E10). */
export function nestedContent(
  element: Element,
  { content, inherits, template: own }: NestedHost,
  template: string,
  frame: RenderFrame,
): HostContent | undefined {
  if (content || !inherits || own !== template) return content && contentInPlace(content.shown, content.frame);
  const attributes = Array.from(element.attributes, ({ name, value }) => [name, value] as [string, string]);
  return templateBelowHost(attributes, template, frame);
}
