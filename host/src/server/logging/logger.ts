import { type Logger, pino, stdTimeFunctions } from 'pino';
import type { Log } from '../../lib/log.js';
import type { LogLevel } from '../../config/read-settings.js';
import { formatLine } from './readable-line.js';
import { redact } from './redact.js';

export interface LoggerOptions {
  readonly environment: 'development' | 'production';
  readonly level: LogLevel;
  /** Writes a line, which ends with a line break. */
  readonly out?: (line: string) => void;
  /** Writes warnings and errors in development. */
  readonly problems?: (line: string) => void;
}

/**
 * In production, writes JSON lines to standard output. In development, writes readable lines, with warnings and errors
 * on standard error. Known forms of secrets are redacted in every line.
 */
export function createLogger({
  environment,
  level,
  out = (line) => void process.stdout.write(line),
  problems = (line) => void process.stderr.write(line),
}: LoggerOptions): Logger {
  const write = (line: string): void => {
    const text = redact(line);
    if (environment === 'production') return out(text);
    const { text: formatted, problem } = formatLine(text);
    (problem ? problems : out)(formatted);
  };
  const options = {
    level,
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(options, { write });
}

/** Property names of secrets in errors of libraries. `redact` cannot detect a password by its form. */
const SECRET_PATHS = ['authorization', 'password', 'secret', 'token', 'connectionString', 'accountKey'].flatMap(
  (name) => [...[`err.${name}`, `err.*.${name}`, `err.*.*.${name}`]],
);

/** Adapts the logger to the `Log` interface. */
export function logOf(logger: Logger): Log {
  // Only for errors: on each request, these paths would take seven times as long as the line itself.
  const errors = logger.child({}, { redact: { paths: SECRET_PATHS, censor: '***' } });
  return {
    info: (message) => logger.info(message),
    warn: (message) => logger.warn(message),
    error: (message, cause) => (cause === undefined ? logger.error(message) : errors.error({ err: cause }, message)),
  };
}
