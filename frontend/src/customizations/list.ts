/** Filters and orders of the list, and the request for them. */
import type { Fork, ForkOrder, Forks } from '../../../src/utils/gateway/forks/forks';
import type { CatalogPage } from '../../../src/utils/gateway/catalog/catalog';

export const FORK_FILTERS = ['all', 'changed', 'orphaned', 'reset'] as const;
export type ForkFilter = (typeof FORK_FILTERS)[number];
export const ORDERS: readonly ForkOrder[] = Object.freeze(['NEWEST', 'OLDEST', 'PAGE', 'AUTHOR']);

export interface Listing {
  readonly shown: ForkFilter;
  readonly order: ForkOrder;
  readonly search: string;
}

/** Creates the function that loads the pages of a list. */
export const loader =
  (forks: Forks, library: string, { shown, order, search }: Listing) =>
  (after: string | undefined, signal: AbortSignal): Promise<CatalogPage<Fork>> =>
    forks(library, {
      ...{ order, search, signal, inUse: shown !== 'reset' },
      ...(shown === 'changed' ? { originChanged: true } : {}),
      ...(shown === 'orphaned' ? { orphaned: true } : {}),
      ...(after ? { after } : {}),
    });

/** The address of a page, if it is an HTTP address. */
export const pageURL = ({ page }: Fork): URL | undefined => {
  const url = page && URL.canParse(page) ? new URL(page) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
};

/** The part of an address that identifies a page: its path and, for another origin, its host. */
export const shortPage = (url: URL, origin: string): string =>
  `${url.origin === origin ? '' : url.host}${decodePath(url.pathname)}${url.search}`;

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
