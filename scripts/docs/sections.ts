/** Sections for the search: one per heading, and one per row of a table of messages or names. */
import type { Section } from '../../site/src/docs/search-options';
import { GROUPS, urlOf } from './order';
import { hasRows, headingsOf, rowsOf, type Page, type Row } from './pages';

/** The text of Markdown without its markup. */
const toPlainText = (text: string): string =>
  text
    .replace(/```\S*(?:[^\n]*title="([^"]*)")?[^\n]*/g, ' $1 ')
    .replace(/^\|[\s|:-]+\|$|^[ \t]*(?:[-*]|\d+\.)[ \t]|^#+ |\]\([^)]*\)|[`*[\]]|^>[ \t]/gm, ' ')
    // Cells of a row.
    .replace(/^\s*\||(?<!\\)\|\s*$/gm, ' ')
    .replace(/\s(?<!\\)\|\s/g, ' · ')
    .replace(/\\\|/g, '|')
    .replace(/\s+/g, ' ')
    .trim();

const CODE = /^`[^`]+`$/;

/** Creates a section for a row, so that a search for a message or a name finds its meaning. */
function sectionOfRow(section: Section, { id, cells }: Row, url: string, isMessage: boolean): Section[] {
  const [first = '', second = ''] = cells;
  if (!first.startsWith('`')) return [];
  // The second cell may be another name: the option of a setting, or the attribute of a property.
  const names = !isMessage && CODE.test(second) ? [...new Set([first, second])] : [first];
  const others = cells.slice(!isMessage && CODE.test(second) ? 2 : 1);
  const title = names.map(toPlainText).join(', ');
  // A name that is a single ordinary word would match too many searches.
  if (!isMessage && !/[a-z][A-Z]|\w[-_.]\w/.test(title)) return [];
  return [
    {
      ...section,
      id: `${url}#${id}`,
      url: `${url}#${id}`,
      title,
      row: isMessage ? 'message' : 'name',
      text: others.filter(Boolean).map(toPlainText).join(' · '),
      weight: section.weight * 0.5,
    },
  ];
}

/** Search weights of page groups: guides before specifications and changes. */
const WEIGHTS: Readonly<Record<string, number>> = { Reference: 0.8, Specification: 0.5, Change: 0.3 };
/** Search weights of pages about everything or about internals: users with a task need the guides. */
const PAGE_WEIGHTS: Readonly<Record<string, number>> = {
  'more/changes': 0.1,
  'reference/graphql': 0.5,
  architecture: 0.5,
  dependencies: 0.5,
};
const weightOf = (page: string): number =>
  PAGE_WEIGHTS[page] ?? WEIGHTS[GROUPS.find(([, names]) => names.includes(page))?.[0] ?? ''] ?? 1;

/**
 * The sections of a page: the text below each heading.
 * @param root folder of its version's pages
 */
export function sectionsOf(page: Page, root = '/docs/'): Section[] {
  const url = urlOf(page.name, root);
  const lines = page.text.split('\n');
  const headings = headingsOf(page).filter(({ level }) => level === 2 || level === 3);
  const endLine = (next: number): number => headings[next]?.line ?? lines.length;
  const common = { page: page.title, about: page.description, weight: weightOf(page.name) };
  const first = lines.slice(0, endLine(0)).join('\n').replace(/^# .*/m, '');
  const top = { ...common, id: url, url, title: page.title, text: toPlainText(first) };
  const isMessage = page.name === 'troubleshooting';
  const rows = hasRows(page) ? rowsOf(page) : [];
  return [
    top,
    ...headings.flatMap(({ id: slug, text, line }, index) => {
      const id = `${url}#${slug}`;
      const markdown = lines.slice(line + 1, endLine(index + 1)).join('\n');
      const section = { ...common, id, url: id, title: text, text: toPlainText(markdown) };
      const sectionRows = rows.filter(({ heading }) => heading === slug);
      return [section, ...sectionRows.flatMap((row) => sectionOfRow(section, row, url, isMessage))];
    }),
  ];
}
