/** What the host needs from outside. Each has a real default; tests hand in their own. */

/** The present, in milliseconds since 1970. */
export type Clock = () => number;

export const systemClock: Clock = () => Date.now();
