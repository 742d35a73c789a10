/**
 * When content may render first: data and stylesheet are there, or failed, or have taken too long (D17); and in the order of the page,
 * as content that comes late above other content pushes it down.
 */
import { LONGEST_ORDER_GRACE, RENDER_ORDER_GRACE, RENDER_TIMEOUT } from '../../global/defaults';
import { isBefore, isRenderingSuspended, renderBudget } from '../scheduling/scheduler';

/** Elements that have nothing to show yet, in the order in which they came: mostly that of the page. */
export const pendingElements = new Set<Element>();

/** When the first of them got ready, by `performance.now()`. */
let progressAt = 0;

/** Gates that wait for an element before theirs in the page. */
const waitingGates = new Set<RenderGate>();
let waitTimer: ReturnType<typeof setTimeout> | undefined;

/** An element gets ready, or is waited for no longer: those behind it may be next. */
function recheckWaiting(): void {
  clearTimeout(waitTimer);
  waitTimer = undefined;
  const gates = [...waitingGates];
  waitingGates.clear();
  for (const gate of gates) gate.onChange();
}

function removePending(element: Element): void {
  const [first] = pendingElements;
  if (element === first) progressAt = performance.now();
  if (pendingElements.delete(element)) recheckWaiting();
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
  #expectedAt = 0;
  #readyAt = 0;

  /** @param onChange called when content that waits may not have to any longer. */
  constructor(
    private readonly element: Element,
    readonly onChange: () => void,
  ) {}

  /** The element waits for its template: those that follow it in the page give it a moment. */
  expect(): void {
    if (this.hasRendered) return;
    pendingElements.add(this.element);
    this.#expectedAt ||= performance.now();
  }

  /** Whether content may be rendered. If not, `onChange` is called when it has waited long enough (D17). */
  allows({ hasData, hasStylesheet }: RenderRequirements): boolean {
    if (!this.#isTimedOut && !(hasData && hasStylesheet)) {
      this.#renderTimeout ??= setTimeout(() => {
        this.#isTimedOut = true;
        this.onChange();
      }, RENDER_TIMEOUT);
      return false;
    }
    this.#readyAt ||= performance.now();
    removePending(this.element);
    return true;
  }

  /** Whether a first render that is allowed waits for the next frame: this one has had its share, so that the page can respond. */
  isOverBudget(): boolean {
    return !this.hasRendered && !isRenderingSuspended() && renderBudget.isSpent();
  }

  /**
   * Whether a first render that is allowed waits for an element before it in the page that has nothing to show yet; `onChange` is
   * called when it may not have to any longer. Where no frames run nobody sees a shift.
   */
  isOutOfOrder(): boolean {
    const [first] = pendingElements;
    if (!first || this.hasRendered || isRenderingSuspended()) return false;
    // As long as elements get ready one after the other, the next one is worth to wait for as well.
    const rest = Math.max(this.#readyAt, progressAt) + this.#orderGrace - performance.now();
    if (rest <= 0 || !isBefore(first, this.element)) return false;
    waitingGates.add(this);
    waitTimer ??= setTimeout(recheckWaiting, rest);
    return true;
  }

  /** How long it waits for those before it: from a host that is far away they may come as much later as this one has taken. */
  get #orderGrace(): number {
    const loadTime = this.#readyAt - (this.#expectedAt || this.#readyAt);
    return Math.min(Math.max(RENDER_ORDER_GRACE, 2 * loadTime), LONGEST_ORDER_GRACE);
  }

  /** The next render waits anew: this one is done, or there is another source. */
  reset(): void {
    removePending(this.element);
    if (this.#renderTimeout !== undefined) clearTimeout(this.#renderTimeout);
    this.#renderTimeout = undefined;
    this.#isTimedOut = false;
    this.#expectedAt = this.#readyAt = 0;
    waitingGates.delete(this);
  }
}
