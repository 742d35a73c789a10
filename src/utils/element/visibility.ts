/** When a component that nobody sees yet begins to load: once it is not hidden and, if it is lazy, about to be seen or printed (E8). */

import { parentOf } from './inherit';
import { cancelPrint, renderForPrint, type PrintTarget } from './print';

/** A lazy component loads within half a viewport of the visible area. */
const NEAR: IntersectionObserverInit = { rootMargin: '50%' };

/** What waits until it is seen. */
export interface VisibilityTarget extends PrintTarget {
  readonly element: Element;
  /** Called when an element that had to wait may load. */
  changed(): void;
}

export class Visibility {
  #observer?: { disconnect(): void };
  /** The element came near to what is seen, or is printed. */
  #isNearViewport = false;

  constructor(private readonly target: VisibilityTarget) {}

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
    const hidden = this.target.element.getAttribute('hidden');
    return hidden !== null && hidden.toLowerCase() !== 'until-found';
  }

  /** Stops observing the element. */
  stop(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    cancelPrint(this);
  }

  /** A page is printed with all that it has, seen or not. Returns what is to be rendered. */
  reveal(): VisibilityTarget {
    this.stop();
    this.#isNearViewport = true;
    return this.target;
  }

  #awaitAttribute(): void {
    const observer = (this.#observer = new MutationObserver(() => {
      if (this.#isHidden) return;
      this.stop();
      this.target.changed();
    }));
    observer.observe(this.target.element, { attributes: true, attributeFilter: ['hidden'] });
  }

  #awaitViewport(): void {
    const observer = (this.#observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      this.reveal().changed();
    }, NEAR));
    observer.observe(boxOf(this.target.element));
    renderForPrint(this);
  }
}

/** The element, or its nearest ancestor with a box: an element with `display: contents` never intersects. */
function boxOf(element: Element): Element {
  let box = element;
  while (getComputedStyle(box).display === 'contents') box = parentOf(box)!;
  return box;
}
