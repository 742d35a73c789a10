/** Lists of pages: a sitemap, an index of sitemaps, or a text with one address per line. */
import { defaultTreeAdapter as tree, parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';

export interface PageList {
  readonly pages: readonly string[];
  readonly sitemaps: readonly string[];
}

/** Whether a text is a sitemap or an index of them, even a broken one. */
export const isSitemap = (text: string): boolean =>
  /^\s*(?:<[?!][^>]*>\s*)*<(?:\w+:)?(?:urlset|sitemapindex)[\s>]/.test(text);

/** Addresses in a sitemap. It is read like HTML: one that is cut or not well-formed gives what it has. */
export function parseSitemap(text: string): PageList {
  const pages: string[] = [];
  const sitemaps: string[] = [];
  const visit = (node: Tree.ParentNode, isIndex: boolean): void => {
    for (const child of node.childNodes) {
      if (!tree.isElementNode(child)) continue;
      // `image:loc` and the like are no pages.
      if (child.tagName === 'loc') {
        const url = textOf(child).trim();
        if (url) (isIndex ? sitemaps : pages).push(url);
      } else visit(child, isIndex || child.tagName === 'sitemapindex');
    }
  };
  visit(parseFragment(text.replace(/<\?.*?\?>/gs, '')), false);
  return { pages, sitemaps };
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
