import { SETTINGS } from '../../config/settings-table.js';
import type { Setting } from '../../lib/setting.js';

interface Command {
  /** Operands in order: `<…>` is required, `[…]` is optional. */
  readonly takes: readonly string[];
  /** Flags of the command. */
  readonly flags: Readonly<Record<string, 'string' | 'boolean'>>;
  readonly about: readonly string[];
}

const command = <const Definition extends Command>(definition: Definition): Definition => definition;

export const COMMANDS = Object.freeze({
  start: command({
    takes: [],
    flags: { files: 'boolean', watch: 'boolean', run: 'string' },
    about: [
      'start                  run the host until a signal stops it',
      '  --watch              in development: publish each saved file of --library',
      '  --run <command>      in development: start the server of a site with the host; they end together',
      '  --files              serve the folder of --library read-only, without a database',
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
      'import <folder>        publish a library, or a folder of libraries; reports and skips content that editors changed since the last import',
      '  --force              also replace changes of editors, and restore what they deleted',
      '  --dry-run            list the changes, and make none',
      '  --watch              keep running, and publish each saved file',
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
      '                       The exit code is 1 if the command could not read or import something',
      '  --to <folder>        folder for the files and the report (feaas-import)',
      '  --only <library>     that library only',
      '  --files-only         write the files and import nothing',
      '  --force              replace changed files, and what editors changed',
      '  --dry-run            read, report the changes, and make none',
      '  --json               print the report as JSON',
    ],
  }),
  export: command({
    takes: ['<folder>'],
    flags: { only: 'string', force: 'boolean' },
    about: [
      'export <folder>        write each library as files into its own subfolder',
      '  --only <library>     export only this library',
      '  --force              replace existing files; removes files that are not part of the library',
    ],
  }),
  token: command({
    takes: ['<create|revoke|list>', '[name or id]'],
    flags: { role: 'string', only: 'string', days: 'string' },
    about: [
      'token create <name>    create a bearer token, and print it once',
      '  --role <role>        viewer, editor, publisher or admin (default: editor)',
      '  --only <library>     limit the token to this library',
      '  --days <number>      days until it expires (default: never)',
      'token revoke <id>      revoke a token at once, and end its sessions',
      'token list             list ids, roles and names of all tokens',
    ],
  }),
  webhook: command({
    takes: ['<add|list|remove|enable|disable|rotate|test|deliveries|replay>', '<library or id>', '[address or event]'],
    flags: { events: 'string', revoke: 'boolean', state: 'string' },
    about: [
      'webhook add <library> <address>  send events of a library to an address, and print the secret for their signatures once',
      '  --events <names>     only these events, separated by commas, such as component.published,media.deleted (default: all)',
      'webhook list <library>  list ids, states and addresses of the webhooks of a library',
      'webhook remove <id>    remove a webhook, its open deliveries and its log',
      'webhook enable <id>, webhook disable <id>  a disabled webhook keeps its open deliveries',
      'webhook rotate <id>    print a new secret once; the earlier one also signs for 24 hours',
      '  --revoke             end the earlier secret at once',
      'webhook test <id>      send one event of the type webhook.test now, and print the response; exit code 1 if the receiver refuses it',
      'webhook deliveries <id>  list the deliveries of the last 30 days, latest event first',
      '  --state <state>      only pending, delivered or failed ones',
      'webhook replay <id> <event>  send one event of that list again',
    ],
  }),
  'preview-link': command({
    takes: ['<create|revoke|list>', '[id]'],
    flags: {
      ...{ page: 'string', revision: 'string', days: 'string', url: 'string', only: 'string' },
      pinned: 'boolean',
    },
    about: [
      'preview-link create [library/component/version]  create a link that shows a draft without a token, and print it once',
      '  --page <address>     show all customizations of this page; with --only <library> instead of a version, or in addition to it',
      '  --revision <number>  always show this revision (default: the last saved one)',
      '  --pinned             always show the revision that is the last one now',
      '  --days <number>      days until it expires, at most 90 (default: 7)',
      '  --url <address>      address of the host in the link (default: --host and --port on this machine)',
      'preview-link revoke <id>  revoke a link at once',
      'preview-link list      list ids, states and versions of all links',
      '  --only <library>     only of this library',
    ],
  }),
  audit: command({
    takes: [],
    flags: { only: 'string', action: 'string', since: 'string' },
    about: [
      'audit                  print the audit log (publications, deletions, changes of settings and tokens) as JSON lines, oldest first',
      '  --only <library>     only entries of this library',
      '  --action <name>      only this action, such as publish, unpublish, delete, deleteComponent, deleteLibrary, saveSettings, createToken or createPreviewLink',
      '  --since <day>        only entries since this day (2026-01-31), in UTC',
    ],
  }),
  config: command({
    takes: [],
    flags: { json: 'boolean' },
    about: [
      'config                 print the current settings and their sources, without secrets',
      '  --json               print JSON for programs',
    ],
  }),
  keys: command({
    takes: ['<list|rotate>'],
    flags: { revoke: 'boolean' },
    about: [
      'keys list              list the signing key of sessions, and earlier keys that are still valid',
      'keys rotate            sign new sessions with a new key; earlier keys stay valid for an hour, until their last session ends',
      '  --revoke             reject earlier keys at once: every session ends',
    ],
  }),
  component: command({
    takes: ['<delete>', '<library/component>'],
    flags: { force: 'boolean' },
    about: [
      'component delete <library/component>  remove a component, and delete its versions and forks; keeps their histories',
      '  --force              also with published versions',
    ],
  }),
  library: command({
    takes: ['<delete>', '<library>'],
    flags: { confirm: 'string' },
    about: [
      'library delete <library>  remove a library with all its content for good, and revoke its tokens',
      '  --confirm <library>  the same name again; without it, the command changes nothing',
    ],
  }),
  forks: command({
    takes: ['<list|reset|undo>', '[id]'],
    flags: {
      ...{ only: 'string', component: 'string', author: 'string', page: 'string', order: 'string' },
      ...{ changed: 'boolean', orphaned: 'boolean', yes: 'boolean' },
    },
    about: [
      'forks list             list customizations: id, time and author of the save, page, state of the original',
      '  --only <library>     only of this library',
      '  --component <name>, --author <name>, --page <beginning of its address>',
      '  --changed            only with a newer save of the original',
      '  --orphaned           only without an original',
      '  --order <order>      newest, oldest, page or author (default: newest)',
      'forks reset [id]       list the customizations to reset; after a reset, their pages show the original again',
      '  --yes                reset them, and keep their histories; exit code 1 if one reset fails',
      'forks undo [id]        list reset and deleted customizations that can return; --yes restores them',
    ],
  }),
  schedule: command({
    takes: ['<add|list|cancel>', '[id]'],
    flags: {
      ...{ at: 'string', zone: 'string', revision: 'string', unpublish: 'boolean' },
      ...{ only: 'string', state: 'string' },
    },
    about: [
      'schedule add <id>      publish at a time: a version (library/component/version), a stylesheet (library) or a release (library/key)',
      '  --at <time>          2026-12-24T18:00 with --zone, or with an offset: 2026-12-24T18:00+01:00',
      '  --zone <time zone>   IANA time zone, such as Europe/Berlin',
      '  --revision <number>  revision to publish (default: the last one)',
      '  --unpublish          unpublish instead',
      'schedule list          list schedules: id, state, time in UTC, local time, action, subject, revision, principal, error',
      '  --only <library>     only of this library',
      '  --state <state>      pending, done, failed, canceled or all (default: pending)',
      'schedule cancel <id>   cancel a pending schedule',
    ],
  }),
  release: command({
    takes: ['<create|list|show|publish|delete>', '[library/key]'],
    flags: { name: 'string', items: 'string', only: 'string' },
    about: [
      'release create <library/key>  create a release: a set of revisions that the host publishes in one transaction',
      '  --items <file>       text file with one item per line: the id, a space, and a revision, latest or unpublish',
      '  --name <name>        name for people (default: the key)',
      'release list           list releases: id, state, name; --only <library>',
      'release show <library/key>     print the items of a release, as --items takes them',
      'release publish <library/key>  publish all items of a release now, or none',
      'release delete <library/key>   delete a release and cancel its schedules; its published content stays published',
    ],
  }),
  backup: command({
    takes: ['[file]'],
    flags: {},
    about: [
      'backup [file]          write database and media to a new file, and check it; works while the host runs. Without a file: into',
      '                       --backup-folder, where old backups are then removed',
    ],
  }),
  restore: command({
    takes: ['<file>'],
    flags: { force: 'boolean', 'take-over': 'boolean', move: 'boolean' },
    about: [
      'restore <file>         restore a backup into an empty data folder or database; stop all hosts first. Sessions, preview links, overdue',
      '                       schedules and pending deliveries of webhooks end',
      '  --force              replace existing content',
      '  --take-over          also if the blob store belongs to another database that this one replaces',
      '  --move               nothing changed since the backup: sessions, preview links, schedules and deliveries go on',
    ],
  }),
  storage: command({
    takes: ['<copy|move>'],
    flags: { to: 'string', 'take-over': 'boolean' },
    about: [
      'storage copy           copy all blobs to another store, and skip those that are there; works while the host runs',
      'storage move           stop all hosts first: copy what is missing, compare each blob, and let the database deliver to the other',
      '                       store from then on. Both commands continue with the next call after a stop',
      '  --to <file>          settings of the other store, as in .env; an empty file is the data folder',
      '  --take-over          also if the other store has content of another database, which stays there',
    ],
  }),
  thumbnails: command({
    takes: [],
    flags: { only: 'string', force: 'boolean' },
    about: [
      'thumbnails             draw missing and outdated thumbnails; needs Chrome or Chromium',
      '  --only <library>     only of this library',
      '  --force              draw all thumbnails again',
    ],
  }),
  mcp: command({
    takes: [],
    flags: { url: 'string' },
    about: [
      'mcp                    let an agent read and propose drafts over stdio (Model Context Protocol), with the token in FEAAS_TOKEN',
      '  --url <address>      address of the host (default: --host and --port on this machine)',
    ],
  }),
  check: command({
    takes: [],
    flags: { repair: 'boolean', recovered: 'boolean' },
    about: [
      'check                  finish open deliveries, then report differences between database and blobs; exit code 1 if any',
      '  --repair             deliver everything again first: for a new or empty blob store',
      '  --recovered          after you recovered the database to an earlier moment: as --repair, and end sessions, preview links, overdue',
      '                       schedules and pending deliveries of webhooks; stop all hosts first',
    ],
  }),
});

export type CommandName = keyof typeof COMMANDS;

/** Columns for names. The description of a longer name starts on the next line. */
const WIDTH = 60;
const formatEntries = (entries: readonly (readonly [string, string])[]): string =>
  entries
    .map(([name, text]) => `  ${name.padEnd(WIDTH)}${name.length > WIDTH ? `\n${' '.repeat(WIDTH + 2)}` : ''}  ${text}`)
    .join('\n');

const SETTINGS_USAGE = `Settings. Set them by option, environment variable or a file .env (in order of precedence):
${formatEntries(
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

  --help                 print this help; feaas-host <command> --help prints the help of one command
  --version              print the version of feaas-host`;

/** The help text of one command. */
export function usageOf(name: CommandName): string {
  const { takes, about } = COMMANDS[name];
  return `Usage: feaas-host ${[name, ...takes].join(' ')} [options]

${about.map((line) => `  ${line}`).join('\n')}

${SETTINGS_USAGE}`;
}
