/** Lists of pages: a sitemap, a sitemap index, or a text with one URL per line. */
import { defaultTreeAdapter as tree, parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { elementsOf } from './elements-of.js';

export interface PageList {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

/** Whether a text is a sitemap or sitemap index, even an invalid one. */
export const isSitemap = (text: string): boolean => SITEMAP.test(text);

const SITEMAP = /^\s*(?:<[?!][^>]*>\s*)*<(\w+:)?(urlset|sitemapindex)[\s>]/;

/** URLs in a sitemap. Parsed as HTML, so that incomplete or invalid XML still gives results. */
export function parseSitemap(text: string): PageList {
  const [, prefix = '', root] = SITEMAP.exec(text) ?? [];
  // `image:loc` and similar elements are not pages.
  const name = `${prefix}loc`.toLowerCase();
  const urls: string[] = [];
  const document = parseFragment(text.replace(/<\?.*?\?>/gs, ''));
  for (const { element } of elementsOf(document, undefined, () => undefined)) {
    const url = element.tagName === name ? textOf(element).trim() : '';
    if (url) urls.push(url);
  }
  return root === 'sitemapindex' ? { pages: [], sitemaps: urls } : { pages: urls, sitemaps: [] };
}

/** The text of a node. HTML has no CDATA: its parser creates comments. */
function textOf(node: Tree.ParentNode): string {
  return node.childNodes
    .map((child) => {
      if (tree.isTextNode(child)) return child.value;
      if (tree.isCommentNode(child)) return /^\[CDATA\[(.*)\]\]$/s.exec(child.data)?.[1] ?? '';
      return '';
    })
    .join('');
}

/** Lines of a list, without empty lines and comments (#). */
export const parseList = (text: string): readonly string[] =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
