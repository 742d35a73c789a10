/** What the host needs from outside. Each has a real default; tests hand in their own. */

/** The present, in milliseconds since 1970. */
export type Clock = () => number;

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
}

export const systemClock: Clock = () => Date.now();

export const consoleLog: Log = {
  info: (message) => console.log(message),
  warn: (message) => console.warn(message),
  error: (message, cause) => (cause === undefined ? console.error(message) : console.error(message, cause)),
};
