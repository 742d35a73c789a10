/**
 * Schedules updates and renders of elements. Updates run in a microtask; renders run in animation frames with a time
 * budget. If the browser runs no frames (hidden tabs, the callback of a view transition, throttled cross-origin
 * frames), renders run without them (E14).
 */

/** Milliseconds after which a render does not wait for an animation frame any more: some pages never run one. */
export const FRAME_TIMEOUT = 100;

const settledTransitions = new WeakSet<object>();

/** Whether the update callback of a view transition is running: the browser renders nothing until it settles. */
function isInTransitionCallback(): boolean {
  const transition = (document as Document & { activeViewTransition?: ViewTransition | null }).activeViewTransition;
  if (!transition || settledTransitions.has(transition)) return false;
  const settle = (): void => void settledTransitions.add(transition);
  transition.updateCallbackDone.then(settle, settle);
  return true;
}

/** Whether the browser runs no animation frames now, so that waiting for one is pointless. */
export const isRenderingSuspended = (): boolean => document.visibilityState === 'hidden' || isInTransitionCallback();

/** Callbacks that wait for a frame. */
const frameCallbacks = new Set<() => void>();

/** Runs pending renders before the first frame of a page, and before a view transition takes its snapshot. */
const onReveal = (): void => [...frameCallbacks].forEach((run) => run());

/** Runs a callback once in the next animation frame, or soon if there is none. */
export function scheduleFrame(callback: () => void): void {
  // Adding the same listener again has no effect.
  addEventListener('pagereveal', onReveal);
  const run = (): void => {
    if (!frameCallbacks.delete(run)) return;
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    callback();
  };
  frameCallbacks.add(run);
  const frame = requestAnimationFrame(run);
  const timer = setTimeout(run, FRAME_TIMEOUT);
  if (isRenderingSuspended()) queueMicrotask(run);
}

let task: object | undefined;

/** An object that identifies the current task of the event loop, including its microtasks. */
export function currentTask(): object {
  if (!task) {
    task = {};
    setTimeout(() => (task = undefined));
  }
  return task;
}

export interface TaskQueueOptions<Member> {
  /** Runs a callback later, once. */
  schedule(callback: () => void): void;
  /** Processes one member; must not throw. */
  run(member: Member): void;
  /** Called before a batch. */
  onBatch?(): void;
  /** Puts a batch in order. */
  sort?(members: Member[]): Member[];
}

/** A queue that processes its members in batches, each member once. */
export class TaskQueue<Member> {
  #members = new Set<Member>();
  #isUrgent = false;

  constructor(private readonly options: TaskQueueOptions<Member>) {}

  add(member: Member): void {
    if (!this.#members.size) this.options.schedule(this.#runBatch);
    this.#members.add(member);
  }

  /** Adds a member and runs the batch in a microtask instead of at the scheduled time. */
  addUrgent(member: Member): void {
    this.add(member);
    if (this.#isUrgent) return;
    this.#isUrgent = true;
    queueMicrotask(() => {
      this.#isUrgent = false;
      this.#runBatch();
    });
  }

  /** Removes a member; returns whether it was in the queue. */
  delete(member: Member): boolean {
    return this.#members.delete(member);
  }

  has(member: Member): boolean {
    return this.#members.has(member);
  }

  readonly #runBatch = (): void => {
    const { run, sort, onBatch } = this.options;
    const members = [...this.#members];
    this.#members = new Set();
    if (!members.length) return;
    onBatch?.();
    for (const member of sort?.(members) ?? members) run(member);
  };
}

/**
 * A time budget for successive batches. It grows with each batch that follows closely, so that many members finish
 * sooner.
 */
export class Budget {
  #startedAt = -Infinity;
  #milliseconds: number;

  /**
   * @param first milliseconds of the first batch of a series
   * @param growth factor by which the budget grows from batch to batch
   * @param gap milliseconds after which a batch starts a new series
   */
  constructor(
    private readonly first: number,
    private readonly growth = 1,
    private readonly gap = 0,
  ) {
    this.#milliseconds = first;
  }

  start(): void {
    const now = performance.now();
    this.#milliseconds = now - this.#startedAt < this.gap ? this.#milliseconds * this.growth : this.first;
    this.#startedAt = now;
  }

  isSpent(): boolean {
    return performance.now() - this.#startedAt > this.#milliseconds;
  }
}

/** An object that updates and renders: an element's controller. */
export interface RenderTarget {
  /** Whether it is in the page and has updated there at least once. */
  readonly isAttached: boolean;
  readonly element: Element;
  update(): void;
  render(): void;
}

/** `Node.DOCUMENT_POSITION_DISCONNECTED` and `Node.DOCUMENT_POSITION_FOLLOWING`. */
const DISCONNECTED = 1;
const FOLLOWING = 4;

/** The element, or the host of the shadow trees around it: positions in different trees are not comparable. */
const outermostHost = (element: Element): Element => {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? outermostHost(root.host) : element;
};

/** Whether an element comes before another one in the page; false for elements of different documents. */
export const isBefore = (one: Element, other: Element): boolean =>
  (outermostHost(one).compareDocumentPosition(outermostHost(other)) & (DISCONNECTED | FOLLOWING)) === FOLLOWING;

/**
 * Sorts targets in page order. A single query finds all targets outside of shadow trees; comparing hundreds is slower.
 */
function sortByPosition(targets: RenderTarget[]): RenderTarget[] {
  if (targets.length < 2) return targets;
  const positions = new Map<Element, number>();
  for (const element of document.querySelectorAll(targets[0]!.element.localName))
    positions.set(element, positions.size);
  return targets.sort(
    ({ element: one }, { element: other }) =>
      // NaN if one of them is in a shadow tree.
      positions.get(one)! - positions.get(other)! || +isBefore(other, one) - +isBefore(one, other),
  );
}

/** Milliseconds that updates of new elements may take before the page may respond to input. */
const updateBudget = new Budget(8);

function update(target: RenderTarget): void {
  if (!target.isAttached && updateBudget.isSpent()) initialUpdateQueue.add(target);
  else target.update();
}

/** Targets to update: each updates once, however many changes it has. */
export const updateQueue = new TaskQueue<RenderTarget>({
  schedule: (callback) => queueMicrotask(callback),
  run: update,
  onBatch: () => updateBudget.start(),
});

/**
 * New targets over the budget, in page order. They update in later tasks, so that a page with many elements stays
 * responsive.
 */
const initialUpdateQueue = new TaskQueue<RenderTarget>({
  schedule: (callback) => setTimeout(callback),
  run: update,
  onBatch: () => updateBudget.start(),
});

/**
 * Milliseconds for first renders per frame, the growth factor per frame, and the maximum gap between successive frames.
 */
export const renderBudget = new Budget(24, 1.5, 50);

/** Targets to render, in page order, because one frame may not have time for all. */
export const renderQueue = new TaskQueue<RenderTarget>({
  schedule: scheduleFrame,
  run: (target) => target.render(),
  onBatch: () => renderBudget.start(),
  sort: sortByPosition,
});
