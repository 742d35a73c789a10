/**
 * What one request may read and be told. A query's text does not tell it: variables, lists and long views multiply what
 * each field costs. Each read is charged before it is made, also where the same is asked for under several aliases.
 */
import { Semaphore } from 'async-mutex';
import DataLoader from 'dataloader';
import type { ContentService, Page, RevisionAddress, VersionListRequest } from '../../content/content-service.js';
import type { VersionState } from '../../content/model.js';
import { subjectOf } from '../../content/addresses.js';
import { BadRequestError } from './errors.js';
import type { GraphQLLimits } from './limits.js';

const READS = [
  'libraryPage',
  'library',
  'publishedLibrary',
  'components',
  'componentSummaries',
  'component',
  'versionSummaries',
  'versionPage',
  'forks',
  'auditPage',
  'webhooks',
  'webhookDeliveries',
  'previewLinkPage',
  'historySummaries',
  'revision',
  'stylesheetSummary',
  'collectionPage',
  'dataSourcePage',
  'media',
  'isDelivered',
  'unpublishedAt',
  'schedules',
  'releases',
  'release',
  'releaseItems',
] as const;

/** The content service, as far as one request may read it. @throws BadRequestError beyond that. */
export type Reads = Pick<ContentService, (typeof READS)[number]>;

export interface Budget {
  readonly reads: Reads;
  /** Reads something that is not the content service's, as one row. @throws BadRequestError beyond what a request may read. */
  read<Found>(read: () => Promise<Found>): Promise<Found>;
  /**
   * `versionPage`. First pages of several components that are asked for at the same time are read together.
   * @throws BadRequestError beyond what a request may read.
   */
  versionPage(library: string, component: string, page: VersionListRequest): Promise<Page<VersionState>>;
  /**
   * The content of a revision, which has so many bytes; undefined where there is none. What is asked for at the same time
   * is read together, and once. @throws BadRequestError if the answer may not hold that much more: nothing is read then.
   */
  content(revision: RevisionAddress, bytes: number): Promise<string | undefined>;
  /** The sample of a data source, in the same way. */
  sample(source: { readonly library: string; readonly id: string }, bytes: number): Promise<string | undefined>;
  /** Passes a text on, if the answer may hold that much more. @throws BadRequestError */
  charge(text: string): string;
  /** Begins anew: for each event of a subscription. */
  reset(): void;
}

/** One request leaves connections of the database to others. */
const CONCURRENT_READS = 4;
/** Pages of versions that are read at once, and versions of all of them: a client that asks for long pages is told so before much is read. */
const PAGES_PER_READ = 20;
const VERSIONS_PER_READ = 2_000;
/** Contents that are read at once: long ones take memory, and time in which the host does nothing else. */
const CONTENTS_PER_READ = 20;

/** What an answer holds of what all answers may hold at once. */
export interface AnswerShare {
  /** @throws RateLimitedError */
  take(characters: number): void;
  release(): void;
}

/** What charges a read, makes it, and charges what it has found. */
type Bounded = (read: (...args: unknown[]) => Promise<unknown>, args: readonly unknown[]) => Promise<unknown>;

/**
 * Makes the budget of each request. Most requests make one or two reads: what is the same for all of them is made once.
 * @param readContents `contents` of the content service; may be shared by requests
 */
