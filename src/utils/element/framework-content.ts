/** How elements share their content with a framework that prints them on a server, or that places children in them. */

const AWAITING_HYDRATION = 'data-awaiting-hydration';

/**
 * Whether a server printed the element without all of its properties: a framework sets the others when it hydrates the page, and
 * removes the attribute then. Until that the element keeps what the server printed (E15).
 */
export const isAwaitingHydration = (element: Element): boolean => element.hasAttribute(AWAITING_HYDRATION);

/** Resolves when a framework has hydrated the element, at once where none is to. */
export const whenHydrated = (element: Element): Promise<void> =>
  new Promise((resolve) => {
    if (!isAwaitingHydration(element)) return resolve();
    const observer = new MutationObserver(() => {
      if (isAwaitingHydration(element)) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(element, { attributes: true, attributeFilter: [AWAITING_HYDRATION] });
  });

/** A framework's function that takes its children out of an element; null once the kit has written the content. */
const CONTENT = Symbol.for('feaas.content');

/** Has a framework take its children out of an element, before the kit writes the content there for the first time. */
export function releaseContent(element: Element & { [CONTENT]?: (() => void) | null }): void {
  const release = element[CONTENT];
  element[CONTENT] = null;
  release?.();
}
