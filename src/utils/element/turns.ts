/** When elements look at what changed, and when they paint. */
import { Batch } from './batch';

/** Somebody who shows something. */
export interface Shown {
  /** It stands in the page, and looked at least once there. */
  readonly mounted: boolean;
  look(): void;
  paint(): void;
  /** Positive when it stands after another one, negative before it. */
  compare(other: this): number;
}

/** Milliseconds that elements which are new may look before the page may answer. */
const TURN = 8;

let began: number;

function look(each: Shown, at: number): void {
  const now = performance.now();
  if (!at) began = now;
  if (!each.mounted && now - began > TURN) arrivals.add(each);
  else each.look();
}

/** Those for whom something changed; they look once, however much it was. */
export const looks = new Batch<Shown>(queueMicrotask.bind(globalThis), look, () => 0);
/** New ones for which a turn had no time: what stands first asks first, and a page of many is not stuck meanwhile. */
const arrivals = new Batch<Shown>(
  (callback) => setTimeout(callback),
  look,
  () => 0,
);
/** Those who have something new to show: as they stand, for not all may be painted in one frame. */
export const paints = new Batch<Shown>(
  (callback) => requestAnimationFrame(callback),
  (each) => each.paint(),
  (one, other) => one.compare(other),
);
