import { SETTINGS } from '../../config/settings-table.js';
import type { Setting } from '../../lib/setting.js';

interface Command {
  /** Operands in order: `<…>` must be given, `[…]` may be. */
  readonly takes: readonly string[];
  /** Flags of its own. */
  readonly flags: Readonly<Record<string, 'string' | 'boolean'>>;
  readonly about: readonly string[];
}

const command = <const Definition extends Command>(definition: Definition): Definition => definition;

export const COMMANDS = Object.freeze({
  start: command({
    takes: [],
    flags: { files: 'boolean', watch: 'boolean', run: 'string' },
    about: [
      'start                  serve, until a signal ends it',
      '  --watch              in development: publish each file of --library that is saved',
      '  --run <command>      in development: start the server of a site beside the host; they end together',
      '  --files              serve the folder of --library as it is: no database, nothing can be changed',
    ],
  }),
  init: command({
    takes: ['<folder>'],
    flags: {},
    about: [
      'init <folder>          create a library in a new or empty folder: a component, a stylesheet and a data source',
    ],
  }),
  import: command({
    takes: ['<folder>'],
    flags: { watch: 'boolean', force: 'boolean', 'dry-run': 'boolean' },
    about: [
      'import <folder>        publish what a library, or a folder of libraries, holds; what editors changed meanwhile is told of and left alone',
      '  --force              replace what editors changed, restore what they deleted',
      '  --dry-run            list what would be changed, and change nothing',
      '  --watch              go on, and publish each file that is saved',
    ],
  }),
  'import-feaas': command({
    takes: ['<address|folder>'],
    flags: {
      ...{ to: 'string', only: 'string' },
      ...{ 'files-only': 'boolean', force: 'boolean', 'dry-run': 'boolean', json: 'boolean' },
    },
    about: [
      'import-feaas <address|folder>  read libraries of Sitecore Components (FEaaS), write them as files and import them. The address is that',
      '                       of a page, a sitemap, a list of addresses, a component or a stylesheet; a folder holds copies of these.',
      '                       The exit code is 1 if anything could not be read or imported',
      '  --to <folder>        folder for the files and the report (feaas-import)',
      '  --only <library>     that library only',
      '  --files-only         write the files and import nothing',
      '  --force              replace changed files, and what editors changed',
      '  --dry-run            report what would be read and changed, and change nothing',
      '  --json               print the report as JSON',
    ],
  }),
  export: command({
    takes: ['<folder>'],
    flags: { only: 'string', force: 'boolean' },
    about: [
      'export <folder>        write every library as files, in a folder of its own below it',
      '  --only <library>     that one',
      '  --force              replace what is there; files that are not of the library are removed',
    ],
  }),
  token: command({
    takes: ['<create|revoke|list>', '[name or id]'],
    flags: { role: 'string', only: 'string', days: 'string' },
    about: [
      'token create <name>    make a bearer token; it is printed once',
      '  --role <role>        viewer, editor, publisher or admin (editor)',
      '  --only <library>     for that library, not for all',
      '  --days <number>      days it holds (for ever)',
      'token revoke <id>      end it at once, and the sessions that it gave',
      'token list             ids, roles and names of all tokens',
    ],
  }),
  audit: command({
    takes: [],
    flags: { only: 'string', action: 'string', since: 'string' },
    about: [
      'audit                  who published, took back, deleted, changed settings or tokens: one JSON text a line, oldest first',
      '  --only <library>     of that library',
      '  --action <name>      only that, such as publish, unpublish, delete, deleteComponent, deleteLibrary, saveSettings or createToken',
      '  --since <day>        from that day on (2026-01-31), in UTC',
    ],
  }),
  config: command({
    takes: [],
    flags: { json: 'boolean' },
    about: [
      'config                 settings that are in effect here, and what each was given by; secrets are not shown',
      '  --json               for programs',
    ],
  }),
  keys: command({
    takes: ['<list|rotate>'],
    flags: { revoke: 'boolean' },
    about: [
      'keys list              keys that sessions are signed with: the one that signs, and those that are still accepted',
      'keys rotate            let a new key sign; the others are accepted until their last session is over, an hour later',
      '  --revoke             accept the others no more: every session ends',
    ],
  }),
  component: command({
    takes: ['<delete>', '<library/component>'],
    flags: { force: 'boolean' },
    about: [
      'component delete <library/component>  remove a component, and delete its versions and forks; their histories stay',
      '  --force              also where versions of it are published',
    ],
  }),
  library: command({
    takes: ['<delete>', '<library>'],
    flags: { confirm: 'string' },
    about: [
      'library delete <library>  remove a library for good with all that is in it, and revoke its tokens',
      '  --confirm <library>  the same name again; without it, nothing is changed',
    ],
  }),
  forks: command({
    takes: ['<list|reset|undo>', '[id]'],
    flags: {
      ...{ only: 'string', component: 'string', author: 'string', page: 'string', order: 'string' },
      ...{ changed: 'boolean', orphaned: 'boolean', yes: 'boolean' },
    },
    about: [
      'forks list             customizations that pages show: id, when and by whom saved, page, what became of the original',
      '  --only <library>     of that library',
      '  --component <name>, --author <name>, --page <beginning of its address>',
      '  --changed            whose original was saved after them',
      '  --orphaned           whose original is gone',
      '  --order <order>      newest, oldest, page or author (newest)',
      'forks reset [id]       what would be reset of those: their pages show the original again',
      '  --yes                reset them; histories keep what was there. Exit code 1 if one could not be',
      'forks undo [id]        what would be given back of those that were reset or deleted; with --yes it is',
    ],
  }),
  backup: command({
    takes: ['<file>'],
    flags: {},
    about: ['backup <file>          write database and media to a new file; the host may be running'],
  }),
  restore: command({
    takes: ['<file>'],
    flags: { force: 'boolean', 'take-over': 'boolean' },
    about: [
      'restore <file>         bring a backup into an empty data folder or database; stop all hosts first',
      '  --force              replace what is there',
      '  --take-over          also where the blob store belongs to another database, which is gone or replaced by this',
    ],
  }),
  thumbnails: command({
    takes: [],
    flags: { only: 'string', force: 'boolean' },
    about: [
      'thumbnails             draw the thumbnails that are missing or older than what they show; needs Chrome or Chromium',
      '  --only <library>     of that library',
      '  --force              draw the others, too',
    ],
  }),
  mcp: command({
    takes: [],
    flags: { url: 'string' },
    about: [
      'mcp                    let an agent read and draft over stdio (Model Context Protocol), with the token in FEAAS_TOKEN',
      '  --url <address>      of the host (the one of --host and --port on this machine)',
    ],
  }),
  check: command({
    takes: [],
    flags: { repair: 'boolean' },
    about: [
      'check                  deliver what is open, say what disagrees between database and blobs; exit code 1 if anything does',
      '  --repair             deliver everything again first: for a blob store that was lost, or is another one',
    ],
  }),
});

