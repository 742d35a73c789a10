/** The documentation for language models: each page as Markdown, and the two files of llmstxt.org. */
import type { Page } from './pages';

/** Address of a page's Markdown on the site. */
export const markdownUrl = (name: string): string => `/docs/${name}.md`;

/**
 * Matches a fenced block, a link or picture, or a code span, whichever starts first. Code in the text of a link is part
 * of the link; links in code are code.
 */
const CODE_OR_LINK = /^ *```[\s\S]*?^ *```|!?\[((?:[^[\]`]|`[^`]*`|\[[^\]]*\])*)\]\(([^)\s]+)\)|(`+)[\s\S]*?\3/gm;

/**
 * Converts a page to Markdown for the site. Links without a target there become text.
 * @param resolve resolves a link of the page
 */
export function markdownOf({ text }: Pick<Page, 'text'>, resolve: (link: string) => string | undefined): string {
  const resolved = text.replace(CODE_OR_LINK, (match: string, label: string | undefined, link: string | undefined) => {
    if (label === undefined || link === undefined) return match;
    const address = resolve(link);
    return address === undefined ? label : `${match.slice(0, match.length - link.length - 1)}${address})`;
  });
  return `${resolved.trim().replace(TABLE_ROW, withoutPadding)}\n`;
}

/** Matches a row of a table; no other line starts with this character. */
const TABLE_ROW = /^\|.*\|$/gm;
/** Removes padding, which aligns columns for people but costs tokens of a model. */
const withoutPadding = (row: string): string => row.replace(/ {2,}\|/g, ' |').replace(/-{4,}(?= \|)/g, '---');

/** A heading and its pages. */
export type Group = readonly [heading: string, pages: readonly Pick<Page, 'name' | 'title' | 'description'>[]];

const HEAD = `# feaas-kit

> Web components that show content components on any web page, bound to data by path and editable in place, and a content host that keeps, delivers and publishes them.

Every page of the documentation is Markdown at the address of its HTML page with \`.md\` in place of \`.html\`. /llms-full.txt holds all of them but those under "Optional".
`;

/**
 * Heading for pages that are not essential: llmstxt.org lets readers with little context skip a section of this name.
 */
export const OPTIONAL = 'Optional';

/** `/llms.txt`: the list of pages. */
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

/** `/llms-full.txt`: the concatenated pages. */
export const llmsFullText = (pages: readonly { readonly name: string; readonly markdown: string }[]): string =>
  [HEAD, ...pages.map(({ name, markdown }) => `<!-- ${markdownUrl(name)} -->\n\n${markdown}`)].join('\n');
