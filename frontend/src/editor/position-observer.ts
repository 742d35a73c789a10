/** Observes when elements of the page move. It runs at each frame during changes, and not at all otherwise. */

/** Frames without a change after which observation stops. Longer changes fire events such as `transitionrun`. */
const STILL_FRAMES = 12;
/** Events after which elements may move without a mutation. */
const EVENTS = ['scroll', 'resize', 'transitionrun', 'animationstart', 'load', 'toggle', 'fullscreenchange'] as const;

export interface PositionObserver {
  /**
   * Changes when the page may look different at some point of the window: after scrolling, or after changes outside of
   * the edited text.
   */
  readonly version: number;
  /** Whether the element has moved since the last frame, for example by scrolling. */
  readonly isMoving: boolean;
  /** Calls back when the element moves. @returns the function that unsubscribes */
  subscribe(listener: () => void): () => void;
  /** Reports another possible change. */
  update(): void;
  /**
   * Calls back before the paint when something renders within a node, since its position or size may change.
   * @returns the function that ends it
   */
  observe(node: Node): () => void;
  disconnect(): void;
}

const rectOf = (element: Element): string => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left, top, width, height].join();
};

/** Observes an element's position through scrolling, resizing, and changes of content, fonts and animations. */
export function observePosition(element: Element): PositionObserver {
  const listeners = new Set<() => void>();
  const stop = new AbortController();
  const options = { capture: true, passive: true, signal: stop.signal };
  let frame = 0;
  let task: ReturnType<typeof setTimeout> | undefined;
  let remainingFrames = 0;
  let lastRect = '';
  let version = 0;
  let isMoving = false;

  function step(): void {
    frame = 0;
    const rect = rectOf(element);
    isMoving = lastRect !== '' && rect !== lastRect;
    if (rect === lastRect) remainingFrames--;
    else {
      remainingFrames = STILL_FRAMES;
      version++;
    }
    lastRect = rect;
    // Elements within the element may move although the element itself does not.
    listeners.forEach((listener) => listener());
    if (remainingFrames > 0) frame ||= requestAnimationFrame(step);
  }
  function update(): void {
    remainingFrames = STILL_FRAMES;
    frame ||= requestAnimationFrame(step);
  }
  function onPageChange(): void {
    version++;
    update();
  }
  /**
   * Measures after typed text has been painted, since measuring before would force a second layout. Usually nothing has
   * moved, and no further frame is requested.
   */
  function updateLater(): void {
    frame ||= requestAnimationFrame(() => (task = setTimeout(step)));
  }

  const resizeObserver = new ResizeObserver(onPageChange);
  resizeObserver.observe(element);
  resizeObserver.observe(document.documentElement);
  // Content inserted above the element moves it without a change of its own.
  const mutationObserver = new MutationObserver((changes) =>
    changes.every(({ target }) => element.contains(target)) ? updateLater() : onPageChange(),
  );
  mutationObserver.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (const type of EVENTS) addEventListener(type, onPageChange, options);
  visualViewport?.addEventListener('resize', onPageChange, options);
  visualViewport?.addEventListener('scroll', onPageChange, options);
  document.fonts.addEventListener('loadingdone', onPageChange, options);
  update();

  return {
    get version() {
      return version;
    },
    get isMoving() {
      return isMoving;
    },
    subscribe(listener) {
      listeners.add(listener);
      listener();
      return () => listeners.delete(listener);
    },
    update,
    observe(node) {
      const renderObserver = new MutationObserver(() => listeners.forEach((listener) => listener()));
      renderObserver.observe(node, {
        subtree: true,
        childList: true,
        characterData: true,
        attributeFilter: ['class', 'open'],
      });
      return () => renderObserver.disconnect();
    },
    disconnect() {
      stop.abort();
      resizeObserver.disconnect();
      mutationObserver.disconnect();
      cancelAnimationFrame(frame);
      clearTimeout(task);
      listeners.clear();
    },
  };
}
