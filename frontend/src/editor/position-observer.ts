/** Notices when something on the page moves: at each frame while it does, and not at all while nothing happens. */

/** Frames without a change, after which nothing moves any more; what may take its time says so (`transitionrun`). */
const STILL = 12;
/** What may move an element without anybody saying so. */
const SIGNS = ['scroll', 'resize', 'transitionrun', 'animationstart', 'load', 'toggle', 'fullscreenchange'] as const;

export interface PositionObserver {
  /** Another number once the page may look otherwise at some point of the window: it has scrolled, or has changed outside of what is typed. */
  readonly version: number;
  /** Whether the element stood elsewhere in the frame before: the page scrolls, for one. */
  readonly isMoving: boolean;
  /** Calls when it moves. @returns the function that unsubscribes */
  subscribe(place: () => void): () => void;
  /** Something else may have changed. */
  update(): void;
  /**
   * Calls when something is rendered within a node, before it is painted: it may stand elsewhere, or have another size.
   * @returns the function that ends it
   */
  observe(node: Node): () => void;
  disconnect(): void;
}

const rectOf = (element: Element): string => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left, top, width, height].join();
};

/** Follows an element through scrolling, resizing, its content, fonts and animations. */
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
    // What stands within it may move though it does not.
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
   * Once what is typed is painted: measuring before that would do the layout twice. Where nothing has moved, which is so at
   * most keys, no further frame is asked for.
   */
  function updateLater(): void {
    frame ||= requestAnimationFrame(() => (task = setTimeout(step)));
  }

  const sizes = new ResizeObserver(onPageChange);
  sizes.observe(element);
  sizes.observe(document.documentElement);
  // What is inserted above it moves it, though nothing of it changes.
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