export type CommandName = keyof typeof COMMANDS;

/** Columns of names; what a longer one is about stands in the next line. */
const WIDTH = 60;
const lines = (about: readonly (readonly [string, string])[]): string =>
  about
    .map(([name, text]) => `  ${name.padEnd(WIDTH)}${name.length > WIDTH ? `\n${' '.repeat(WIDTH + 2)}` : ''}  ${text}`)
    .join('\n');

const SETTINGS_USAGE = `Settings, as options, in the environment or in a file .env (earlier ones win):
${lines(
  Object.values(SETTINGS as Record<string, Setting<unknown>>).map(({ flag, variable, value, about }) => [
    `${flag === undefined ? '' : `--${flag}${value === undefined ? '' : ` <${value}>`}, `}${variable}`,
    about,
  ]),
)}`;

export const USAGE = `Usage: feaas-host <command> [options]

${Object.values(COMMANDS)
  .flatMap(({ about }) => about)
  .map((line) => `  ${line}`)
  .join('\n')}

${SETTINGS_USAGE}

  --help                 this text; of one command: feaas-host <command> --help`;

/** The text of one command. */
export function usageOf(name: CommandName): string {
  const { takes, about } = COMMANDS[name];
  return `Usage: feaas-host ${[name, ...takes].join(' ')} [options]

${about.map((line) => `  ${line}`).join('\n')}

${SETTINGS_USAGE}`;
}
