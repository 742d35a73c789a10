import { PREVIEW_LIMITS, type PreviewLink, type PreviewLinkInput } from '../../content/preview-link.js';
import { previewPath } from '../../content/preview-paths.js';
import type { ContentService } from '../../content/content-service.js';
import { HostError } from '../../lib/host-error.js';
import { wholeNumber } from '../../lib/setting-readers.js';
import { actionOf, requireNoOperand, requireOperand } from '../command-line/action.js';
import { type Arguments, textOf } from '../command-line/arguments.js';
import { hostOrigin } from '../command-line/host-origin.js';
import { withServices } from '../content/with-services.js';
import type { CommandContext, CommandHandler } from './command.js';

const ACTIONS = ['create', 'revoke', 'list'] as const;
/** Links per request. */
const PAGE_SIZE = 100;

/** `preview-link create [version]`, `preview-link revoke <id>`, `preview-link list` */
export const previewLinkCommand: CommandHandler = async (context) => {
  const { arguments: args, settings, log } = context;
  const action = actionOf(args, ACTIONS);
  const [, operand] = args.operands;
  if (action === 'list') {
    requireNoOperand(args, operand);
    return withServices(settings, log, ({ contentService }) => list(contentService, context));
  }
  if (action === 'revoke') {
    const id = requireOperand(args, operand, 'an id');
    return withServices(settings, log, ({ contentService }) => revoke(contentService, id, context));
  }
  const input = inputOf(args, operand);
  const origin = hostOrigin(textOf(args, 'url'), settings);
  return withServices(settings, log, ({ contentService }) => create(contentService, input, origin, context), {
    logLocation: true,
  });
};

/** @throws HostError */
function inputOf(args: Arguments, operand: string | undefined): PreviewLinkInput {
  const [page, revision, days, only] = ['page', 'revision', 'days', 'only'].map((flag) => textOf(args, flag));
  const [library, component, version, ...rest] = operand?.split('/') ?? [only];
  if (operand !== undefined && !(library && component && version && rest.length === 0))
    throw new HostError(`'preview-link create' needs library/component/version, but got '${operand}'. Correct it.`);
  if (only !== undefined && only !== library)
    throw new HostError(`--only is '${only}', but the version is of '${library}'. Leave out --only.`);
  if (library === undefined || (operand === undefined && page === undefined))
    throw new HostError("'preview-link create' needs library/component/version, or --page and --only. Add it.");
  return {
    ...{ library, pinned: args.flags['pinned'] === true },
    ...(component && version ? { versions: [{ component, version }] } : {}),
    ...(page === undefined ? {} : { page }),
    ...(revision === undefined ? {} : { revision: wholeNumber(Number.MAX_SAFE_INTEGER)(revision, '--revision') }),
    ...(days === undefined ? {} : { days: wholeNumber(PREVIEW_LIMITS.maxDays)(days, '--days') }),
  };
}

async function create(
  contentService: ContentService,
  input: PreviewLinkInput,
  origin: string,
  { output }: CommandContext,
): Promise<number> {
  const { link, token } = await contentService.createPreviewLink(input);
  output.err.write(`${link.id}: ${describe(link)}. This is the only time that you see the link:\n`);
  // Alone on standard output, so that a script can read it.
  output.out.write(`${origin}${previewPath(token)}\n`);
  return 0;
}

async function revoke(contentService: ContentService, id: string, { output }: CommandContext): Promise<number> {
  if (!(await contentService.revokePreviewLink(id)))
    throw new HostError(`there is no preview link '${id}'. Choose one of 'preview-link list'.`);
  output.out.write(`revoked ${id}\n`);
  return 0;
}

async function list(contentService: ContentService, { arguments: args, output }: CommandContext): Promise<number> {
  const only = textOf(args, 'only');
  const libraries = only === undefined ? (await contentService.libraries()).map(({ id }) => id) : [only];
  for (const library of libraries) {
    let after: string | undefined;
    do {
      const page = await contentService.previewLinkPage(library, {
        first: PAGE_SIZE,
        ...(after === undefined ? {} : { after }),
      });
      for (const link of page.items)
        output.out.write(`${link.id}  ${stateOf(link)}  ${link.createdBy}  ${describe(link)}\n`);
      after = page.next ?? undefined;
    } while (after !== undefined);
  }
  return 0;
}

/** `demo/hero/responsive (newest), demo/teaser/home (revision 4)` */
const describe = ({ library, subjects, page }: PreviewLink): string =>
  subjects
    .map(
      ({ component, version, revision }) =>
        `${library}/${component}/${version} (${revision === null ? 'newest' : `revision ${revision}`})`,
    )
    .join(', ') + (page === null ? '' : ` for ${page}`);

function stateOf({ revokedAt, expiresAt }: PreviewLink): string {
  if (revokedAt !== null) return `revoked ${dayOf(revokedAt)}`;
  return `${expiresAt <= Date.now() ? 'expired' : 'until'} ${dayOf(expiresAt)}`;
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 16).replace('T', ' ');
