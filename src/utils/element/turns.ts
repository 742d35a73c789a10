/** When elements look at what changed, and when they paint. */
import { Batch } from './batch';

/** Somebody who shows something. */
export interface Shown {
  look(): void;
  paint(): void;
  /** Positive when it stands after another one, negative before it. */
  compare(other: this): number;
}

/** Those for whom something changed; they look once, however much it was. */
export const looks = new Batch<Shown>(
  queueMicrotask.bind(globalThis),
  (each) => each.look(),
  () => 0,
);
/** Those who have something new to show: as they stand, for not all may be painted in one frame. */
export const paints = new Batch<Shown>(
  (callback) => requestAnimationFrame(callback),
  (each) => each.paint(),
  (one, other) => one.compare(other),
);
