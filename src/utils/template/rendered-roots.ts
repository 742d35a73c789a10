/** State of rendered roots that later renders need. */
import type { CompiledTemplate } from './compile';
import type { RenderFrame } from './environment';
import type { TemplateInstance } from './template-instance';

/** What a root contains. */
export interface RenderedRoot {
  readonly template: CompiledTemplate;
  readonly instance: TemplateInstance;
  /** Frame of the last render. */
  readonly frame: RenderFrame;
  readonly first: Node | null;
  readonly last: Node | null;
  readonly count: number;
}

/** By root. The inspector reads it. */
export const renderedRoots = new WeakMap<Node, RenderedRoot>();

/** Registers the content of a root. */
export function setRenderedRoot(
  root: Node,
  template: CompiledTemplate,
  instance: TemplateInstance,
  frame: RenderFrame,
): void {
  const { firstChild: first, lastChild: last } = root;
  renderedRoots.set(root, { template, instance, frame, first, last, count: countOf(root) });
}

/** Whether a root's content is as the kit rendered it: no top-level node was removed, added or replaced. */
export function isContentIntact(root: Node): boolean {
  const rendered = renderedRoots.get(root);
  return !!rendered && isUnchanged(root, rendered);
}

export const isUnchanged = (root: Node, rendered: RenderedRoot): boolean =>
  root.firstChild === rendered.first && root.lastChild === rendered.last && countOf(root) === rendered.count;

/** Number of child nodes; a single child is detected without creating a node list. */
const countOf = (root: Node): number =>
  root.firstChild === root.lastChild ? +!!root.firstChild : root.childNodes.length;
