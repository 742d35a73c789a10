/**
 * What one request may read and be told. A query's text does not tell it: variables, lists and long views multiply what
 * each field costs.
 */
import type { ContentService } from '../../content/content-service.js';
import { createSemaphore } from '../../lib/semaphore.js';
import { BadRequestError } from './errors.js';
import type { GraphQLLimits } from './limits.js';

const READS = [
  'libraries',
  'library',
  'components',
  'component',
  'versions',
  'versionsOf',
  'forks',
  'history',
  'revision',
  'stylesheet',
  'stylesheetHistory',
  'collections',
  'dataSources',
  'media',
  'isDelivered',
] as const;

/** The content service, as far as one request may read it. @throws BadRequestError beyond that. */
export type Reads = Pick<ContentService, (typeof READS)[number]>;

export interface Budget {
  readonly reads: Reads;
  /** Reads something that is not the content service's, as one row. @throws BadRequestError beyond what a request may read. */
  read<Found>(read: () => Promise<Found>): Promise<Found>;
  /** Passes a text on, if the answer may hold that much more. @throws BadRequestError */
  charge(text: string): string;
  /** Begins anew: for each event of a subscription. */
  reset(): void;
}

/** One request leaves connections of the database to others. */
const CONCURRENT_READS = 4;

export function createBudget(
  contentService: ContentService,
  limits: Pick<GraphQLLimits, 'rows' | 'characters'>,
): Budget {
  const limited = createSemaphore(CONCURRENT_READS);
  let rows = 0;
  let characters = 0;

  const chargeRows = (more: number): void => {
    rows += more;
    if (rows <= limits.rows) return;
    throw new BadRequestError(`The request reads more than ${limits.rows} rows: ask for less at once.`);
  };
  const bounded =
    (read: (...args: never[]) => Promise<unknown>) =>
    (...args: never[]): Promise<unknown> =>
      limited(async () => {
        chargeRows(1);
        const found = await read(...args);
        chargeRows(rowsOf(found));
        return found;
      });

  return {
    reads: Object.fromEntries(
      READS.map((name) => [name, bounded(contentService[name].bind(contentService))]),
    ) as unknown as Reads,
    read: (read) =>
      limited(() => {
        chargeRows(1);
        return read();
      }),
    charge(text) {
      characters += text.length;
      if (characters <= limits.characters) return text;
      throw new BadRequestError(
        `The answer holds more than ${limits.characters} characters of content: ask for less at once.`,
      );
    },
    reset() {
      rows = 0;
      characters = 0;
    },
  };
}

function rowsOf(found: unknown): number {
  if (Array.isArray(found)) return found.length;
  if (typeof found !== 'object' || found === null) return 0;
  return 'items' in found && Array.isArray(found.items) ? found.items.length : 1;
}
