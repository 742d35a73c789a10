/** Tells when something may look otherwise because of the page around it: once for each frame that is drawn. */

/** What happens where a style has changed without anybody saying so. */
const SIGNS = ['transitionend', 'transitioncancel', 'animationend', 'load'] as const;
const MEDIA = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'];

/** @returns what ends it */
export function listenToPage(element: Element, changed: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let frame = 0;
  const look = (): void => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      changed();
    });
  };
  /** Of the page only what is around it can be inherited; a stylesheet may stand anywhere. */
  const nodes = new MutationObserver((records) => {
    if (records.some(({ target }) => target.contains(element) || target === document.head)) look();
  });
  nodes.observe(document, { subtree: true, childList: true, attributes: true });
  for (const sign of SIGNS)
    document.addEventListener(sign, ({ target }) => (target as Node).contains?.(element) && look(), {
      signal,
      capture: true,
    });
  addEventListener('resize', look, { signal });
  document.fonts.addEventListener('loadingdone', look, { signal });
  for (const media of MEDIA) matchMedia(media).addEventListener('change', look, { signal });
  return () => {
    stop.abort();
    nodes.disconnect();
    cancelAnimationFrame(frame);
  };
}
