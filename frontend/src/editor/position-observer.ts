/** Observes when elements of the page move. It runs at each frame during changes, and not at all otherwise. */

/** Frames without a change after which observation stops. Longer changes fire events such as `transitionrun`. */
const STILL = 12;
/** Events after which elements may move without a mutation. */
const SIGNS = ['scroll', 'resize', 'transitionrun', 'animationstart', 'load', 'toggle', 'fullscreenchange'] as const;

export interface PositionObserver {
  /**
   * Changes when the page may look different at some point of the window: after scrolling, or after changes outside of
   * the edited text.
   */
  readonly version: number;
  /** Whether the element has moved since the last frame, for example by scrolling. */
  readonly isMoving: boolean;
  /** Calls back when the element moves. @returns the function that unsubscribes */
  subscribe(place: () => void): () => void;
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
  const places = new Set<() => void>();
  const stop = new AbortController();
  const options = { capture: true, passive: true, signal: stop.signal };
  let frame = 0;
  let task: ReturnType<typeof setTimeout> | undefined;
  let left = 0;
  let last = '';
  let version = 0;
  let isMoving = false;

  function step(): void {
    frame = 0;
    const now = rectOf(element);
    isMoving = last !== '' && now !== last;
    if (now === last) left--;
    else {
      left = STILL;
      version++;
    }
    last = now;
    // Elements within the element may move although the element itself does not.
    places.forEach((place) => place());
    if (left > 0) frame ||= requestAnimationFrame(step);
  }
  function update(): void {
    left = STILL;
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

  const sizes = new ResizeObserver(onPageChange);
  sizes.observe(element);
  sizes.observe(document.documentElement);
  // Content inserted above the element moves it without a change of its own.
  const nodes = new MutationObserver((changes) =>
    changes.every(({ target }) => element.contains(target)) ? updateLater() : onPageChange(),
  );
  nodes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  for (const sign of SIGNS) addEventListener(sign, onPageChange, options);
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
    subscribe(place) {
      places.add(place);
      place();
      return () => places.delete(place);
    },
    update,
    observe(node) {
      const renders = new MutationObserver(() => places.forEach((place) => place()));
      renders.observe(node, {
        subtree: true,
        childList: true,
        characterData: true,
        attributeFilter: ['class', 'open'],
      });
      return () => renders.disconnect();
    },
    disconnect() {
      stop.abort();
      sizes.disconnect();
      nodes.disconnect();
      cancelAnimationFrame(frame);
      clearTimeout(task);
      places.clear();
    },
  };
}
