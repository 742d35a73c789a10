/**
 * When elements update and render. Updates run in a microtask; renders run in animation frames, each with a time budget. Where the
 * browser runs no frames (hidden tabs, the callback of a view transition, throttled frames of other origins) renders run without (E14).
 */

/** Milliseconds after which a render no longer waits for an animation frame: some pages never get one. */
const FRAME_TIMEOUT = 100;

const settledTransitions = new WeakSet<object>();

/** Whether the update callback of a view transition is still running: until it settles the browser renders nothing. */
function isInTransitionCallback(): boolean {
  const transition = (document as Document & { activeViewTransition?: ViewTransition | null }).activeViewTransition;
  if (!transition || settledTransitions.has(transition)) return false;
  const settle = (): void => void settledTransitions.add(transition);
  transition.updateCallbackDone.then(settle, settle);
  return true;
}

/** Whether the browser runs no animation frames at the moment, so that nothing is gained by waiting for one. */
export const isRenderingSuspended = (): boolean => document.visibilityState === 'hidden' || isInTransitionCallback();

/** Callbacks that wait for a frame. */
const frameCallbacks = new Set<() => void>();
let listensToReveal = false;

/** What is about to be rendered belongs in the first frame of a page, and in the picture that a view transition takes of it. */
function listenToReveal(): void {
  if (listensToReveal) return;
  listensToReveal = true;
  addEventListener('pagereveal', () => [...frameCallbacks].forEach((run) => run()));
}

/** Runs a callback once in the next animation frame; without a frame, soon. */
export function scheduleFrame(callback: () => void): void {
  listenToReveal();
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

/** An object that stands for the running task of the event loop, its microtasks included. */
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

/** Members that are processed in batches, each once however often it was added. */
export class TaskQueue<Member> {
  #members = new Set<Member>();
  #isUrgent = false;

  constructor(private readonly options: TaskQueueOptions<Member>) {}

  add(member: Member): void {
    if (!this.#members.size) this.options.schedule(this.#runBatch);
    this.#members.add(member);
  }

  /** Adds a member whose batch runs in a microtask, sooner than it is scheduled. */
  addUrgent(member: Member): void {
    this.add(member);
    if (this.#isUrgent) return;
    this.#isUrgent = true;
    queueMicrotask(() => {
      this.#isUrgent = false;
      this.#runBatch();
    });
  }

  /** Whether the member was in the queue. */
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

/** A time budget for each of a row of batches; more with each batch that follows at once, so that many members do not take long. */
export class Budget {
  #startedAt = -Infinity;
  #milliseconds: number;

  /**
   * @param first milliseconds of the first batch of a row.
   * @param growth factor by which the budget grows from batch to batch.
   * @param gap milliseconds after which a batch starts a new row.
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

/** What updates and renders: an element's controller. */
export interface RenderTarget {
  /** It is in the page and has updated there at least once. */
  readonly isAttached: boolean;
  readonly element: Element;
  update(): void;
  render(): void;
}

/** `Node.DOCUMENT_POSITION_FOLLOWING`. */
const FOLLOWING = 4;

/** Whether an element comes before another one in the page. */
export const isBefore = (one: Element, other: Element): boolean => !!(one.compareDocumentPosition(other) & FOLLOWING);

/** Puts targets in the order of the page. One search finds all that are outside of shadow trees; comparing hundreds takes longer. */
function sortByPosition(targets: RenderTarget[]): RenderTarget[] {
  if (targets.length < 2) return targets;
  const positions = new Map<Element, number>();
  for (const element of document.querySelectorAll(targets[0]!.element.localName))
    positions.set(element, positions.size);
  return targets.sort(({ element: one }, { element: other }) => {
    const difference = positions.get(one)! - positions.get(other)!;
    return Number.isNaN(difference) ? (isBefore(one, other) ? -1 : 1) : difference;
  });
}

/** Milliseconds for which new elements may update before the page gets to respond. */
const updateBudget = new Budget(8);

function update(target: RenderTarget): void {
  if (!target.isAttached && updateBudget.isSpent()) initialUpdateQueue.add(target);
  else target.update();
}

/** Targets with a change to look at: each updates once, whatever has changed. */
export const updateQueue = new TaskQueue<RenderTarget>({
  schedule: (callback) => queueMicrotask(callback),
  run: update,
  onBatch: () => updateBudget.start(),
});

/** New targets that were over the budget: the first of the page come first, and a page with many stays responsive. */
const initialUpdateQueue = new TaskQueue<RenderTarget>({
  schedule: (callback) => setTimeout(callback),
  run: update,
  onBatch: () => updateBudget.start(),
});

/** Milliseconds that first renders may take of a frame, the factor for the next one, and how long frames in a row are apart. */
export const renderBudget = new Budget(24, 1.5, 50);

/** Targets with something new to show, in the order of the page: not all may be rendered in one frame. */
export const renderQueue = new TaskQueue<RenderTarget>({
  schedule: scheduleFrame,
  run: (target) => target.render(),
  onBatch: () => renderBudget.start(),
  sort: sortByPosition,
});
