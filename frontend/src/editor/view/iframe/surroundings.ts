/** Reports possible changes of inherited styles in the page, at most once per animation frame. */

/** Events after which styles may have changed without a mutation. */
const STYLE_EVENTS = ['transitionend', 'transitioncancel', 'animationend', 'load'] as const;
const MEDIA = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)'];

/** @returns a function that removes the listeners */
export function listenToPage(element: Element, onChange: () => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  let frame = 0;
  const schedule = (): void => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      onChange();
    });
  };
  /** Only ancestors pass on inherited styles. Stylesheets in the head can affect everything. */
  const nodes = new MutationObserver((records) => {
    if (records.some(({ target }) => target.contains(element) || target === document.head)) schedule();
  });
  nodes.observe(document, { subtree: true, childList: true, attributes: true });
  for (const type of STYLE_EVENTS)
    document.addEventListener(type, ({ target }) => (target as Node).contains?.(element) && schedule(), {
      signal,
      capture: true,
    });
  addEventListener('resize', schedule, { signal });
  document.fonts.addEventListener('loadingdone', schedule, { signal });
  for (const media of MEDIA) matchMedia(media).addEventListener('change', schedule, { signal });
  return () => {
    stop.abort();
    nodes.disconnect();
    cancelAnimationFrame(frame);
  };
}
