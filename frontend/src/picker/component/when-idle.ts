/** Delays expensive work until the user neither scrolls, types nor points. */

/** Milliseconds without such an event. */
const PAUSE = 1_000;
const SIGNS = ['scroll', 'keydown', 'pointerdown', 'pointermove'] as const;

/** Time of the last event within an element, in milliseconds of the page's clock. */
const active = new WeakMap<EventTarget, number>();

export interface IdleClock {
  /** Milliseconds. */
  now(): number;
  wait(milliseconds: number): Promise<unknown>;
}

const PORTS: IdleClock = {
  now: () => performance.now(),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** Waits until an element is idle. Resolves with whether the work is still wanted; false with a short delay if not. */
export async function whenIdle(
  place: EventTarget,
  isWanted: () => boolean,
  { now, wait }: IdleClock = PORTS,
): Promise<boolean> {
  if (!active.has(place)) {
    const note = (): void => void active.set(place, now());
    note();
    for (const sign of SIGNS) place.addEventListener(sign, note, { capture: true, passive: true });
  }
  while (isWanted()) {
    const rest = active.get(place)! + PAUSE - now();
    if (rest <= 0) return true;
    await wait(rest);
  }
  return false;
}
