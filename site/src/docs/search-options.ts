/** Options of the search index, used to build it and to query it. */
import type { Options } from 'minisearch';
import { tokenize } from './tokenize';

/** An entry of the index: a heading with its text, or a row of a table. */
export interface Section {
  readonly id: string;
  /** URL of the section. */
  readonly url: string;
  /** Title of the page. */
  readonly page: string;
  readonly title: string;
  /** Summary of the page. */
  readonly about: string;
  readonly text: string;
  /** Type of a table row: a message, or a name with its meaning. */
  readonly row?: 'message' | 'name';
  /** Weight in the ranking. Guides count more than the changelog. */
  readonly weight: number;
}

/** Compound names as whole terms, such as `whenRendered` and `max-age`. */
export const namesIn = (text: string): string[] =>
  tokenize(text).flatMap(({ terms: [whole, ...parts] }) => (parts.length ? whole : []));

export const SEARCH_OPTIONS: Options<Section> = {
  fields: ['heading', 'name', 'page', 'about', 'body'],
  storeFields: ['url', 'page', 'title', 'text', 'row', 'weight'],
  extractField: (section, field) => {
    const { row, title, text } = section;
    // Table rows are indexed as text, not as headings.
    if (field === 'heading') return row ? '' : title;
    if (field === 'name') return row === 'name' ? title : '';
    if (field === 'body') return row ? `${title} ${text}` : text;
    if (field === 'about' && row) return '';
    return section[field as keyof Section] as string;
  },
  // The name field contains only whole names, since their parts are common words.
  tokenize: (text, field) => (field === 'name' ? namesIn(text) : tokenize(text).flatMap(({ terms }) => terms)),
  processTerm: (term) => term,
};
