/**
 * Stylesheets of libraries stay in the page while something that shows needs them (E13). Routers and morphs make the page's head like that
 * of the next page, and remove what that one does not name; components that stay, or go over to the next page, are not told.
 */
import { warnOnce } from '../../global/logger';
import { pageStylesheets } from './page-stylesheet';

/** Times in a row that a stylesheet comes back: whoever removes it as often wants it gone. */
const MAX_RESTORES = 20;
/** Milliseconds after which they no longer count as in a row. */
const RESTORES_PERIOD = 1000;

/** Whether nodes have, or are, elements that carry rules. */
const hasRules = (nodes: NodeList): boolean =>
  Array.from(nodes).some(
    (node) => node instanceof Element && (node.matches('style,link') || !!node.querySelector('style,link')),
  );

/** Has stylesheets that are removed come back before the next frame, also where all of the head, or of the page, is another one. */
export function keepStylesheets(): void {
  let restores = 0;
  let restoredAt = 0;
  const observe = (): void => {
    for (const node of [document, document.documentElement, document.head] as readonly (Node | null)[])
      if (node) observer.observe(node, { childList: true });
  };
  const observer = new MutationObserver((records) => {
    observe();
    if (!records.some(({ removedNodes }) => hasRules(removedNodes)) || !(document.head as Node | null)) return;
    const removed = [...pageStylesheets.values()].filter(({ isLoaded }) => !isLoaded);
    if (!removed.length) return;
    if (performance.now() - restoredAt > RESTORES_PERIOD) restores = 0;
    restoredAt = performance.now();
    if (++restores <= MAX_RESTORES) return removed.forEach((each) => each.load());
    observer.disconnect();
    warnOnce(
      'A script of the page removes the stylesheet of a library again and again, so it is no longer restored. ' +
        'Remove the elements that need it instead.',
    );
  });
  observe();
}
