/** Renders Markdown to HTML with highlighted code, live examples, and links to pages of the site. */
import MarkdownIt from 'markdown-it';
import { createHighlighter, createJavaScriptRegexEngine } from 'shiki';
import { hasRows, headingsOf, infoOf, rowsOf, type Page } from './pages';

/** Resolves a link of a page to an address on the site; undefined if there is none. */
export type Resolve = (link: string) => string | undefined;

const LANGUAGES = ['html', 'ts', 'tsx', 'sh', 'css', 'json', 'astro', 'vue', 'svelte'] as const;
const THEMES = { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' };

export const escape = (text: string): string =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign]!);

/** Width and height in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface RenderOptions {
  /**
   * Whether the page belongs to an older version. Its examples are not live, because they would use the current kit,
   * and pictures may be missing.
   */
  readonly isOlder?: boolean;
}

/**
 * Creates a function that renders pages; the highlighter is created only once.
 * @param pictures sizes of pictures by their addresses on the site
 */
export async function renderer(
  pictures: ReadonlyMap<string, Size>,
): Promise<(page: Page, resolve: Resolve, options?: RenderOptions) => string> {
  const shiki = await createHighlighter({
    themes: Object.values(THEMES),
    langs: [...LANGUAGES],
    engine: createJavaScriptRegexEngine(),
  });
  const highlight = (text: string, language: string): string => {
    const lang = (LANGUAGES as readonly string[]).includes(language) ? language : 'text';
    return (
      shiki
        .codeToHtml(text.replace(/\n$/, ''), { lang, themes: THEMES, defaultColor: 'light-dark()' })
        // Scrollable content must be reachable by keyboard.
        .replace('<pre', '<pre dir="ltr"')
    );
  };

  function fence(info: string, text: string, isOlder: boolean): string {
    const { language, marks, title } = infoOf(info);
    const pre = highlight(text, language);
    const caption = title ? `<figcaption>${escape(title)}</figcaption>` : '';
    if (marks.includes('live') && !isOlder)
      return `<figure class="code code--live">${caption}<div class="code__live">${text}</div>${pre}</figure>`;
    if (marks.includes('result')) return `<details class="code code--result"><summary>Result</summary>${pre}</details>`;
    return `<figure class="code">${caption}${pre}</figure>`;
  }

  return (page, resolve, { isOlder = false } = {}) => {
    const markdown = new MarkdownIt();
    const { rules } = markdown.renderer;
    rules['fence'] = (tokens, index) => fence(tokens[index]!.info, tokens[index]!.content, isOlder);
    const ids = headingsOf(page).map(({ id }) => id);
    rules['heading_open'] = (tokens, index) => {
      const { tag } = tokens[index]!;
      const id = ids.shift()!;
      return tag === 'h1' ? '<h1>' : `<${tag} id="${id}">`;
    };
    const rows = hasRows(page) ? rowsOf(page).map(({ id }) => id) : [];
    let isBody = false;
    let columns: string[] = [];
    let column = 0;
    // On phones, the cells of a wide table are below one another, so roles keep the table semantics. Two columns fit
    // without that.
    const role = (name: string): string => (columns.length > 2 ? ` role="${name}"` : '');
    rules['tbody_open'] = () => ((isBody = true), `<tbody${role('rowgroup')}>`);
    rules['tbody_close'] = () => ((isBody = false), '</tbody>');
    rules['tr_open'] = () => {
      column = 0;
      return `<tr${isBody && rows.length ? ` id="${rows.shift()}"` : ''}${role('row')}>`;
    };
    rules['th_open'] = () => `<th${role('columnheader')}>`;
    rules['td_open'] = () => {
      const label = columns.length > 2 ? ` data-column="${escape(columns[column++]!)}"` : '';
      return `<td${role('cell')}${label}>`;
    };
    // Wide tables scroll separately. They are focusable for keyboard users, and have a label.
    rules['table_open'] = (tokens, index) => {
      const end = tokens.findIndex(({ type }, position) => position > index && type === 'thead_close');
      columns = tokens
        .slice(index, end)
        .flatMap(({ type, children }) =>
          type === 'inline' ? (children ?? []).map(({ content }) => content).join('') : [],
        );
      const label = `Table: ${columns.filter(Boolean).join(', ')}`;
      const kind = columns.length > 2 ? 'table--wide' : 'table--two';
      return `<div class="table ${kind}" tabindex="0" role="group" aria-label="${escape(label)}"><table${role('table')}>`;
    };
    rules['table_close'] = () => '</table></div>';
    // Reserve space for pictures to avoid layout shifts.
    rules['image'] = (tokens, index) => {
      const token = tokens[index]!;
      const alt = escape(token.content);
      const address = resolve(String(token.attrGet('src'))) ?? '';
      const size = pictures.get(address);
      if (!size && isOlder) return `<em>${alt}</em>`;
      if (!size) throw new Error(`${page.name}: there is no picture '${token.attrGet('src')}'`);
      const { width, height } = size;
      return `<img src="${escape(address)}" alt="${alt}" width="${width}" height="${height}" loading="lazy" decoding="async">`;
    };
    const open: boolean[] = [];
    rules['link_open'] = (tokens, index) => {
      const href = resolve(String(tokens[index]!.attrGet('href')));
      open.push(href !== undefined);
      return href === undefined ? '' : `<a href="${escape(href)}">`;
    };
    rules['link_close'] = () => (open.pop() ? '</a>' : '');
    return markdown.render(page.text);
  };
}
