/** The pages under docs/: what stands in their heads, and their code blocks. */
import { readFileSync, readdirSync } from 'node:fs';
import MarkdownIt from 'markdown-it';

export interface Block {
  /** Language of the code. */
  readonly language: string;
  /** Words behind the language: `live`, `page`, `result`, `run`. */
  readonly marks: readonly string[];
  readonly title: string;
  readonly code: string;
  /** Line of the page, from 1. */
  readonly line: number;
}

export interface Page {
  /** Name of the file without its ending, with slashes: `reference/cli`. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** The markdown without its head. */
  readonly text: string;
  /** Lines of the head: those of `text` begin behind it. */
  readonly headLines: number;
}

const HEAD = /^---\ntitle: (.+)\ndescription: (.+)\n---\n/;

/**
 * A page of markdown with its head.
 * @throws Error that names a page without one.
 */
export function pageOf(name: string, source: string): Page {
  const head = HEAD.exec(source);
  if (!head) throw new Error(`docs/${name}.md has to begin with a head of title and description`);
  const [whole, title, description] = head;
  return {
    name,
    title: title!,
    description: description!,
    text: source.slice(whole.length),
    headLines: whole.split('\n').length - 1,
  };
}

/** All pages below a folder, by name. */
export const pagesIn = (folder: string): Page[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => pageOf(file.slice(0, -3), readFileSync(`${folder}/${file}`, 'utf8')));

/** What stands behind the three backticks: ``html live title="…"``. */
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

/** Words of a heading as the id that links lead to, as GitHub makes it. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

export interface Heading {
  /** Alone on its page: a second heading of the same words ends in `-1`, as on GitHub. */
  readonly id: string;
  readonly text: string;
  readonly level: number;
  /** Line of the text, from 0. */
  readonly line: number;
}

/** The headings of a page, in order. */
export function headingsOf({ text }: Pick<Page, 'text'>): Heading[] {
  const tokens = markdown.parse(text, {});
  const times = new Map<string, number>();
  return tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open') return [];
    const heading = (tokens[at + 1]!.children ?? []).map(({ content }) => content).join('');
    const slug = slugOf(heading);
    const before = times.get(slug) ?? 0;
    times.set(slug, before + 1);
    const id = before ? `${slug}-${before}` : slug;
    return [{ id, text: heading, level: Number(token.tag.slice(1)), line: token.map![0] }];
  });
}

export interface Row {
  /** Alone on its page. */
  readonly id: string;
  /** Id of the heading above it. */
  readonly heading: string;
  /** The markdown of its cells. */
  readonly cells: readonly string[];
}

/** Whether the search finds single rows of a page, and links lead to them. */
export const hasRows = ({ name }: Pick<Page, 'name'>): boolean =>
  name === 'troubleshooting' || name.startsWith('reference/');

/** Words enough to tell one message from another. */
const WORDS_OF_ID = 8;

/** The rows of the tables of a page below their heads, in order. */
export function rowsOf(page: Pick<Page, 'text'>): Row[] {
  const headings = headingsOf(page).map(({ id }) => id);
  const times = new Map<string, number>();
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
    const before = times.get(id) ?? 0;
    times.set(id, before + 1);
    row.id = before ? `${id}-${before}` : id;
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

/** Code spans of the first cells of tables, as they read. */
export function firstCells({ text }: Pick<Page, 'text'>): string[] {
  const tokens = markdown.parse(text, {});
  return tokens.flatMap((token, at) =>
    token.type === 'td_open' && tokens[at - 1]?.type === 'tr_open'
      ? (tokens[at + 1]!.children ?? []).filter(({ type }) => type === 'code_inline').map(({ content }) => content)
      : [],
  );
}
