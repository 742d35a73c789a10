import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { COMMAND_LINE } from '../../auth/identity.js';
import { styleAddress, subjectOf } from '../../content/addresses.js';
import type { ContentService } from '../../content/content-service.js';
import type { Release, ReleaseItem } from '../../content/release.js';
import { ConflictError } from '../../lib/domain-error.js';
import { HostError } from '../../lib/host-error.js';
import { actionOf, requireOnlyOption } from '../command-line/action.js';
import { textOf } from '../command-line/arguments.js';
import { librariesOf } from '../content/chosen-libraries.js';
import { withServices } from '../content/with-services.js';
import type { CommandContext, CommandHandler } from './command.js';
import { lastRevision } from './schedule.js';

const ACTIONS = ['create', 'list', 'show', 'publish', 'delete'] as const;
/** Releases per request. */
const PAGE_SIZE = 100;

/** `release create`, `release list`, `release show`, `release publish`, `release delete` */
export const releaseCommand: CommandHandler = async (context) => {
  const { arguments: args, settings, log, output } = context;
  const action = actionOf(args, ACTIONS);
  const [, path] = args.operands;
  if (action === 'list') {
    requireOnlyOption(args, path);
    return withServices(settings, log, ({ contentService }) => list(contentService, context));
  }
  const [library, id, ...rest] = (path ?? '').split('/');
  if (!library || !id || rest.length > 0)
    throw new HostError(
      `'release ${action}' takes the id of a release, but got '${path ?? ''}'. Give one such as library/key.`,
    );
  if (action === 'show')
    return withServices(settings, log, ({ contentService }) => show(contentService, library, id, context));
  const work = async (contentService: ContentService): Promise<number> => {
    if (action === 'create') return create(contentService, library, id, context);
    if (action === 'delete') {
      if (!(await contentService.deleteRelease(library, id))) throw notFound(library, id);
      output.out.write(`${library}/${id}: deleted\n`);
      return 0;
    }
    const release = await requireRelease(contentService, library, id);
    await contentService.publishRelease(library, id, release.revision, COMMAND_LINE);
    output.out.write(`${library}/${id}: published\n`);
    return 0;
  };
  return withServices(settings, log, ({ contentService }) => work(contentService), {
    logLocation: true,
    ...(action === 'publish' ? { blobStore: 'to its own' as const } : {}),
  });
};

async function create(
  contentService: ContentService,
  library: string,
  id: string,
  { arguments: args, folder, output }: CommandContext,
): Promise<number> {
  const file = textOf(args, 'items');
  if (file === undefined) throw new HostError("'release create' needs its items. Add --items <file>.");
  const items = await readItems(contentService, resolve(folder, file));
  const release = { library, id, name: textOf(args, 'name') ?? id, items };
  await contentService.saveRelease(release, 0, COMMAND_LINE).catch((error: unknown) => {
    if (!(error instanceof ConflictError)) throw error;
    throw new HostError(`there is a release '${library}/${id}' already. Choose another key, or delete it first.`, {
      cause: error,
    });
  });
  output.out.write(`${library}/${id}: ${items.length} items\n`);
  return 0;
}

/** @throws HostError */
async function readItems(contentService: ContentService, file: string): Promise<ReleaseItem[]> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    throw new HostError(`--items: could not read '${file}'. Check the path: ${(error as Error).message}`, {
      cause: error,
    });
  }
  const items: ReleaseItem[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    // Ids may contain spaces.
    const [, id, choice] = /^\s*(.*\S)\s+(\d{1,15}|latest|unpublish)\s*$/.exec(line) ?? [];
    const [library, component, version, ...rest] = (id ?? '').split('/');
    const isStylesheet = component === undefined;
    if (!library || rest.length > 0 || (!isStylesheet && (!component || !version))) {
      throw new HostError(
        `--items: line ${index + 1} must be an id, a space, and a revision, 'latest' or 'unpublish', but is '${line}'.`,
      );
    }
    const address = isStylesheet ? styleAddress(library) : { library, component, version: version! };
    const revision =
      choice === 'unpublish'
        ? null
        : choice === 'latest'
          ? await lastRevision(contentService, address)
          : Number(choice);
    items.push({ ...address, revision });
  }
  return items;
}

async function list(contentService: ContentService, { arguments: args, output }: CommandContext): Promise<number> {
  for (const library of await librariesOf(contentService, textOf(args, 'only'))) {
    let after: string | null | undefined;
    do {
      const page = await contentService.releases(library, { first: PAGE_SIZE, ...(after ? { after } : {}) });
      for (const release of page.items) output.out.write(`${lineOf(release)}\n`);
      after = page.next;
    } while (after);
  }
  return 0;
}

async function show(
  contentService: ContentService,
  library: string,
  id: string,
  { output }: CommandContext,
): Promise<number> {
  await requireRelease(contentService, library, id);
  for (const item of await contentService.releaseItems(library, id))
    output.out.write(`${subjectOf(item)} ${item.revision ?? 'unpublish'}\n`);
  return 0;
}

async function requireRelease(contentService: ContentService, library: string, id: string): Promise<Release> {
  const release = await contentService.release(library, id);
  if (!release) throw notFound(library, id);
  return release;
}

const notFound = (library: string, id: string): HostError =>
  new HostError(`there is no release '${library}/${id}'. Choose one of 'release list'.`);

/** Tab-separated for scripts. Names contain no tabs. */
const lineOf = ({ library, id, state, name }: Release): string => [`${library}/${id}`, state, name].join('\t');
