/** How the documentation's search reads its index: alike where it is made and where it is asked. */
import type { Options } from 'minisearch';
import { tokenize } from './tokenize';

/** What is found: a heading with what stands below it, or a message with its cause and cure. */
export interface Section {
  readonly id: string;
  /** Its address on the site. */
  readonly url: string;
  /** Title of its page. */
  readonly page: string;
  readonly title: string;
  /** What its page is about. */
  readonly about: string;
  readonly text: string;
  /** Of a row of a table: a message, or a name with its meaning. */
  readonly row?: 'message' | 'name';
  /** How much it counts beside others: who asks for a thing wants its guide before the list of changes. */
  readonly weight: number;
}

/** Names as a whole, such as `whenRendered` and `max-age`. */
export const namesIn = (text: string): string[] =>
  tokenize(text).flatMap(({ terms: [whole, ...parts] }) => (parts.length ? whole : []));

export const SEARCH_OPTIONS: Options<Section> = {
  fields: ['heading', 'name', 'page', 'about', 'body'],
  storeFields: ['url', 'page', 'title', 'text', 'row', 'weight'],
  extractField: (section, field) => {
    const { row, title, text } = section;
    // A message is a text, however it is shown.
    if (field === 'heading') return row ? '' : title;
    if (field === 'name') return row === 'name' ? title : '';
    if (field === 'body') return row ? `${title} ${text}` : text;
    if (field === 'about' && row) return '';
    return section[field as keyof Section] as string;
  },
  // Of a name it is the whole that counts: its parts are words of everything else.
  tokenize: (text, field) => (field === 'name' ? namesIn(text) : tokenize(text).flatMap(({ terms }) => terms)),
  processTerm: (term) => term,
};
