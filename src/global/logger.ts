/** Output of the kit's warnings and errors; can be replaced. */
export interface Logger {
  warn(message: string, ...details: unknown[]): void;
  error(message: string, ...details: unknown[]): void;
}

let current: Logger = console;
const warned = new Set<string>();

/** Replaces the logger; returns the previous one. */
export function setLogger(logger: Logger): Logger {
  const before = current;
  current = logger;
  warned.clear();
  return before;
}

/** Warns once per message: `[feaas] <subject>: problem. What to do.` */
export function warnOnce(message: string, ...details: unknown[]): void {
  if (warned.has(message) || warned.size > 1000) return;
  warned.add(message);
  current.warn('[feaas] ' + message, ...details);
}

/** Logs an error. */
export function logError(message: string, ...details: unknown[]): void {
  current.error('[feaas] ' + message, ...details);
}
