/** The renderer as the controller of a component uses it. */
import { loadModule, type ModuleName } from '../scheduling/lazy-modules';
import { precompileTemplate, preloadModules, renderTemplate } from '../template/render';
import { renderedRoots } from '../template/rendered-roots';

export { warmUp } from './warm-up';
export { precompileTemplate, preloadModules };

/** Renders a template with data. Returns the modules to load before it is rendered again, where any are missing. */
export const renderContent = (
  element: Element,
  template: string,
  data: unknown,
  root: Element,
): ReadonlySet<ModuleName> | undefined => renderTemplate(element, template, data, { root }).missing;

/** Loads modules that a render lacked. */
export const loadMissing = (missing: ReadonlySet<ModuleName>): Promise<unknown> =>
  Promise.all([...missing].map((name) => loadModule(name)));

/** Moves what is rendered, with its nodes, to another root; the next render takes them over there. */
export function moveContent(from: Element, to: Element): void {
  to.replaceChildren(...from.childNodes);
  renderedRoots.delete(from);
  renderedRoots.delete(to);
}

/** Removes what is rendered in a root. Children that the page itself wrote there, as a fallback, stay. */
export function removeContent(root: Element): void {
  if (renderedRoots.delete(root)) root.replaceChildren();
}