export function createBudgets(
  contentService: ContentService,
  readContents: ContentService['contents'],
  limits: Pick<GraphQLLimits, 'rows' | 'characters'>,
): (answer?: AnswerShare) => Budget {
  class BoundedReads {
    constructor(readonly bounded: Bounded) {}
  }
  for (const name of READS) {
    const read = contentService[name].bind(contentService) as (...args: unknown[]) => Promise<unknown>;
    const method = function (this: BoundedReads, ...args: unknown[]): Promise<unknown> {
      return this.bounded(read, args);
    };
    Object.defineProperty(BoundedReads.prototype, name, { value: method });
  }
  return createBudget;

  function createBudget(answer?: AnswerShare): Budget {
    const semaphore = new Semaphore(CONCURRENT_READS);
    const limited = <Found>(work: () => Promise<Found>): Promise<Found> => semaphore.runExclusive(work);
    let rows = 0;
    let characters = 0;
    let share = answer;

    const chargeRows = (more: number): void => {
      if (rows + more > limits.rows) {
        throw new BadRequestError(`The request reads more than ${limits.rows} rows: ask for less at once.`);
      }
      rows += more;
    };
    const chargeCharacters = (more: number): void => {
      characters += more;
      if (characters > limits.characters)
        throw new BadRequestError(
          `The answer holds more than ${limits.characters} characters of content: ask for less at once.`,
        );
      share?.take(more);
    };
    /** Of a list or page that has more than may still be read no more is read than shows it. */
    const atMost = (left: number, argument: unknown): unknown => {
      if (Array.isArray(argument) && argument.length > left) chargeRows(argument.length);
      if (typeof argument !== 'object' || argument === null || !('first' in argument)) return argument;
      return { ...argument, first: Math.min(argument.first as number, left + 1) };
    };
    const bounded: Bounded = (read, args) =>
      limited(async () => {
        chargeRows(1);
        const found = await read(...args.map((argument) => atMost(limits.rows - rows, argument)));
        chargeRows(rowsOf(found));
        return found;
      });

    const reads = new BoundedReads(bounded) as unknown as Reads;
    // Most requests read no list of components with their versions.
    let firstPages: Map<string, DataLoader<string, Page<VersionState>>> | undefined;
    const createFirstPages = (library: string, page: Omit<VersionListRequest, 'after'>) =>
      new DataLoader<string, Page<VersionState>>(
        (components) =>
          limited(async () => {
            chargeRows(components.length);
            const first = Math.min(page.first, limits.rows - rows + 1);
            const pages = await contentService.versionPages(library, components, { ...page, first });
            chargeRows(pages.reduce((sum, { items }) => sum + items.length, 0));
            return pages;
          }),
        {
          // Each is charged, also where the same is asked for under several aliases.
          cache: false,
          maxBatchSize: Math.max(1, Math.min(PAGES_PER_READ, Math.floor(VERSIONS_PER_READ / page.first))),
        },
      );

    // Most requests read no content.
    let contents: DataLoader<RevisionAddress, string | undefined, string> | undefined;
    const createContents = () =>
      new DataLoader<RevisionAddress, string | undefined, string>(
        (revisions) => limited(() => readContents(revisions)),
        { cacheKeyFn: (revision) => `${subjectOf(revision)} ${revision.number}`, maxBatchSize: CONTENTS_PER_READ },
      );
    return {
      reads,
      read: (read) =>
        limited(() => {
          chargeRows(1);
          return read();
        }),
      versionPage(library, component, page) {
        const { after, ...firstPage } = page;
        if (after !== undefined) return reads.versionPage(library, component, page);
        const key = `${library} ${firstPage.first} ${firstPage.published} ${firstPage.summaries}`;
        firstPages ??= new Map();
        const loader = firstPages.get(key) ?? createFirstPages(library, firstPage);
        firstPages.set(key, loader);
        return loader.load(component);
      },
      async content(revision, bytes) {
        chargeCharacters(bytes);
        return (contents ??= createContents()).load(revision);
      },
      async sample({ library, id }, bytes) {
        chargeCharacters(bytes);
        return (await limited(() => contentService.dataSource(id, library)))?.sample;
      },
      charge(text) {
        chargeCharacters(text.length);
        return text;
      },
      reset() {
        rows = 0;
        characters = 0;
        contents = undefined;
        firstPages = undefined;
        // A client that reads slowly has one event at a time, and the number of subscriptions is limited.
        share?.release();
        share = undefined;
      },
    };
  }
}

function rowsOf(found: unknown): number {
  if (Array.isArray(found)) return found.length;
  if (typeof found !== 'object' || found === null) return 0;
  return 'items' in found && Array.isArray(found.items) ? found.items.length : 1;
}
