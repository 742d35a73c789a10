/**
 * Nested components, as the plan that they stand in paints them (E10): until one draws itself, it shows what the plan has in it,
 * bound to the data around; then it is handed its data, and what is bound as its content (D4).
 */
import { ModuleNotLoadedError } from '../scheduling/lazy-modules';
import { fillContent } from './template-instance';
import type { InheritOp } from './compile';
import { renderedRoots, renderTemplate } from './render';
import { inherited, frameWithin } from './more';
import { contentOf, type Markup, type RenderFrame } from './values';
import { ROOT_CONTEXT, type Context } from './analyze';

/** What a host shows instead of its template as it is. */
export interface Shown {
  html: string;
  context: Context;
  /** It is the template. */
  whole: boolean;
  frame: RenderFrame;
}

/** What the plan around has for a nested component. */
interface Place {
  /** What stands in it there: its template, where it has no other one (E6). */
  template: string;
  /** It has the data of its place. */
  inherits: boolean;
  /** What it shows in place of its template. */
  shown: Shown | undefined;
  /** That has changed since it was drawn. */
  outdated: boolean;
}

/** Nested components that a plan has painted: what is bound on them is bound there, to the data around. */
export const nestedHosts = new WeakMap<Element, Place>();

/** How nested components that draw themselves are drawn anew. */
const draws = new WeakMap<Element, () => void>();

/** A place in the data as it is now: a repeat has one frame for all of its items. */
const still = (frame: RenderFrame): RenderFrame => ({ ...frame, parent: frame.parent && still(frame.parent) });

/** BoundElement content in the place of a template. */
export function shownOf(content: string | Markup | undefined, frame: RenderFrame): Shown | undefined {
  if (content === undefined) return undefined;
  const isText = typeof content === 'string';
  const html = isText ? content.replace(/&/g, '&amp;').replace(/</g, '&lt;') : content.html;
  return { html, context: isText ? ROOT_CONTEXT : content.context, whole: false, frame: frameWithin(frame, html) };
}

/** A template with what is bound on its host to what stands in it (D5); undefined where nothing is. */
export function shownBelow(
  attributes: readonly [name: string, value: string][],
  html: string,
  frame: RenderFrame,
): Shown | undefined {
  const host = attributes.filter(([name]) => /^data-path-(?:src|alt|href|placeholder)$/.test(name));
  return host[0] && { html, context: { ...ROOT_CONTEXT, host }, whole: true, frame };
}

/** What a nested component shows instead of its template as it is, as it draws itself from now on. */
export function drawPlaced(element: Element, template: string, frame: RenderFrame, root: Element): Shown | undefined {
  draws.set(element, () => {
    const { missing } = renderTemplate(element, template, frame.item, { root });
    for (const module of missing) throw new ModuleNotLoadedError(module);
  });
  const place = nestedHosts.get(element);
  if (!place) return undefined;
  if (place.shown || !place.inherits || place.template !== template) return place.shown;
  return shownBelow(
    Array.from(element.attributes, ({ name, value }) => [name, value] as [string, string]),
    template,
    frame,
  );
}

/** Brings a nested component in line with the data around; returns what the plan shows in it. */
export function fillNested(op: InheritOp, node: Element, before: unknown, frame: RenderFrame): unknown {
  const { template, scopes, fallback } = op;
  const content = op.content && contentOf(op.content, frame, node);
  const place = nestedHosts.get(node) ?? { template, inherits: false, shown: undefined, outdated: false };
  nestedHosts.set(node, place);
  place.outdated ||= !!place.shown || content !== undefined;
  place.shown = shownOf(content, still(frame));
  place.template = template;
  // Data that bindings have given it is its own (E10).
  place.inherits = !!scopes && !node.hasAttribute('data');
  if (place.inherits) (node as Element & { data: unknown }).data = inherited(scopes!, frame);
  const draw = draws.get(node);
  if (!draw) return renderedRoots.has(node) ? before : fillContent(node, { fallback }, before, content, frame);
  if (place.outdated && !(node as Element & { suspended?: boolean }).suspended) {
    draw();
    place.outdated = false;
  }
  return before;
}
