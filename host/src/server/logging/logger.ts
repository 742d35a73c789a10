import { type Logger, pino, stdTimeFunctions } from 'pino';
import type { Log } from '../../lib/log.js';
import type { LogLevel } from '../../config/read-settings.js';
import { formatLine } from './readable-line.js';
import { redact } from './redact.js';

export interface LoggerOptions {
  readonly environment: 'development' | 'production';
  readonly level: LogLevel;
  /** Where lines go; each ends with a line break. */
  readonly out?: (line: string) => void;
  /** In development, where warnings and errors go. */
  readonly problems?: (line: string) => void;
}

/**
 * JSON lines on the standard output in production, for whatever collects them; lines for people in development, with
 * warnings and errors on the standard error output. Known forms of secrets are taken out of every line.
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
    const { text: shown, problem } = formatLine(text);
    (problem ? problems : out)(shown);
  };
  const options = {
    level,
    base: undefined,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return pino(options, { write });
}

/** Names that libraries give to secrets in the errors that they throw: a password has no form that `redact` would find in a text. */
const SECRET_PATHS = ['authorization', 'password', 'secret', 'token', 'connectionString', 'accountKey'].flatMap(
  (name) => [...[`err.${name}`, `err.*.${name}`, `err.*.*.${name}`]],
);

/** The plain log that the rest of the host speaks to. */
export function logOf(logger: Logger): Log {
  // Of errors only: on the line of each request these paths would cost seven times what the line does.
  const errors = logger.child({}, { redact: { paths: SECRET_PATHS, censor: '***' } });
  return {
    info: (message) => logger.info(message),
    warn: (message) => logger.warn(message),
    error: (message, cause) => (cause === undefined ? logger.error(message) : errors.error({ err: cause }, message)),
  };
}
