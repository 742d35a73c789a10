/** The host's clock. Tests pass their own. */

/** Returns the current time in milliseconds since 1970. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();

/**
 * Returns milliseconds since the start of the process. For durations within a process: nobody can set it, while the
 * system clock may jump by hours when a machine corrects its time.
 */
export const monotonicClock: Clock = () => performance.now();
