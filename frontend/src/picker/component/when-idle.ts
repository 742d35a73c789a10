/** Delays expensive work until the user neither scrolls, types nor points. */

/** Milliseconds without such an event. */
const PAUSE = 1_000;
const EVENT_TYPES = ['scroll', 'keydown', 'pointerdown', 'pointermove'] as const;

/** Time of the last event within an element, in milliseconds of the page's clock. */
const lastActive = new WeakMap<EventTarget, number>();

export interface IdleClock {
  /** Milliseconds. */
  now(): number;
  wait(milliseconds: number): Promise<unknown>;
}

const DEFAULT_CLOCK: IdleClock = {
  now: () => performance.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Waits until an element is idle. Resolves with whether the work is still wanted; false with a short delay if not. */
export async function whenIdle(
  target: EventTarget,
  isWanted: () => boolean,
  { now, wait }: IdleClock = DEFAULT_CLOCK,
): Promise<boolean> {
  if (!lastActive.has(target)) {
    const markActive = (): void => void lastActive.set(target, now());
    markActive();
    for (const type of EVENT_TYPES) target.addEventListener(type, markActive, { capture: true, passive: true });
  }
  while (isWanted()) {
    const remaining = lastActive.get(target)! + PAUSE - now();
    if (remaining <= 0) return true;
    await wait(remaining);
  }
  return false;
}
