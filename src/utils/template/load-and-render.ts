/** Rendering for callers that can wait for lazily loaded modules, and that may replace the content meanwhile. */
import { loadMissing, renderTemplate, type RenderOptions } from './render';

/** The last render request of each element: older requests that waited for a module do nothing. */
const lastCalls = new WeakMap<Element, object>();

/** Registers a render request. The returned function returns whether it is still the last one. */
export function claimRender(element: Element): () => boolean {
  const call = {};
  lastCalls.set(element, call);
  return () => lastCalls.get(element) === call;
}

/**
 * Renders a template with data into an element. Synchronous, unless the data contains markup or a path needs a module
 * that is not loaded. Then it returns a promise that resolves after rendering, or when a later request has replaced
 * this one.
 */
export function loadAndRender(
  element: Element,
  template: string,
  data: unknown,
  options?: RenderOptions,
): void | Promise<void> {
  const isLast = claimRender(element);
  const hooks = options?.hooks;
  const processedData = hooks?.processData?.(element, data) ?? data;
  const text = hooks?.processTemplate?.(element, template, processedData) || template;
  const attempt = (): void | Promise<void> => {
    if (!isLast()) return;
    const { missing } = renderTemplate(element, text, processedData, options);
    if (missing) return loadMissing(missing).then(attempt);
    hooks?.onRender?.(element, processedData);
  };
  return attempt();
}
