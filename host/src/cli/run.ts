import { HostError } from '../errors.js';
import { createHost } from '../host.js';
import { consoleLog, type Log } from '../ports.js';
import { parseArguments, USAGE } from './arguments.js';
import { foldersOf } from './folders.js';

/** Runs a command; resolves with the exit code, for 'start' once a signal has ended it. */
export async function run(
  argv: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  log: Log = consoleLog,
): Promise<number> {
  try {
    const asked = parseArguments(argv, environment);
    if (asked.command === 'help') {
      log.info(USAGE);
      return 0;
    }
    const folders = await foldersOf(asked, (message) => log.warn(`feaas-host: ${message}`));
    const { port, hostname, deliveryMaxAge } = asked;
    const host = createHost({ ...folders, port, hostname, deliveryMaxAge, log });
    // Heard from now on, so that a signal between listening and the ready line is not lost.
    const ended = signalled();
    log.info(`feaas-host is ready at ${await host.listen()}`);
    await ended;
    await host.close();
    return 0;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    log.error(`feaas-host: ${error.message}`);
    return 1;
  }
}

/** The first SIGINT or SIGTERM. A second one ends the process at once, as the default is. */
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    const hear = (): void => {
      process.off('SIGINT', hear);
      process.off('SIGTERM', hear);
      resolve();
    };
    process.on('SIGINT', hear);
    process.on('SIGTERM', hear);
  });
}
