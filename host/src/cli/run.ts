import { HOST_VERSION } from '../lib/host-version.js';
import type { Log } from '../lib/log.js';
import { envFile } from '../config/env-file.js';
import { readSettings, type Variables } from '../config/read-settings.js';
import { parseArguments } from './command-line/arguments.js';
import { formatError } from './command-line/format-error.js';
import type { CommandHandler } from './commands/command.js';
import type { Output } from './command-line/progress.js';
import { type CommandName, USAGE, usageOf } from './command-line/usage.js';

/** Commands are imported on demand: one that uses a running host needs no database code. */
const LOAD: Readonly<Record<CommandName, () => Promise<CommandHandler>>> = Object.freeze({
  start: async () => (await import('./commands/start.js')).startCommand,
  init: async () => (await import('./commands/init.js')).initCommand,
  import: async () => (await import('./commands/import.js')).importCommand,
  'import-feaas': async () => (await import('./commands/import-feaas.js')).importFeaasCommand,
  export: async () => (await import('./commands/export.js')).exportCommand,
  token: async () => (await import('./commands/token.js')).tokenCommand,
  webhook: async () => (await import('./commands/webhook.js')).webhookCommand,
  'preview-link': async () => (await import('./commands/preview-link.js')).previewLinkCommand,
  audit: async () => (await import('./commands/audit.js')).auditCommand,
  config: async () => (await import('./commands/config.js')).configCommand,
  keys: async () => (await import('./commands/keys.js')).keysCommand,
  component: async () => (await import('./commands/component.js')).componentCommand,
  library: async () => (await import('./commands/library.js')).libraryCommand,
  schedule: async () => (await import('./commands/schedule.js')).scheduleCommand,
  release: async () => (await import('./commands/release.js')).releaseCommand,
  forks: async () => (await import('./commands/forks.js')).forksCommand,
  backup: async () => (await import('./commands/backup.js')).backupCommand,
  restore: async () => (await import('./commands/restore.js')).restoreCommand,
  storage: async () => (await import('./commands/storage.js')).storageCommand,
  thumbnails: async () => (await import('./commands/thumbnails.js')).thumbnailsCommand,
  mcp: async () => (await import('./commands/mcp.js')).mcpCommand,
  check: async () => (await import('./commands/check.js')).checkCommand,
});

/** Runs a command in a folder. Resolves with the exit code; for `start`, after a signal. */
export async function run(
  argv: readonly string[],
  environment: Variables,
  folder: string = process.cwd(),
  output: Output = { out: process.stdout, err: process.stderr },
): Promise<number> {
  const log = logTo(output);
  try {
    const args = parseArguments(argv);
    if (args.command === 'help') {
      output.out.write(`${args.about === undefined ? USAGE : usageOf(args.about)}\n`);
      return 0;
    }
    if (args.command === 'version') {
      output.out.write(`${HOST_VERSION}\n`);
      return 0;
    }
    const file = await envFile(folder);
    const { settings, warnings, ...sources } = readSettings({ flags: args.settings, environment, file, folder });
    for (const warning of warnings) log.warn(warning);
    const command = await LOAD[args.command]();
    return await command({ arguments: args, settings, ...sources, log, output, folder });
  } catch (error) {
    const message = formatError(error);
    if (message === undefined) throw error;
    log.error(message);
    return 1;
  }
}

/** A log for messages of a command besides its result. */
function logTo({ err }: Output): Log {
  const line = (message: string): void => void err.write(`feaas-host: ${message}\n`);
  return {
    info: line,
    warn: line,
    error: (message, cause) => {
      const stack = cause instanceof Error ? (cause.stack ?? String(cause)) : cause === undefined ? '' : String(cause);
      line(stack ? `${message}\n${stack}` : message);
    },
  };
}
