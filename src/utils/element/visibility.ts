/** Decides when a component may load: not while it is hidden, and a lazy one only near the viewport or for print (E8). */

import { parentOf } from './inherit';
import { cancelPrint, renderForPrint, type PrintTarget } from './print';

/** A lazy component loads within half a viewport of the visible area. */
const NEAR: IntersectionObserverInit = { rootMargin: '50%' };

/** A component that waits until it is near the viewport. */
export interface VisibilityTarget extends PrintTarget {
  readonly element: Element;
  /** Called when an element that had to wait may load. */
  changed(): void;
}

export class Visibility {
  #observer?: { disconnect(): void };
  /** Whether the element has come near the viewport, or is printed. */
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

  /** Ends the wait for a print, which contains the whole page. Returns the component to render. */
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
    const { element } = this.target;
    // In Firefox, an observer of one window does not notice elements of another one, such as a popup.
    const { IntersectionObserver } = element.ownerDocument.defaultView ?? globalThis;
    const observer = (this.#observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      this.reveal().changed();
    }, NEAR));
    observer.observe(boxOf(element));
    renderForPrint(this);
  }
}

/** The element, or its nearest ancestor with a box: an element with `display: contents` never intersects. */
function boxOf(element: Element): Element {
  let box = element;
  while (getComputedStyle(box).display === 'contents') box = parentOf(box)!;
  return box;
}
