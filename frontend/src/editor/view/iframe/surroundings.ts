/** Reports possible changes of inherited styles in the page, at most once per animation frame. */

/** Events after which styles may have changed without a mutation. */
const SIGNS = ['transitionend', 'transitioncancel', 'animationend', 'load'] as const;
const MEDIA = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'];

/** @returns a function that removes the listeners */
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
  /** Only ancestors pass on inherited styles. Stylesheets in the head can affect everything. */
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
