/** The interface of the renderer for component controllers. */
import { renderedRoots } from '../template/rendered-roots';

export { warmUp } from './warm-up';
export { loadMissing, precompileTemplate, preloadModules, renderTemplate } from '../template/render';

/** Moves rendered nodes to another root; the next render hydrates them there. */
export function moveContent(from: Element, to: Element): void {
  to.replaceChildren(...from.childNodes);
  renderedRoots.delete(from);
}

/** Removes rendered content from a root. Fallback children that the page wrote stay. */
export function removeContent(root: Element): void {
  if (renderedRoots.delete(root)) root.replaceChildren();
}
