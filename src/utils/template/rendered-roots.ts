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

/**
 * Whether a root's content is as the kit rendered it: no top-level node was removed, added or replaced.
 * @param own the root, with its own members
 */
export const isContentIntact = (own: Node, rendered = renderedRoots.get(own)): boolean =>
  rendered?.first === own.firstChild && rendered.last === own.lastChild && rendered.count === countOf(own);

/** Number of child nodes; a single child is detected without creating a node list. */
export const countOf = (own: Node): number =>
  own.firstChild === own.lastChild ? +!!own.firstChild : own.childNodes.length;
