/** What is rendered in each root, with what a later render needs to know of it. */
import type { CompiledTemplate } from './compile';
import type { RenderFrame } from './environment';
import type { TemplateInstance } from './template-instance';

/** What is rendered in a root now. */
export interface RenderedRoot {
  readonly template: CompiledTemplate;
  readonly instance: TemplateInstance;
  /** What it was rendered with last. */
  readonly frame: RenderFrame;
  readonly first: Node | null;
  readonly last: Node | null;
  readonly count: number;
}

/** By the root of each; the inspector reads it. */
export const renderedRoots = new WeakMap<Node, RenderedRoot>();

/** Notes what was rendered in a root. */
export function setRenderedRoot(
  root: Node,
  template: CompiledTemplate,
  instance: TemplateInstance,
  frame: RenderFrame,
): void {
  const { firstChild: first, lastChild: last } = root;
  renderedRoots.set(root, { template, instance, frame, first, last, count: countOf(root) });
}

/** Whether what was rendered in a root is there as it was left: nobody has removed, added or replaced its top-level nodes. */
export function isContentIntact(root: Node): boolean {
  const was = renderedRoots.get(root);
  return !!was && isLeftAlone(root, was);
}

export const isLeftAlone = (root: Node, was: RenderedRoot): boolean =>
  root.firstChild === was.first && root.lastChild === was.last && countOf(root) === was.count;

/** How many nodes there are: that it is one shows without making a list of them. */
const countOf = (root: Node): number =>
  root.firstChild === root.lastChild ? +!!root.firstChild : root.childNodes.length;
