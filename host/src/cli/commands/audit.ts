import { AUDIT_ACTIONS, type AuditEntry, type AuditFilter } from '../../content/audit.js';
import type { ContentService } from '../../content/content-service.js';
import { parseDay } from '../../lib/iso-time.js';
import { oneOf } from '../../lib/setting-readers.js';
import { HostError } from '../../lib/host-error.js';
import { type Arguments, textOf } from '../command-line/arguments.js';
import { withServices } from '../content/with-services.js';
import type { CommandHandler } from './command.js';

/** Entries per request. */
const PAGE_SIZE = 100;

/** `audit`: prints the audit log as JSON lines for other programs. */
export const auditCommand: CommandHandler = ({ arguments: args, settings, log, output }) => {
  const filter = filterOf(args);
  return withServices(settings, log, async ({ contentService }) => {
    for (const entry of await entriesOf(contentService, filter)) output.out.write(`${lineOf(entry)}\n`);
    return 0;
  });
};

function filterOf(args: Arguments): AuditFilter {
  const [library, action, day] = [textOf(args, 'only'), textOf(args, 'action'), textOf(args, 'since')];
  return {
    ...(library === undefined ? {} : { library }),
    ...(action === undefined ? {} : { action: oneOf(...AUDIT_ACTIONS)(action, '--action') }),
    ...(day === undefined ? {} : { since: timeOf(day) }),
  };
}

function timeOf(day: string): number {
  const time = parseDay(day);
  if (time !== undefined) return time;
  throw new HostError(`--since must be a day such as 2026-01-31, but is '${day}'.`);
}

/** Oldest first, so that output can be appended to a file. */
async function entriesOf(contentService: ContentService, filter: AuditFilter): Promise<readonly AuditEntry[]> {
  const found: AuditEntry[] = [];
  let after: string | undefined;
  do {
    const page = await contentService.auditPage({
      ...filter,
      first: PAGE_SIZE,
      ...(after === undefined ? {} : { after }),
    });
    found.push(...page.items);
    after = page.next ?? undefined;
  } while (after !== undefined);
  return found.reverse();
}

const lineOf = ({ at, ...entry }: AuditEntry): string => JSON.stringify({ at: new Date(at).toISOString(), ...entry });
