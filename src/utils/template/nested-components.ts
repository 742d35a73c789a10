/**
 * Nested components, as the template around them renders them (E10): until one renders itself, it shows what that template has in
 * it, bound to the data around; then it is handed its data, and what is bound as its content (D4).
 */
import type { ModuleName } from '../scheduling/lazy-modules';
import { ROOT_CONTEXT, type Context } from './analyze';
import type { NestedComponentPart } from './compile';
import type { Markup } from './content';
import { frameWithin, type RenderFrame } from './environment';
import { inheritedData } from './inherited-data';
import { MOUNTED } from './mounted';

/** What a host shows instead of its template as it is. */
export interface HostContent {
  html: string;
  context: Context;
  /** It is the template. */
  whole: boolean;
  frame: RenderFrame;
}

/** What the template around has for a nested component. */
interface NestedHost {
  /** What stands in it there: its template, where it has no other one (E6). */
  template: string;
  /** It has the data of its place. */
  inherits: boolean;
  /** What it shows in place of its template. */
  content: HostContent | undefined;
  /** That has changed since it was rendered. */
  outdated: boolean;
}

/** Nested components of templates that are rendered: what is bound on them is bound there, to the data around. */
export const nestedHosts = new WeakMap<Element, NestedHost>();

/** How nested components that render themselves are rendered anew; what is missing for that. */
const redraws = new WeakMap<Element, () => ReadonlySet<ModuleName>>();

/** Roots whose content is rendered by itself, and no longer by the template around. */
const ownRoots = new WeakSet<Node>();

/** Notes that a root has content of its own. */
export const markAsOwnRoot = (root: Node): void => void ownRoots.add(root);

/** Whether a nested component has rendered itself. */
export const rendersItself = (node: Node): boolean => ownRoots.has(node);

/** A place in the data as it is now: a repeat has one frame for all of its items. */
const snapshot = (frame: RenderFrame): RenderFrame => ({ ...frame, parent: frame.parent && snapshot(frame.parent) });

/** Bound content in the place of a template. */
export function contentInPlace(content: string | Markup | undefined, frame: RenderFrame): HostContent | undefined {
  if (content === undefined) return undefined;
  const isText = typeof content === 'string';
  const html = isText ? content.replace(/&/g, '&amp;').replace(/</g, '&lt;') : content.html;
  return { html, context: isText ? ROOT_CONTEXT : content.context, whole: false, frame: frameWithin(frame, html) };
}

/** A template with what is bound on its host to what stands in it (D5); undefined where nothing is. */
export function templateBelowHost(
  attributes: readonly [name: string, value: string][],
  html: string,
  frame: RenderFrame,
): HostContent | undefined {
  const host = attributes.filter(([name]) => /^data-path-(?:src|alt|href|placeholder)$/.test(name));
  return host[0] && { html, context: { ...ROOT_CONTEXT, host }, whole: true, frame };
}

/** Whether an element stands in the template of another component, which has bound it to its own data (E10). */
export const isNested = (element: Element): boolean =>
  nestedHosts.has(element) ||
  (element.localName === 'feaas-component' &&
    element.parentElement?.closest(`feaas-component,[slot=${MOUNTED}]`)?.localName === 'feaas-component');

/** What a nested component shows instead of its template as it is; `redraw` renders it again. */
export function nestedHostContent(
  element: Element,
  template: string,
  frame: RenderFrame,
  redraw: () => ReadonlySet<ModuleName>,
): HostContent | undefined {
  redraws.set(element, redraw);
  const host = nestedHosts.get(element);
  if (!host) return undefined;
  if (host.content || !host.inherits || host.template !== template) return host.content;
  return templateBelowHost(
    Array.from(element.attributes, ({ name, value }) => [name, value] as [string, string]),
    template,
    frame,
  );
}

/**
 * Brings a nested component in line with the data around. Answers whether it is rendered anew by itself when what the template
 * shows in it changes.
 */
export function updateNestedComponent(
  { html, scopes }: NestedComponentPart,
  node: Element,
  content: string | Markup | undefined,
  frame: RenderFrame,
): boolean {
  const host = nestedHosts.get(node) ?? { template: html, inherits: false, content: undefined, outdated: false };
  nestedHosts.set(node, host);
  host.outdated ||= !!host.content || content !== undefined;
  host.content = contentInPlace(content, snapshot(frame));
  host.template = html;
  // Data that bindings have given it is its own (E10).
  host.inherits = !!scopes && !node.hasAttribute('data');
  if (host.inherits) (node as Element & { data: unknown }).data = inheritedData(scopes!, frame);
  const redraw = redraws.get(node);
  if (redraw && host.outdated && !(node as Element & { suspended?: boolean }).suspended) {
    const missing = redraw();
    for (const module of missing) frame.env.missing.add(module);
    host.outdated = missing.size > 0;
  }
  return !!redraw;
}
