import { COMMAND_LINE } from '../../auth/identity.js';
import { styleAddress, subjectOf } from '../../content/addresses.js';
import type { ContentService } from '../../content/content-service.js';
import type { VersionAddress } from '../../content/model.js';
import { type Schedule, SCHEDULE_STATES, type ScheduleSubject, type ScheduleTime } from '../../content/schedule.js';
import { BadInputError } from '../../lib/domain-error.js';
import { HostError } from '../../lib/host-error.js';
import { hasTimeForm, parseTime } from '../../lib/iso-time.js';
import { oneOf, wholeNumber } from '../../lib/setting-readers.js';
import { actionOf, requireOnlyOption, requireOperand } from '../command-line/action.js';
import { type Arguments, textOf } from '../command-line/arguments.js';
import { withServices } from '../content/with-services.js';
import { librariesOf } from '../content/chosen-libraries.js';
import type { CommandContext, CommandHandler } from './command.js';

const ACTIONS = ['add', 'list', 'cancel'] as const;
const STATES = [...SCHEDULE_STATES, 'all'] as const;
/** Schedules per request. */
const PAGE_SIZE = 100;

/** `schedule add <id>`, `schedule list`, `schedule cancel <id>` */
export const scheduleCommand: CommandHandler = async (context) => {
  const { arguments: args, settings, log } = context;
  const action = actionOf(args, ACTIONS);
  const [, operand] = args.operands;
  if (action === 'list') {
    requireOnlyOption(args, operand);
    const state = oneOf(...STATES)(textOf(args, 'state') ?? 'pending', '--state');
    return withServices(settings, log, ({ contentService }) => list(contentService, state, context));
  }
  const id = requireOperand(args, operand, 'an id');
  if (action === 'cancel')
    return withServices(settings, log, ({ contentService }) => cancel(contentService, id, context));
  const time = timeOf(args);
  return withServices(settings, log, ({ contentService }) => add(contentService, id, time, context), {
    logLocation: true,
  });
};

async function add(
  contentService: ContentService,
  id: string,
  time: ScheduleTime,
  { arguments: args, output }: CommandContext,
): Promise<number> {
  const subject = await subjectFor(contentService, id, args);
  const schedule = await contentService.addSchedule(subject, time, COMMAND_LINE).catch((error: unknown) => {
    throw error instanceof BadInputError ? withFlagName(error) : error;
  });
  if (schedule.adjustment === 'gap')
    output.err.write(`Clocks skip ${schedule.localTime} in ${schedule.timeZone}: it runs later by the skipped time.\n`);
  if (schedule.adjustment === 'overlap')
    output.err.write(`Clocks show ${schedule.localTime} in ${schedule.timeZone} twice: it runs at the first time.\n`);
  output.out.write(`${lineOf(schedule)}\n`);
  return 0;
}

/** The number of segments decides: a stylesheet, a release or a version. */
async function subjectFor(contentService: ContentService, id: string, args: Arguments): Promise<ScheduleSubject> {
  const revision = textOf(args, 'revision');
  const isUnpublished = args.flags['unpublish'] === true;
  const [library, second, third, ...rest] = id.split('/');
  if (!library || second === '' || third === '' || rest.length > 0) {
    throw new HostError(
      `'schedule add' takes library/component/version, library, or library/key of a release, but got '${id}'. Correct it.`,
    );
  }
  if (second !== undefined && third === undefined) {
    if (isUnpublished || revision !== undefined)
      throw new HostError(`'${id}' is a release: leave out --unpublish and --revision.`);
    return { kind: 'release', library, release: second };
  }
  const address =
    second === undefined ? styleAddress(library) : { library, component: second, version: third as string };
  if (isUnpublished) {
    if (revision !== undefined) throw new HostError('--unpublish takes no revision. Leave out --revision.');
    return { kind: 'unpublish', address };
  }
  const number = revision === undefined ? undefined : wholeNumber(Number.MAX_SAFE_INTEGER)(revision, '--revision');
  return { kind: 'publish', address, revision: number ?? (await lastRevision(contentService, address)) };
}

/** @throws HostError */
export async function lastRevision(contentService: ContentService, address: VersionAddress): Promise<number> {
  const found =
    address.component === ''
      ? await contentService.stylesheet(address.library)
      : (await contentService.versions([address]))[0];
  if (found) return found.revision;
  const kind = address.component === '' ? 'stylesheet' : 'version';
  throw new HostError(`there is no ${kind} '${subjectOf(address)}'. Check the id.`);
}

function timeOf(args: Arguments): ScheduleTime {
  const text = textOf(args, 'at');
  const zone = textOf(args, 'zone');
  if (text === undefined)
    throw new HostError("'schedule add' needs a time. Add --at 2026-12-24T18:00 --zone Europe/Berlin.");
  const isInstant = hasTimeForm(text);
  if (!isInstant && zone !== undefined) return { localTime: text, timeZone: zone };
  if (isInstant && zone !== undefined)
    throw new HostError(`--at '${text}' has an offset. Leave out the offset or --zone.`);
  const milliseconds = parseTime(text);
  if (milliseconds !== undefined) return { at: milliseconds };
  throw new HostError(
    `--at must be a time such as 2026-12-24T18:00 with --zone, or 2026-12-24T18:00+01:00, but is '${text}'.`,
  );
}

const FLAGS: Readonly<Record<string, string>> = Object.freeze({
  localTime: '--at',
  timeZone: '--zone',
  at: '--at',
  revision: '--revision',
});

/** Replaces the name of an argument by that of its flag. */
function withFlagName(error: BadInputError): Error {
  const flag = FLAGS[error.argument];
  if (flag === undefined || !error.message.startsWith(`${error.argument} `)) return error;
  return new HostError(`${flag}${error.message.slice(error.argument.length)}`, { cause: error });
}

async function list(
  contentService: ContentService,
  state: (typeof STATES)[number],
  { arguments: args, output }: CommandContext,
): Promise<number> {
  for (const library of await librariesOf(contentService, textOf(args, 'only'))) {
    let after: string | null | undefined;
    do {
      const filter = state === 'all' ? {} : { state };
      const page = await contentService.schedules(library, {
        ...filter,
        first: PAGE_SIZE,
        ...(after ? { after } : {}),
      });
      for (const schedule of page.items) output.out.write(`${lineOf(schedule)}\n`);
      after = page.next;
    } while (after);
  }
  return 0;
}

async function cancel(contentService: ContentService, id: string, { output }: CommandContext): Promise<number> {
  await contentService.cancelSchedule(id);
  output.out.write(`canceled ${id}\n`);
  return 0;
}

/** Tab-separated for scripts. Names contain no tabs. */
const lineOf = (schedule: Schedule): string =>
  [
    schedule.id,
    schedule.state,
    new Date(schedule.dueAt).toISOString(),
    schedule.localTime === null ? '-' : `${schedule.localTime} ${schedule.timeZone}`,
    schedule.kind,
    schedule.subject,
    schedule.revision ?? '-',
    schedule.createdBy,
    schedule.error?.replaceAll(/\s+/g, ' ') ?? '-',
  ].join('\t');
