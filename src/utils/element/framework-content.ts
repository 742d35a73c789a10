/** Sharing of an element's content with a framework that prints it on a server or places children in it. */

const AWAITING_HYDRATION = 'data-awaiting-hydration';

/**
 * Whether a server printed the element without all of its properties. A framework sets the others when it hydrates the
 * page, and then removes the attribute. Until then, the element keeps the server's content (E15).
 */
export const isAwaitingHydration = (element: Element): boolean => element.hasAttribute(AWAITING_HYDRATION);

/** Resolves when a framework has hydrated the element; at once if no hydration is pending. */
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

/** A function by which a framework removes its children from an element; null once the kit has written the content. */
const CONTENT = Symbol.for('feaas.content');

/** Lets a framework remove its children from an element before the kit first writes content there. */
export function releaseContent(element: Element & { [CONTENT]?: (() => void) | null }): void {
  const release = element[CONTENT];
  element[CONTENT] = null;
  release?.();
}
