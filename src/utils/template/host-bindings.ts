/** Bindings on the host of a template (D4): they read the same data as the template inside. */
import { ROOT_CONTEXT, visitElement, type BoundElement, type Child, type Context, type SourceElement } from './analyze';
import type { SourceNode, Visit } from './analyze';
import { attributesOf } from './more';
import { MOUNTED } from './mounted';
import { drawPlaced, nestedHosts, shownBelow, shownOf, type Shown } from './nested-components';
import { toSource } from './compile';
import { languageOf } from './content-model';
import { contentOf, writtenValue, type ElementLike, type RenderFrame } from './values';

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
  for (const name of new Set(attributeBindings.map((attributeBinding) => attributeBinding.name))) {
    const own = attributeBindings.filter((attributeBinding) => attributeBinding.name === name);
    const value = writtenValue(own, tag, now.get(name) ?? null, frame, element);
    if (value === null) now.delete(name);
    else now.set(name, value);
  }
  return now;
}

/** What a host shows instead of its template as it is; undefined for nothing else. */
export function hostContent(
  { source, content }: BoundElement,
  template: string,
  frame: RenderFrame,
  element?: ElementLike,
): Shown | undefined {
  const shown = shownOf(content && contentOf(content, frame, element), frame);
  return shown ?? shownBelow(source.attributes, template, frame);
}

/** The nodes of a template, bound by their host, too (D5). */
export function belowHost(nodes: readonly SourceNode[], visit: Visit & Context): Child[] {
  const attributes = [...visit.host!];
  const source = { tag: 'feaas-component', attributes, children: [...nodes], foreign: false, node: undefined };
  return visitElement(source, visit).children;
}

/** Whether an element stands in the template of another component, which has bound it to its own data (E10). */
export const isNested = (element: Element): boolean =>
  nestedHosts.has(element) ||
  (element.localName === 'feaas-component' &&
    element.parentElement?.closest(`feaas-component,[slot=${MOUNTED}]`)?.localName === 'feaas-component');

/** Writes the host's own bindings, and nothing else of its attributes; returns what it shows then, unless its template. */
export function renderHostBindings(
  element: Element,
  template: string,
  frame: RenderFrame,
  root: Element,
): Shown | undefined {
  if (isNested(element)) return drawPlaced(element, template, frame, root);
  const { bound, before } = hostOf(element);
  const base = new Map(Array.from(element.attributes, ({ name, value }) => [name, value]));
  for (const [name, value] of before) {
    if (value === null) base.delete(name);
    else base.set(name, value);
  }
  const now = hostAttributes(bound, [...base], frame, element);
  for (const name of new Set([...before.keys(), ...base.keys(), ...now.keys()])) {
    const value = now.get(name) ?? null;
    if (element.getAttribute(name) === value) continue;
    if (!before.has(name)) before.set(name, base.get(name) ?? null);
    if (value === null) element.removeAttribute(name);
    else element.setAttribute(name, value);
  }
  // What it wrote may be the language of its dates.
  frame.env.language = languageOf(element);
  return hostContent(bound, template, frame, element);
}
