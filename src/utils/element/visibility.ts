/**
 * Decides when a component that is not visible yet starts to load: once it is not hidden and, if lazy, near the
 * viewport (E8).
 */

import { parentOf } from './inherit';

/** A lazy component loads within half a viewport of the visible area. */
const NEAR: IntersectionObserverInit = { rootMargin: '50%' };

export class Visibility {
  #observer?: { disconnect(): void };
  /** Whether the element has come near the viewport. */
  #isNearViewport = false;

  /** @param onVisible called when a waiting element may load */
  constructor(
    private readonly element: Element,
    private readonly onVisible: () => void,
  ) {}

  /** Whether the element may load; otherwise it is observed until it may. */
  check(isLazy: boolean): boolean {
    this.stop();
    if (this.#isHidden) this.#awaitAttribute();
    else if (isLazy && !this.#isNearViewport) this.#awaitViewport();
    else return true;
    return false;
  }

  /** Content with `hidden="until-found"` must be rendered to be found. */
  get #isHidden(): boolean {
    const hidden = this.element.getAttribute('hidden');
    return hidden !== null && hidden.toLowerCase() !== 'until-found';
  }

  /** Stops observing the element. */
  stop(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
  }

  #awaitAttribute(): void {
    const observer = (this.#observer = new MutationObserver(() => {
      if (this.#isHidden) return;
      this.stop();
      this.onVisible();
    }));
    observer.observe(this.element, { attributes: true, attributeFilter: ['hidden'] });
  }

  #awaitViewport(): void {
    const observer = (this.#observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      this.stop();
      this.#isNearViewport = true;
      this.onVisible();
    }, NEAR));
    observer.observe(boxOf(this.element));
  }
}

/** The element, or its nearest ancestor with a box: an element with `display: contents` never intersects. */
function boxOf(element: Element): Element {
  let box = element;
  while (getComputedStyle(box).display === 'contents') box = parentOf(box)!;
  return box;
}
