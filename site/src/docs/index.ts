/** How the documentation's search reads its index: alike where it is made and where it is asked. */
import type { Options } from 'minisearch';

/** What is found: a heading with what stands below it, or a message with its cause and cure. */
export interface Section {
  readonly id: string;
  /** Its address on the site. */
  readonly url: string;
  /** Title of its page. */
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

export const SEARCH: Options<Section> = {
  fields: ['title', 'page', 'text'],
  storeFields: ['url', 'page', 'title'],
  searchOptions: { boost: { title: 4, page: 2 }, prefix: true, fuzzy: 0.15, combineWith: 'AND' },
};
