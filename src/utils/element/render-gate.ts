/**
 * Decides when content may first render: data and stylesheet are loaded, have failed, or have timed out (D17). Elements
 * render in page order, because content that appears late above other content shifts it down.
 */
import { LONGEST_ORDER_GRACE, RENDER_ORDER_GRACE, RENDER_TIMEOUT } from '../../global/defaults';
import { isBefore, isRenderingSuspended, renderBudget } from '../scheduling/scheduler';

/** Elements without content yet, in the order of their creation, which is mostly page order. */
export const pendingElements = new Set<Element>();

/** When the first of them last became ready, by `performance.now()`. */
let progressAt = 0;

/** Gates that wait for an earlier element of the page. */
const waitingGates = new Set<RenderGate>();
let waitTimer: ReturnType<typeof setTimeout> | undefined;

/** Rechecks waiting gates when an element becomes ready or is not awaited any more. */
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

/** State of the requirements of a first render. */
export interface RenderRequirements {
  hasData: boolean;
  hasStylesheet: boolean;
}

export class RenderGate {
  /** Whether content was rendered; order does not matter any more then. */
  hasRendered = false;
  #renderTimeout?: ReturnType<typeof setTimeout>;
  #isTimedOut = false;
  #expectedAt = 0;
  #readyAt = 0;

  /** @param onChange called when waiting content may be allowed to render */
  constructor(
    private readonly element: Element,
    readonly onChange: () => void,
  ) {}

  /** Registers that the element waits for its template, so that later elements of the page wait for it briefly. */
  expect(): void {
    if (this.hasRendered) return;
    pendingElements.add(this.element);
    this.#expectedAt ||= performance.now();
  }

  /** Whether content may be rendered. If not, `onChange` is called after the timeout (D17). */
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

  /**
   * Whether a first render waits for the next frame because this frame's budget is spent, so that the page can respond.
   */
  isOverBudget(): boolean {
    return !this.hasRendered && !isRenderingSuspended() && renderBudget.isSpent();
  }

  /**
   * Whether a first render waits for an earlier element of the page without content; `onChange` is called when it may
   * not have to wait any more. While no frames run, a layout shift is not visible.
   */
  isOutOfOrder(): boolean {
    const [first] = pendingElements;
    if (!first || this.hasRendered || isRenderingSuspended()) return false;
    // While elements become ready one after the other, it is worth waiting for the next one.
    const remaining = Math.max(this.#readyAt, progressAt) + this.#orderGrace - performance.now();
    if (remaining <= 0 || !isBefore(first, this.element)) return false;
    waitingGates.add(this);
    waitTimer ??= setTimeout(recheckWaiting, remaining);
    return true;
  }

  /** How long to wait for earlier elements: with a distant host they may take as much longer as this one has taken. */
  get #orderGrace(): number {
    const loadTime = this.#readyAt - (this.#expectedAt || this.#readyAt);
    return Math.min(Math.max(RENDER_ORDER_GRACE, 2 * loadTime), LONGEST_ORDER_GRACE);
  }

  /** Resets the gate for the next render or another source. */
  reset(): void {
    removePending(this.element);
    if (this.#renderTimeout !== undefined) clearTimeout(this.#renderTimeout);
    this.#renderTimeout = undefined;
    this.#isTimedOut = false;
    this.#expectedAt = this.#readyAt = 0;
    waitingGates.delete(this);
  }
}
