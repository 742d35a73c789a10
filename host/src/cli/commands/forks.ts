import { versionId } from '../../content/addresses.js';
import { type Fork, FORK_ORDERS, type ForkOrder, type ForkFilter } from '../../content/fork.js';
import type { ContentService } from '../../content/content-service.js';
import { HostError } from '../../lib/host-error.js';
import { oneOf } from '../../lib/setting-readers.js';
import { actionOf } from '../command-line/action.js';
import { type Arguments, textOf } from '../command-line/arguments.js';
import { undoReset } from '../forks/undo-reset.js';
import { eachFork, resetFork } from '../forks/reset.js';
import { createProgress } from '../command-line/progress.js';
import type { Services } from '../admin-socket/services.js';
import { librariesOf } from '../content/chosen-libraries.js';
import { withServices } from '../content/with-services.js';
import type { CommandContext, CommandHandler } from './command.js';

const ACTIONS = ['list', 'reset', 'undo'] as const;
/** Forks per request. */
const PAGE_SIZE = 100;
/** Author in histories. */
const OPERATOR = { name: 'feaas-host forks', id: 'cli' };

/** `forks list`, `forks reset`, `forks undo` */
export const forksCommand: CommandHandler = async (context) => {
  const { arguments: args, settings, log } = context;
  const action = actionOf(args, ACTIONS);
  const [, id] = args.operands;
  // `undo` needs forks that were in use. Others are only drafts.
  const filter = { ...filterOf(args), ...(action === 'undo' ? { inUse: false, wasInUse: true } : {}) };
  const only = textOf(args, 'only');
  // Applying an action to all libraries would be a mistake.
  if (action !== 'list' && id === undefined && only === undefined) {
    throw new HostError(`'forks ${action}' needs a choice. Give the id of a fork, or --only <library>.`);
  }
  const work = async ({ contentService }: Services): Promise<number> => {
    const found = await forksOf(contentService, only ?? id?.split('/')[0], filter);
    const forks = id === undefined ? found : found.filter((fork) => versionId(fork) === id);
    if (id !== undefined && forks.length === 0) {
      const condition = action === 'undo' ? 'was reset or deleted' : 'is in use';
      throw new HostError(`there is no fork '${id}' that ${condition} and fits. Choose one of 'forks list'.`);
    }
    if (action === 'list') return list(forks, context);
    return change(action === 'undo' ? 'restored' : 'reset', contentService, forks, context);
  };
  return withServices(settings, log, work, action === 'list' ? {} : { blobStore: 'to its own' });
};

function filterOf(args: Arguments): ForkFilter {
  const component = textOf(args, 'component');
  const author = textOf(args, 'author');
  const page = textOf(args, 'page');
  const order: ForkOrder = oneOf(...FORK_ORDERS)(textOf(args, 'order') ?? 'newest', '--order');
  return {
    ...{ order, inUse: true },
    ...(component === undefined ? {} : { component }),
    ...(author === undefined ? {} : { author }),
    ...(page === undefined ? {} : { page }),
    ...(args.flags['changed'] === true ? { originChanged: true } : {}),
    ...(args.flags['orphaned'] === true ? { orphaned: true } : {}),
  };
}

/** Reads all pages first, because a reset would change later pages. */
async function forksOf(
  contentService: ContentService,
  library: string | undefined,
  filter: ForkFilter,
): Promise<Fork[]> {
  const forks: Fork[] = [];
  for (const id of await librariesOf(contentService, library)) {
    let after: string | null | undefined;
    do {
      const page = await contentService.forks(id, { ...filter, first: PAGE_SIZE, ...(after ? { after } : {}) });
      forks.push(...page.items);
      after = page.next;
    } while (after);
  }
  return forks;
}

function list(forks: readonly Fork[], { output }: CommandContext): number {
  for (const fork of forks) output.out.write(`${lineOf(fork)}\n`);
  return 0;
}

async function change(
  outcome: 'reset' | 'restored',
  contentService: ContentService,
  forks: readonly Fork[],
  { arguments: args, output }: CommandContext,
): Promise<number> {
  if (args.flags['yes'] !== true) {
    for (const fork of forks) output.out.write(`${lineOf(fork)}\n`);
    output.err.write(`${forks.length} would be ${outcome}; nothing changed. Add --yes to do it.\n`);
    return 0;
  }
  const progress = createProgress('forks', output);
  progress.expect(forks.length);
  let failures: number;
  try {
    const apply = outcome === 'reset' ? resetFork : undoReset;
    failures = await eachFork(forks, (fork) => apply(contentService, fork, OPERATOR), {
      done(fork, { revision }) {
        progress.line(`${versionId(fork)}: ${outcome} (revision ${revision}; it was ${fork.revision})`);
        progress.step();
      },
      failed(_, reason) {
        progress.problem(reason);
        progress.step();
      },
    });
  } finally {
    progress.end();
  }
  output.out.write(`${forks.length - failures} ${outcome}${failures > 0 ? `, ${failures} not` : ''}\n`);
  return failures > 0 ? 1 : 0;
}

/** Tab-separated for scripts. Names and addresses contain no tabs. */
const lineOf = (fork: Fork): string =>
  [
    versionId(fork),
    new Date(fork.savedAt).toISOString(),
    fork.author,
    fork.page || '-',
    fork.orphaned ? 'orphaned' : fork.originChanged ? 'original changed' : '-',
  ].join('\t');
