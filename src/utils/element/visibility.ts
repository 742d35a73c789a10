/** When a component that nobody sees yet begins to load: once it is not hidden and, if it is lazy, about to be seen (E8). */

import { parentOf } from './inherit';

/** How far off the screen a lazy component begins to load: half of it. */
const NEAR: IntersectionObserverInit = { rootMargin: '50%' };

export class Visibility {
  #observer?: { disconnect(): void };
  /** The element came near to what is seen. */
  #isNearViewport = false;

  /** @param onVisible called when an element that had to wait may load. */
  constructor(
    private readonly element: Element,
    private readonly onVisible: () => void,
  ) {}

  /** Whether the element may load; if not, it is observed until it may. */
  check(isLazy: boolean): boolean {
    this.stop();
    if (this.#isHidden) this.#awaitAttribute();
    else if (isLazy && !this.#isNearViewport) this.#awaitViewport();
    else return true;
    return false;
  }

  /** What waits to be found can only be found if it is there. */
  get #isHidden(): boolean {
    const hidden = this.element.getAttribute('hidden');
    return hidden !== null && hidden.toLowerCase() !== 'until-found';
  }

  /** Observes the element no longer. */
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

/** The element, or the nearest around it that has a box: what has `display: contents` never intersects anything. */
function boxOf(element: Element): Element {
  let box = element;
  while (getComputedStyle(box).display === 'contents') box = parentOf(box)!;
  return box;
}
