/**
 * When content may render first: data and stylesheet are there, or failed, or have taken too long (D17); and in the order of the page,
 * as content that comes late above other content pushes it down.
 */
import { RENDER_ORDER_GRACE, RENDER_TIMEOUT } from '../../global/defaults';
import { isBefore, isRenderingSuspended, renderBudget } from '../scheduling/scheduler';

/** Elements that have nothing to show yet, in the order in which they came: mostly that of the page. */
export const pendingElements = new Set<Element>();

/**
 * Whether a first render waits for the next frame: because this frame has had its share, so that the page can respond in between, or,
 * for a moment, because an element before it in the page has nothing to show yet. Where no frames run nobody sees a shift.
 * @param readyAt when the element could render first, by `performance.now()`.
 */
function shouldDeferRender(element: Element, readyAt: number): boolean {
  if (isRenderingSuspended()) return false;
  if (renderBudget.isSpent()) return true;
  const [first] = pendingElements;
  return !!first && performance.now() - readyAt < RENDER_ORDER_GRACE && isBefore(first, element);
}

/** What a first render needs. */
export interface RenderRequirements {
  hasData: boolean;
  hasStylesheet: boolean;
}

export class RenderGate {
  /** Content was rendered: from now on no order is kept. */
  hasRendered = false;
  #renderTimeout?: ReturnType<typeof setTimeout>;
  #isTimedOut = false;
  #readyAt = 0;

  /** @param onTimeout called when content does not wait any longer. */
  constructor(
    private readonly element: Element,
    private readonly onTimeout: () => void,
  ) {}

  /** The element waits for its template: those that follow it in the page give it a moment. */
  expect(): void {
    if (!this.hasRendered) pendingElements.add(this.element);
  }

  /** Whether content may be rendered. If not, `onTimeout` is called when it has waited long enough (D17). */
  allows({ hasData, hasStylesheet }: RenderRequirements): boolean {
    if (!this.#isTimedOut && !(hasData && hasStylesheet)) {
      this.#renderTimeout ??= setTimeout(() => {
        this.#isTimedOut = true;
        this.onTimeout();
      }, RENDER_TIMEOUT);
      return false;
    }
    this.#readyAt ||= performance.now();
    pendingElements.delete(this.element);
    return true;
  }

  /** Whether a render that is allowed waits for the next frame all the same. */
  shouldDefer(): boolean {
    return !this.hasRendered && shouldDeferRender(this.element, this.#readyAt);
  }

  /** The next render waits anew: this one is done, or there is another source. */
  reset(): void {
    pendingElements.delete(this.element);
    if (this.#renderTimeout !== undefined) clearTimeout(this.#renderTimeout);
    this.#renderTimeout = undefined;
    this.#isTimedOut = false;
  }
}
