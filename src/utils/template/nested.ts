/**
 * Nested components, as the plan that they stand in paints them (E10): until one draws itself, it shows what the plan has in it,
 * bound to the data around; then it is handed its data, and what is bound as its content (D4).
 */
import { fillContent } from './paint';
import type { InheritOp } from './plan';
import { painted, renderNow } from './render';
import { inherited, frameWithin } from './more';
import { contentOf, type Markup, type RenderFrame } from './values';
import { ROOT_CONTEXT, type Context } from './analyse';

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
  readonly template: string;
  /** What it shows in place of its template. */
  shown: Shown | undefined;
  /** Draws it anew, once it draws itself. */
  draw?: () => void;
}

/** Nested components that a plan has painted: what is bound on them is bound there, to the data around. */
export const placed = new WeakMap<Element, Place>();

/** Bound content in the place of a template. */
export function shownOf(content: string | Markup | undefined, frame: RenderFrame): Shown | undefined {
  if (content === undefined) return undefined;
  const isText = typeof content === 'string';
  const html = isText ? content.replace(/&/g, '&amp;').replace(/</g, '&lt;') : content.html;
  return { html, context: isText ? ROOT_CONTEXT : content.context, whole: false, frame: frameWithin(frame, html) };
}

/** What a nested component shows instead of its template, as it draws itself from now on. */
export function drawPlaced(element: Element, template: string, data: unknown, root: Element): Shown | undefined {
  const place = placed.get(element);
  if (place) place.draw = () => renderNow(element, template, data, { root });
  return place?.shown;
}

/** Brings a nested component in line with the data around; returns what the plan shows in it. */
export function fillNested(op: InheritOp, node: Element, before: unknown, frame: RenderFrame): unknown {
  let place = placed.get(node);
  if (!place) placed.set(node, (place = { template: op.template, shown: undefined }));
  const content = op.content && contentOf(op.content, frame, node);
  const was = place.shown;
  place.shown = shownOf(content, frame);
  // Data that bindings have given it is its own (E10).
  if (op.scopes && !node.hasAttribute('data')) (node as Element & { data: unknown }).data = inherited(op.scopes, frame);
  if (place.draw) {
    if (was || place.shown) place.draw();
    return before;
  }
  return painted.has(node) ? before : fillContent(node, op, before, content, frame);
}
