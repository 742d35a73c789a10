/** Converts source that was copied in an editor to blocks of a paste. */
import { isPhrasing } from '../blocks';
import type { BlockType } from '../block-registry';
import { isContentMatch, LISTS } from '../drop-targets';
import { parseDocument } from '../parse-document';
import { findUnsafeContent } from '../safety';
import {
  contentEnd,
  contentStart,
  isBlank,
  isResolvedElement,
  resolveChildren,
  resolveRoot,
  type ResolvedElement,
  type ResolvedPosition,
  type SyntaxTree,
} from '../syntax-tree';
import { idsIn, withoutIds } from '../without-ids';
import type { PastedMarkup } from './clipboard-schema';

export interface CopiedMarkup {
  readonly html: string;
  readonly root: ResolvedElement;
}

/**
 * Parses copied source. Undefined if it has unsafe content.
 * @param target document whose ids are removed from the source
 */
export function readMarkup(html: string, target?: SyntaxTree): CopiedMarkup | undefined {
  const copied = parseDocument(html);
  if (findUnsafeContent(copied)) return undefined;
  const root = resolveRoot(copied);
  const targetIds = new Set(target ? idsIn(resolveRoot(target)) : []);
  const markup = withoutIds(
    html,
    root,
    idsIn(root).filter((id) => targetIds.has(id)),
  );
  return { html: markup, root: markup === html ? root : resolveRoot(parseDocument(markup)) };
}

/** Whether all of it is inline. */
export const isInline = ({ root }: CopiedMarkup): boolean => root.node.children.every(isPhrasing);

/**
 * Returns the elements that a parent accepts; lists and tables are unwrapped if the parent is one, too. Undefined if
 * one does not fit.
 */
export function elementsFor(children: readonly ResolvedPosition[], parent: string): ResolvedElement[] | undefined {
  const elements = children.filter(isResolvedElement);
  const found = elements.map((element) => {
    if (isContentMatch(element.node.tag, parent)) return [element];
    return LISTS.test(element.node.tag) && LISTS.test(parent)
      ? elementsFor(resolveChildren(element), parent)
      : undefined;
  });
  return found.includes(undefined) ? undefined : (found as ResolvedElement[][]).flat();
}

const TYPES: ReadonlyMap<string, BlockType> = new Map([
  ['p', 'paragraph'],
  ['li', 'bullets'],
  ['pre', 'code'],
]);

function toBlock(html: string, element: ResolvedElement, isOpen: boolean): PastedMarkup {
  const { node } = element;
  const level = /^h([1-6])$/.exec(node.tag)?.[1];
  const type = level ? (`heading${level}` as BlockType) : (TYPES.get(node.tag) ?? 'markup');
  const isJoined = isOpen && type !== 'markup' && type !== 'code' && node.children.every(isPhrasing);
  const inner = isJoined ? html.slice(contentStart(element), contentEnd(element)) : undefined;
  return { type, html: html.slice(element.from, element.to), inner };
}

/**
 * Returns the blocks of copied source.
 * @param isOpen whether it was selected as text: its first and last block then continue the surrounding text
 * @param parent tag of a list or table that accepts its items
 */
export function blocksOfMarkup({ html, root }: CopiedMarkup, isOpen: boolean, parent?: string): PastedMarkup[] {
  const children = resolveChildren(root);
  const items = parent === undefined ? undefined : elementsFor(children, parent);
  if (items?.length) return items.map((child) => toBlock(html, child, isOpen));
  const blocks: PastedMarkup[] = [];
  for (let index = 0; index < children.length; index++) {
    const child = children[index]!;
    if (isResolvedElement(child) && !isPhrasing(child.node)) {
      blocks.push(toBlock(html, child, isOpen));
      continue;
    }
    const start = index;
    while (children[index + 1] && isPhrasing(children[index + 1]!.node)) index++;
    const line = children.slice(start, index + 1);
    if (line.every(({ node }) => isBlank(node))) continue;
    const inner = html.slice(line[0]!.from, line.at(-1)!.to).trim();
    blocks.push({ type: 'paragraph', html: `<p>${inner}</p>`, inner: isOpen ? inner : undefined });
  }
  return blocks;
}
