/** The interface of the renderer for component controllers. */
import type { ModuleName } from '../scheduling/lazy-modules';
import { loadMissing, precompileTemplate, preloadModules, renderTemplate } from '../template/render';
import { renderedRoots } from '../template/rendered-roots';

export { warmUp } from './warm-up';
export { loadMissing, precompileTemplate, preloadModules };

/** Renders a template with data. Returns missing modules, if any; load them and render again. */
export const renderContent = (
  element: Element,
  template: string,
  data: unknown,
  root: Element,
): ReadonlySet<ModuleName> | undefined => renderTemplate(element, template, data, { root }).missing;

/** Moves rendered nodes to another root; the next render hydrates them there. */
export function moveContent(from: Element, to: Element): void {
  to.replaceChildren(...from.childNodes);
  renderedRoots.delete(from);
  renderedRoots.delete(to);
}

/** Removes rendered content from a root. Fallback children that the page wrote stay. */
export function removeContent(root: Element): void {
  if (renderedRoots.delete(root)) root.replaceChildren();
}
