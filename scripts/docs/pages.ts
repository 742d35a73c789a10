/** The pages in docs/: their front matter and code blocks. */
import { readFileSync, readdirSync } from 'node:fs';
import MarkdownIt from 'markdown-it';

export interface Block {
  /** Language of the code. */
  readonly language: string;
  /** Words after the language: `live`, `page`, `result`, `run`. */
  readonly marks: readonly string[];
  readonly title: string;
  readonly code: string;
  /** Line in the page, from 1. */
  readonly line: number;
}

export interface Page {
  /** File name without its extension, with slashes: `reference/cli`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The Markdown without front matter. */
  readonly text: string;
  /** Number of lines of the front matter, after which `text` starts. */
  readonly headLines: number;
}

const HEAD = /^---\ntitle: (.+)\ndescription: (.+)\n---\n/;

/**
 * Parses a Markdown page with front matter.
 * @throws Error with the name of a page without it.
 */
export function pageOf(name: string, source: string): Page {
  const match = HEAD.exec(source);
  if (!match) throw new Error(`docs/${name}.md has to begin with a head of title and description`);
  const [frontMatter, title, description] = match;
  return {
    name,
    title: title!,
    description: description!,
    text: source.slice(frontMatter.length),
    headLines: frontMatter.split('\n').length - 1,
  };
}

/** All pages in a folder and its subfolders, sorted by name. */
export const pagesIn = (folder: string): Page[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => pageOf(file.slice(0, -3), readFileSync(`${folder}/${file}`, 'utf8')));

/** Parses the text after the three backticks: ``html live title="…"``. */
export function infoOf(info: string): Pick<Block, 'language' | 'marks' | 'title'> {
  const title = /title="([^"]*)"/.exec(info)?.[1] ?? '';
  const [language = '', ...marks] = info
    .replace(/title="[^"]*"/, '')
    .trim()
    .split(/\s+/);
  return { language, marks, title };
}

const markdown = new MarkdownIt();

/** The code blocks of a page, in order. */
export const blocksOf = ({ text, headLines }: Pick<Page, 'text' | 'headLines'>): Block[] =>
  markdown
    .parse(text, {})
    .filter(({ type }) => type === 'fence')
    .map(({ info, content, map }) => ({ ...infoOf(info), code: content, line: headLines + map![0] + 1 }));

/** Creates the id of a heading for links, as GitHub does. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

export interface Heading {
  /** Unique on its page: a second heading with the same words ends in `-1`, as on GitHub. */
  readonly id: string;
  readonly text: string;
  readonly level: number;
  /** Line in the text, from 0. */
  readonly line: number;
}

/** The headings of a page, in order. */
export function headingsOf({ text }: Pick<Page, 'text'>): Heading[] {
  const tokens = markdown.parse(text, {});
  const counts = new Map<string, number>();
  return tokens.flatMap((token, index) => {
    if (token.type !== 'heading_open') return [];
    const heading = (tokens[index + 1]!.children ?? []).map(({ content }) => content).join('');
    const slug = slugOf(heading);
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    const id = count ? `${slug}-${count}` : slug;
    return [{ id, text: heading, level: Number(token.tag.slice(1)), line: token.map![0] }];
  });
}

export interface Row {
  /** Unique on its page. */
  readonly id: string;
  /** Id of the heading above it. */
  readonly heading: string;
  /** The Markdown of its cells. */
  readonly cells: readonly string[];
}

/** Whether search results and links can refer to single rows of a page. */
export const hasRows = ({ name }: Pick<Page, 'name'>): boolean =>
  name === 'troubleshooting' || name.startsWith('reference/');

/** Enough words to distinguish messages. */
const WORDS_OF_ID = 8;

/** The table rows of a page, without header rows, in order. */
export function rowsOf(page: Pick<Page, 'text'>): Row[] {
  const headings = headingsOf(page).map(({ id }) => id);
  const counts = new Map<string, number>();
  const rows: { id: string; heading: string; cells: string[] }[] = [];
  let heading = '';
  let isBody = false;
  for (const { type, content } of markdown.parse(page.text, {})) {
    if (type === 'heading_open') heading = headings.shift()!;
    if (type === 'tbody_open' || type === 'tbody_close') isBody = type === 'tbody_open';
    if (type === 'tr_open' && isBody) rows.push({ id: '', heading, cells: [] });
    if (type === 'inline' && isBody) rows.at(-1)!.cells.push(content);
  }
  for (const row of rows) {
    const words = row.cells[0]!.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
    const id = `row-${words.slice(0, WORDS_OF_ID).join('-')}`;
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    row.id = count ? `${id}-${count}` : id;
  }
  return rows;
}

/** Addresses of links and pictures of a page. */
export const linksOf = ({ text }: Pick<Page, 'text'>): string[] =>
  markdown.parse(text, {}).flatMap(({ children }) =>
    (children ?? []).flatMap((child) => {
      const address = child.attrGet('href') ?? child.attrGet('src');
      return address === null ? [] : String(address);
    }),
  );

/** Text of the code spans in the first cells of tables. */
export function firstCells({ text }: Pick<Page, 'text'>): string[] {
  const tokens = markdown.parse(text, {});
  return tokens.flatMap((token, index) =>
    token.type === 'td_open' && tokens[index - 1]?.type === 'tr_open'
      ? (tokens[index + 1]!.children ?? []).filter(({ type }) => type === 'code_inline').map(({ content }) => content)
      : [],
  );
}
