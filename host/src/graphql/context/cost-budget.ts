/**
 * Limits what one request may read and return. A query's text does not show its cost: variables, lists and long markup
 * multiply the cost of fields. Each read is charged before it runs, even if several aliases request the same.
 */
import DataLoader from 'dataloader';
import type { ContentService, Page, RevisionAddress, VersionListRequest } from '../../content/content-service.js';
import type { VersionState } from '../../content/model.js';
import { subjectOf } from '../../content/addresses.js';
import { createSemaphore } from '../../lib/semaphore.js';
import { BadRequestError } from './errors.js';
import type { GraphQLLimits } from './limits.js';

const READS = [
  'libraryPage',
  'library',
  'publishedLibrary',
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

/** The reads of the content service, within the limits of one request. @throws BadRequestError beyond the limits. */
export type Reads = Pick<ContentService, (typeof READS)[number]>;

export interface Budget {
  readonly reads: Reads;
  /** Runs a read of another source, which counts as one row. @throws BadRequestError beyond the limits. */
  read<Found>(read: () => Promise<Found>): Promise<Found>;
  /**
   * Like `versionPage` of the content service. Concurrent requests for first pages of several components are batched.
   * @throws BadRequestError beyond the limits.
   */
  versionPage(library: string, component: string, page: VersionListRequest): Promise<Page<VersionState>>;
  /**
   * The content of a revision of this many bytes; undefined if it does not exist. Concurrent requests are batched and
   * deduplicated.
   * @throws BadRequestError if the response may not contain that much more; then nothing is read.
   */
  content(revision: RevisionAddress, bytes: number): Promise<string | undefined>;
  /** The sample of a data source, with the same limits. */
  sample(source: { readonly library: string; readonly id: string }, bytes: number): Promise<string | undefined>;
  /** Returns a text after charging its length. @throws BadRequestError */
  charge(text: string): string;
  /** Resets the budget, for each event of a subscription. */
  reset(): void;
}

/** Leaves database connections to other requests. */
const CONCURRENT_READS = 4;
/** Maximum pages per read, and maximum versions of all these pages. A request for long pages fails before much is read. */
const PAGES_PER_READ = 20;
const VERSIONS_PER_READ = 2_000;
/** Contents per read. Long ones take memory, and block the event loop. */
const CONTENTS_PER_READ = 20;

/** The share of one response in the total size of all current responses. */
export interface ResponseShare {
  /** @throws RateLimitedError */
  take(characters: number): void;
  release(): void;
}

/** Charges a read, runs it, and charges its result. */
type Bounded = (read: (...args: unknown[]) => Promise<unknown>, args: readonly unknown[]) => Promise<unknown>;

/**
 * Creates a factory for the budgets of requests. Most requests make only one or two reads, so common parts are created
 * once.
 * @param readContents `contents` of the content service; requests may share it
 */
export function createBudgets(
  contentService: ContentService,
  readContents: ContentService['contents'],
  limits: Pick<GraphQLLimits, 'rows' | 'characters'>,
): (answer?: ResponseShare) => Budget {
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

  function createBudget(answer?: ResponseShare): Budget {
    const runLimited = createSemaphore(CONCURRENT_READS);
    let rows = 0;
    let characters = 0;
    let share = answer;

    const chargeRows = (count: number): void => {
      if (rows + count > limits.rows) {
        throw new BadRequestError(`The request reads more than ${limits.rows} rows: ask for less at once.`);
      }
      rows += count;
    };
    const chargeCharacters = (count: number): void => {
      characters += count;
      if (characters > limits.characters)
        throw new BadRequestError(
          `The answer holds more than ${limits.characters} characters of content: ask for less at once.`,
        );
      share?.take(count);
    };
    /** Limits a list or page to one row more than may still be read, which is enough to detect an excess. */
    const limitArgument = (remaining: number, argument: unknown): unknown => {
      if (Array.isArray(argument) && argument.length > remaining) chargeRows(argument.length);
      if (typeof argument !== 'object' || argument === null || !('first' in argument)) return argument;
      return { ...argument, first: Math.min(argument.first as number, remaining + 1) };
    };
    const bounded: Bounded = (read, args) =>
      runLimited(async () => {
        chargeRows(1);
        const result = await read(...args.map((argument) => limitArgument(limits.rows - rows, argument)));
        chargeRows(rowsOf(result));
        return result;
      });

    const reads = new BoundedReads(bounded) as unknown as Reads;
    // Created on demand: most requests do not read lists of components with versions.
    let firstPages: Map<string, DataLoader<string, Page<VersionState>>> | undefined;
    const createFirstPages = (library: string, page: Omit<VersionListRequest, 'after'>) =>
      new DataLoader<string, Page<VersionState>>(
        (components) =>
          runLimited(async () => {
            chargeRows(components.length);
            const first = Math.min(page.first, limits.rows - rows + 1);
            const pages = await contentService.versionPages(library, components, { ...page, first });
            chargeRows(pages.reduce((sum, { items }) => sum + items.length, 0));
            return pages;
          }),
        {
          // No cache, so that each request is charged, even if several aliases request the same.
          cache: false,
          maxBatchSize: Math.max(1, Math.min(PAGES_PER_READ, Math.floor(VERSIONS_PER_READ / page.first))),
        },
      );

    // Created on demand: most requests read no content.
    let contents: DataLoader<RevisionAddress, string | undefined, string> | undefined;
    const createContents = () =>
      new DataLoader<RevisionAddress, string | undefined, string>(
        (revisions) => runLimited(() => readContents(revisions)),
        { cacheKeyFn: (revision) => `${subjectOf(revision)} ${revision.number}`, maxBatchSize: CONTENTS_PER_READ },
      );
    return {
      reads,
      read: (read) =>
        runLimited(() => {
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
        return (await runLimited(() => contentService.dataSource(id, library)))?.sample;
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
        // A subscription holds one event at a time, even for a slow client, and the number of subscriptions is limited.
        share?.release();
        share = undefined;
      },
    };
  }
}

function rowsOf(result: unknown): number {
  if (Array.isArray(result)) return result.length;
  if (typeof result !== 'object' || result === null) return 0;
  return 'items' in result && Array.isArray(result.items) ? result.items.length : 1;
}
