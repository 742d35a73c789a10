/**
 * Keeps library stylesheets in the page while visible content needs them (E13). Routers and morphs replace the page's
 * head and remove elements that the next page does not have. They do not notify components that stay in the page.
 */
import { warnOnce } from '../../global/logger';
import { pageStylesheets } from './page-stylesheet';

/** Maximum number of consecutive restores; a script that removes the stylesheet so often does it on purpose. */
const MAX_RESTORES = 20;
/** Milliseconds after which restores do not count as consecutive. */
const RESTORES_PERIOD = 1000;

/** Whether nodes are, or contain, elements with rules. */
const hasRules = (nodes: NodeList): boolean =>
  Array.from(nodes).some(
    (node) => node instanceof Element && (node.matches('style,link') || !!node.querySelector('style,link')),
  );

/** Restores removed stylesheets before the next frame, even if the whole head or document element was replaced. */
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
