/** Extracts the visible content of a rendered revision: lines of text, images, links and themes. Compares two of them. */
import { diff } from '../../../../src/utils/editing/model/diff';

/** Elements that start a line. */
const BLOCK =
  /^(?:address|article|aside|blockquote|br|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|summary|table|td|th|tr|ul)$/;
const THEME = /^-theme--(.+)$/;

export interface ShownImage {
  readonly src: string;
  readonly alt: string;
}

export interface Content {
  /** Without empty lines. */
  readonly lines: readonly string[];
  readonly images: readonly ShownImage[];
  /** The addresses of the links. */
  readonly links: readonly string[];
  /** The names of the themes. */
  readonly themes: readonly string[];
}

/** Extracts the content of an element. */
export function contentOf(root: Element): Content {
  const lines = [''];
  const visit = (node: Node): void => {
    if (node.nodeType === Node.TEXT_NODE) lines[lines.length - 1] += node.textContent ?? '';
    if (node.nodeType !== Node.ELEMENT_NODE) return;
    const isBlock = BLOCK.test((node as Element).localName);
    if (isBlock) lines.push('');
    node.childNodes.forEach(visit);
    if (isBlock) lines.push('');
  };
  visit(root);
  return {
    lines: lines.map((line) => line.replace(/\s+/g, ' ').trim()).filter(Boolean),
    images: Array.from(root.querySelectorAll('img'), ({ src, alt }) => ({ src, alt })),
    links: Array.from(root.querySelectorAll('a[href]'), (link) => link.getAttribute('href')!),
    themes: Array.from(root.querySelectorAll('[class*="-theme--"]'), ({ classList }) => [...classList])
      .flat()
      .flatMap((name) => THEME.exec(name)?.[1] ?? []),
  };
}

/** Removed items, and the items in their place. */
export interface Difference<Item> {
  readonly removed: readonly Item[];
  readonly added: readonly Item[];
}

export const differencesOf = <Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (one: Item, other: Item) => boolean = (one, other) => one === other,
): Difference<Item>[] =>
  diff(before, after, isSame).map(({ from, to, newFrom, newTo }) => ({
    removed: before.slice(from, to),
    added: after.slice(newFrom, newTo),
  }));
