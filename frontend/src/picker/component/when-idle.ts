/** Work that takes the page long waits until nobody scrolls, types or points. */

/** Milliseconds without anything of the kind. */
const PAUSE = 1_000;
const SIGNS = ['scroll', 'keydown', 'pointerdown', 'pointermove'] as const;

/** When somebody was last active within a place: milliseconds of the page's clock. */
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

/** Resolves with whether it is still wanted, once it is quiet within a place; where it is not, a moment later. */
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
