/** Ranks the sections of the documentation for a query. */
import type MiniSearch from 'minisearch';
import type { Query, SearchOptions, SearchResult } from 'minisearch';
import { namesIn, type Section } from './search-options';
import { SYNONYMS } from './synonyms';
import { tokenize, type Token } from './tokenize';

/** A ranked section of the index. */
export type FoundSection = Pick<Section, 'url' | 'page' | 'title' | 'text'> & {
  /** Index terms that matched. */
  readonly terms: readonly string[];
};

const OPTIONS: SearchOptions = {
  boost: { heading: 4, name: 4, page: 3, about: 2 },
  weights: { fuzzy: 0.9, prefix: 0.6 },
  prefix: (term) => term.length > 2,
};
/** No typing errors in words of up to 4 letters, one in words of up to 6. With two, `broken` would match `token`. */
const FUZZY_OPTIONS: SearchOptions = {
  ...OPTIONS,
  fuzzy: (term) => (term.length > 6 ? 0.25 : term.length > 4 && 1),
};

/** Tries fuzzy matching if there is no exact or prefix match. */
function found(index: MiniSearch<Section>, part: Query): SearchResult[] {
  const results = index.search(part, OPTIONS);
  return results.length ? results : index.search(part, FUZZY_OPTIONS);
}

/** Limits the results of one page. */
const MAX_RESULTS_OF_PAGE = 3;
const MAX_RESULTS = 12;

/** Words that carry no meaning for the search. */
const STOP_WORDS = new Set(
  'a an and are at be by can do does for from get how i if in is it my of on or over the there this to use what when where which why with'.split(
    ' ',
  ),
);

const anyOf = (...queries: readonly Query[]): Query => ({ combineWith: 'OR', queries: [...queries] });
const allOf = (...queries: readonly Query[]): Query => ({ combineWith: 'AND', queries: [...queries] });

/** A query for terms that are already in the form of the index. */
const termQuery = (words: string): Query => ({ combineWith: 'AND', queries: [words], tokenize: (text) => [text] });

/** A query for a whole name, or for all of its parts. */
function nameQuery({ terms: [whole, ...parts] }: Token, typed: string): Query {
  if (parts.length) return anyOf(termQuery(whole), allOf(...parts.map((part) => termQuery(part))));
  // A partially typed word may have another stem than the whole word.
  return whole === typed ? termQuery(whole) : anyOf(termQuery(whole), termQuery(typed));
}

const phraseQuery = (words: string): Query => allOf(...tokenize(words).map((word) => nameQuery(word, word.terms[0])));

/** The words and phrases of a query, each with its synonyms. */
function partsOf(query: string): Query[] {
  const text = query.toLowerCase();
  const words = tokenize(query);
  const meant = words.filter(({ at, end }) => !STOP_WORDS.has(text.slice(at, end)));
  const parts: Query[] = [];
  let rest = new Set(meant.length ? meant : words);
  for (const [phrase, synonyms] of Object.entries(SYNONYMS)) {
    const within = words.length - phrase.split(' ').length;
    for (let first = 0; first <= within; first++) {
      const all = words.slice(first, first + phrase.split(' ').length);
      const [from, to] = [all[0]!.at, all.at(-1)!.end];
      if (text.slice(from, to).replace(/\s+/g, ' ') !== phrase || !all.some((word) => rest.has(word))) continue;
      rest = new Set([...rest].filter((word) => !all.includes(word)));
      parts.push(anyOf(phraseQuery(text.slice(from, to)), ...synonyms.map(phraseQuery)));
    }
  }
  for (const word of rest) parts.push(nameQuery(word, text.slice(word.at, word.end)));
  return parts;
}

/** Share of a page's best score that counts for its sections, since the words of a guide are spread over its headings. */
const PAGE_SCORE_SHARE = 0.2;

const pairsOf = (text: string): string[] => {
  const words = tokenize(text).map(({ terms: [whole] }) => whole);
  return words.slice(1).map((word, at) => `${words[at]} ${word}`);
};

/** The fraction of adjacent word pairs of a query that are also adjacent in a title, 0 to 1. */
function sharedPairs(query: readonly string[], title: string): number {
  const known = new Set(pairsOf(title));
  return query.filter((pair) => known.has(pair)).length / Math.max(query.length, 1);
}

const IS_QUESTION = /^\s*(?:can|do|does|how|what|when|where|which|why)\b/i;

/** Whether a query is a pasted message, which may contain values that the documentation does not. */
function isMessage(query: string, messages: string): boolean {
  const wanted = pairsOf(query);
  if (!wanted.length || IS_QUESTION.test(query)) return false;
  return messages.split(' · ').some((message) => {
    const pairs = pairsOf(message);
    const same = wanted.filter((pair) => pairs.includes(pair)).length;
    // A few words of a long message are not enough: common word pairs occur in many sentences.
    return same === pairs.length ? same === wanted.length : same > 2 && same >= wanted.length / 2;
  });
}

/** The score factor for a title that matches the query. */
function titleBoost(query: string, { row, title }: Pick<Section, 'row' | 'title'>): number {
  if (row === 'message') return isMessage(query, title) ? 1000 : 1;
  if (row === 'name')
    return namesIn(query).some((name) => namesIn(title).some((each) => each.startsWith(name))) ? 10 : 1;
  return 1 + 2 * sharedPairs(pairsOf(query), title);
}

/** Finds sections for a query, the best first. Matches of words elsewhere on the page count, too. */
export function searchSections(index: MiniSearch<Section>, query: string): FoundSection[] {
  const parts = partsOf(query).map((part) => found(index, part));
  const bestOfPages = parts.map((results) => {
    const best = new Map<unknown, number>();
    // Results are sorted by score.
    for (const { page, score } of results) if (!best.has(page)) best.set(page, score);
    return best;
  });
  const byId = parts.map((results) => new Map(results.map((result) => [result.id as string, result])));
  const scores = new Map<string, FoundSection & { score: number }>();
  for (const section of parts.flat() as unknown as Section[]) {
    const { id, url, page, title, text, weight } = section;
    if (scores.has(id)) continue;
    const own = byId.map((results) => results.get(id));
    const near = bestOfPages.map((pages) => pages.get(page) ?? 0);
    const covered = own.reduce((sum, result, part) => sum + (result ? 1 : near[part] ? 0.5 : 0), 0) / parts.length;
    const sum = own.reduce(
      (sum, result, part) => sum + Math.max(result?.score ?? 0, near[part]! * PAGE_SCORE_SHARE),
      0,
    );
    const terms = own.flatMap((result) => result?.terms ?? []);
    scores.set(id, { url, page, title, text, terms, score: sum * covered ** 2 * weight * titleBoost(query, section) });
  }
  const ofPages = new Map<string, number>();
  return [...scores.values()]
    .sort((one, other) => other.score - one.score)
    .filter(({ page }) => {
      const before = ofPages.get(page) ?? 0;
      ofPages.set(page, before + 1);
      return before < MAX_RESULTS_OF_PAGE;
    })
    .slice(0, MAX_RESULTS);
}
