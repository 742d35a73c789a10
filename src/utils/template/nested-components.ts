/**
 * Nested components, as the template around them renders them (E10): until one renders itself, it shows what that template has in
 * it, bound to the data around; then it is handed its data, and what is bound as its content (D4).
 */
import type { ModuleName } from '../scheduling/lazy-modules';
import type { NestedComponentPart } from './compile';
import type { Markup } from './markup';
import { addMissing, type RenderFrame } from './environment';
import { inheritedData } from './inherited-data';
import { MOUNTED } from './mounted';

/** What the template around has for a nested component. */
export interface NestedHost {
  /** What stands in it there: its template, where it has no other one (E6). */
  template: string;
  /** Called when that becomes another one. */
  onTemplate?: () => void;
  /** It has the data of its place. */
  inherits: boolean;
  /** What it shows in place of its template, and the place in the data that this stands in. */
  content: { readonly shown: string | Markup; readonly frame: RenderFrame } | undefined;
  /** That has changed since it was rendered. */
  outdated: boolean;
}

/** Nested components of templates that are rendered: what is bound on them is bound there, to the data around. */
export const nestedHosts = new WeakMap<Element, NestedHost>();

/** How nested components that render themselves are rendered anew; what is missing for that. */
const redraws = new WeakMap<Element, () => ReadonlySet<ModuleName> | undefined>();

/** Roots whose content is rendered by itself, and no longer by the template around. */
const ownRoots = new WeakSet<Node>();

/** Notes that a root has content of its own. */
export const markAsOwnRoot = (root: Node): void => void ownRoots.add(root);

/** Whether a nested component has rendered itself. */
export const rendersItself = (node: Node): boolean => ownRoots.has(node);

/** A place in the data as it is now: a repeat has one frame for all of its items. */
const snapshot = (frame: RenderFrame): RenderFrame => ({ ...frame, parent: frame.parent && snapshot(frame.parent) });

/** Whether an element stands in the template of another component, which has bound it to its own data (E10). */
export const isNested = (element: Element): boolean =>
  nestedHosts.has(element) ||
  (element.localName === 'feaas-component' &&
    element.parentElement?.closest(`feaas-component,[slot=${MOUNTED}]`)?.localName === 'feaas-component');

/**
 * Has a nested component that renders itself rendered again whenever what is bound on it changes. Answers what the template around
 * has for it, when that may show something else than its template.
 */
export function joinNestedHost(
  element: Element,
  redraw: () => ReadonlySet<ModuleName> | undefined,
): NestedHost | undefined {
  redraws.set(element, redraw);
  const host = nestedHosts.get(element);
  return host?.content || host?.inherits ? host : undefined;
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
  host.content = content === undefined ? undefined : { shown: content, frame: snapshot(frame) };
  const isOther = host.template !== html;
  host.template = html;
  if (isOther) host.onTemplate?.();
  // Data that bindings have given it is its own (E10).
  host.inherits = !!scopes && !node.hasAttribute('data');
  if (host.inherits) (node as Element & { data: unknown }).data = inheritedData(scopes!, frame);
  const redraw = redraws.get(node);
  if (redraw && host.outdated && !(node as Element & { suspended?: boolean }).suspended) {
    const missing = redraw();
    missing?.forEach((module) => addMissing(frame.env, module));
    host.outdated = !!missing;
  }
  return !!redraw;
}
