/** The documentation for language models: every page as Markdown, and the two files that llmstxt.org describes. */
import type { Page } from './pages';

/** Where the Markdown of a page is on the site. */
export const markdownUrl = (name: string): string => `/docs/${name}.md`;

/**
 * A fenced block, a link or picture, or a code span, whichever begins first. Code in the text of a link belongs to the link; links
 * in code are code.
 */
const CODE_OR_LINK = /^ *```[\s\S]*?^ *```|!?\[((?:[^[\]`]|`[^`]*`|\[[^\]]*\])*)\]\(([^)\s]+)\)|(`+)[\s\S]*?\3/gm;

/**
 * A page as Markdown of the site. What leads nowhere there stays as text.
 * @param resolve says where a link of the page leads
 */
export function markdownOf({ text }: Pick<Page, 'text'>, resolve: (link: string) => string | undefined): string {
  const resolved = text.replace(CODE_OR_LINK, (whole: string, words: string | undefined, link: string | undefined) => {
    if (words === undefined || link === undefined) return whole;
    const address = resolve(link);
    return address === undefined ? words : `${whole.slice(0, whole.length - link.length - 1)}${address})`;
  });
  return `${resolved.trim().replace(TABLE_ROW, withoutPadding)}\n`;
}

/** A row of a table; nothing else begins with this sign. */
const TABLE_ROW = /^\|.*\|$/gm;
/** Columns are aligned for people. A model pays for each space. */
const withoutPadding = (row: string): string => row.replace(/ {2,}\|/g, ' |').replace(/-{4,}(?= \|)/g, '---');

/** A heading and its pages. */
export type Group = readonly [heading: string, pages: readonly Pick<Page, 'name' | 'title' | 'description'>[]];

const HEAD = `# feaas-kit

> Web components that show content components on any web page, bound to data by path and editable in place, and a content host that keeps, delivers and publishes them.

Every page of the documentation is Markdown at the address of its HTML page with \`.md\` in place of \`.html\`. /llms-full.txt holds all of them but those under "Optional".
`;

/** The pages that one can do without: readers with little room leave out a section of this name. */
export const OPTIONAL = 'Optional';

/** `/llms.txt`: what there is to read. */
export const llmsText = (groups: readonly Group[]): string =>
  [
    HEAD,
    ...groups.map(
      ([heading, pages]) =>
        `## ${heading}\n\n${pages
          .map(({ name, title, description }) => `- [${title}](${markdownUrl(name)}): ${description}\n`)
          .join('')}`,
    ),
  ].join('\n');

/** `/llms-full.txt`: the pages themselves, one after another. */
export const llmsFullText = (pages: readonly { readonly name: string; readonly markdown: string }[]): string =>
  [HEAD, ...pages.map(({ name, markdown }) => `<!-- ${markdownUrl(name)} -->\n\n${markdown}`)].join('\n');
