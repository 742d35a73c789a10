/** Lists of pages: a sitemap, an index of sitemaps, or a text with one address per line. */
import { defaultTreeAdapter as tree, parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { elementsOf } from './elements-of.js';

export interface PageList {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

/** Whether a text is a sitemap or an index of them, even a broken one. */
export const isSitemap = (text: string): boolean => SITEMAP.test(text);

const SITEMAP = /^\s*(?:<[?!][^>]*>\s*)*<(\w+:)?(urlset|sitemapindex)[\s>]/;

/** Addresses in a sitemap. It is read like HTML: one that is cut or not well-formed gives what it has. */
export function parseSitemap(text: string): PageList {
  const [, prefix = '', root] = SITEMAP.exec(text) ?? [];
  // `image:loc` and the like are no pages.
  const name = `${prefix}loc`.toLowerCase();
  const urls: string[] = [];
  const document = parseFragment(text.replace(/<\?.*?\?>/gs, ''));
  for (const { element } of elementsOf(document, undefined, () => undefined)) {
    const url = element.tagName === name ? textOf(element).trim() : '';
    if (url) urls.push(url);
  }
  return root === 'sitemapindex' ? { pages: [], sitemaps: urls } : { pages: urls, sitemaps: [] };
}

/** HTML has no CDATA: its parser takes it for a comment. */
function textOf(node: Tree.ParentNode): string {
  return node.childNodes
    .map((child) => {
      if (tree.isTextNode(child)) return child.value;
      if (tree.isCommentNode(child)) return /^\[CDATA\[(.*)\]\]$/s.exec(child.data)?.[1] ?? '';
      return '';
    })
    .join('');
}

/** Lines of a list, without empty ones and those that begin with #. */
export const parseList = (text: string): readonly string[] =>
  text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
