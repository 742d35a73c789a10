/**
 * Nested components, rendered by the template around them (E10). Until a nested component renders itself, it shows its
 * content in that template, bound to the outer data. Then it receives its data and its bound content (D4).
 */
import type { ModuleName } from '../scheduling/lazy-modules';
import type { NestedComponentPart } from './compile';
import type { Markup } from './markup';
import { addMissing, type RenderFrame } from './environment';
import { inheritedData } from './inherited-data';
import { MOUNTED } from './mounted';

/** State that the outer template provides for a nested component. */
export interface NestedHost {
  /** Its content in the outer template, which is its template unless it has another one (E6). */
  template: string;
  /** Called when `template` changes. */
  onTemplate?: () => void;
  /** Whether it inherits the data of its position. */
  inherits: boolean;
  /** Content that replaces its template, with the frame of that content. */
  content: { readonly shown: string | Markup; readonly frame: RenderFrame } | undefined;
  /** Whether `content` has changed since the component was rendered. */
  outdated: boolean;
}

/** Nested components in rendered templates. The outer template binds their attributes to its own data. */
export const nestedHosts = new WeakMap<Element, NestedHost>();

/** Functions that rerender nested components that render themselves. They return the missing modules, if any. */
const redraws = new WeakMap<Element, () => ReadonlySet<ModuleName> | undefined>();

/** Roots whose content is rendered by their own component, no longer by the outer template. */
const ownRoots = new WeakSet<Node>();

/** Registers a root that renders its own content. */
export const markAsOwnRoot = (root: Node): void => void ownRoots.add(root);

/** Whether a nested component has rendered itself. */
export const rendersItself = (node: Node): boolean => ownRoots.has(node);

/** A copy of a frame and its ancestors: a repeat reuses one frame for all its items. */
const snapshot = (frame: RenderFrame): RenderFrame => ({ ...frame, parent: frame.parent && snapshot(frame.parent) });

/** Whether an element is in the template of another component, which binds it to its own data (E10). */
export const isNested = (element: Element): boolean =>
  nestedHosts.has(element) ||
  (element.localName === 'feaas-component' &&
    element.closest(`feaas-component:not(:scope),[slot=${MOUNTED}]`)?.localName === 'feaas-component');

/**
 * Registers a function that rerenders a nested component when its bound content changes. Returns the outer template's
 * state for the component if its content may differ from its template.
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
 * Updates a nested component with the outer data. Returns whether the component renders itself when its content in the
 * template changes.
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
  const hasChanged = host.template !== html;
  host.template = html;
  if (hasChanged) host.onTemplate?.();
  // Data that a binding set takes precedence over inherited data (E10).
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
