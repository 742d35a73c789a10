/** The search implementation, which a page loads with the first search. */
import MiniSearch from 'minisearch';
import { excerptOf, markTerms, type ExcerptPart } from './excerpt';
import { searchSections, type FoundSection } from './ranking';
import { SEARCH_OPTIONS, type Section } from './search-options';

/** A result for display. */
export interface Result extends Pick<FoundSection, 'url' | 'page'> {
  readonly title: readonly ExcerptPart[];
  readonly excerpt: readonly ExcerptPart[];
}

export type Search = (query: string) => Result[];

/** @throws Error if the index cannot be loaded */
export async function loadSearch(url: string): Promise<Search> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`The answer to ${url} has the status ${response.status}`);
  const index = MiniSearch.loadJSON<Section>(await response.text(), SEARCH_OPTIONS);
  return (query) =>
    searchSections(index, query).map(({ url, page, title, text, terms }) => ({
      url,
      page: title === page ? '' : page,
      title: markTerms(title, terms),
      excerpt: excerptOf(text, terms),
    }));
}
