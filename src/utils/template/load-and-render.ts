/** Rendering for callers that can wait for a part of the kit, and that can change their mind meanwhile. */
import { loadModule } from '../scheduling/lazy-modules';
import { renderTemplate, type RenderOptions } from './render';

/** What each element was asked to show last: an older call that waited for a part has nothing to say any more. */
const asked = new WeakMap<Element, object>();

/** Asks to show something in an element; whether nothing was asked for since. */
export function claimRender(element: Element): () => boolean {
  const call = {};
  asked.set(element, call);
  return () => asked.get(element) === call;
}

/**
 * Renders a template with data into an element. Synchronous, unless the data holds markup or a path needs a part of
 * the kit that is not loaded yet: then a promise, fulfilled when it is rendered, or when something asked for later is due.
 */
export function loadAndRender(
  element: Element,
  template: string,
  data: unknown,
  options?: RenderOptions,
): void | Promise<void> {
  const isLast = claimRender(element);
  const hooks = options?.hooks;
  const shown = hooks?.processData?.(element, data) ?? data;
  const text = hooks?.processTemplate?.(element, template, shown) || template;
  const attempt = (): void | Promise<void> => {
    if (!isLast()) return;
    const { missing } = renderTemplate(element, text, shown, options);
    if (missing) return Promise.all(Array.from(missing, loadModule)).then(attempt);
    hooks?.onRender?.(element, shown);
  };
  return attempt();
}
