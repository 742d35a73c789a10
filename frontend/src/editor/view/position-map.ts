/**
 * Where the characters of a block's text stand in the page while Quill does not edit it: selections over several blocks begin and
 * end in such blocks. The page and the document have the same characters in the same order, an atom counting as one.
 */
import type { TextBlock } from '../../../../src/utils/editing/model/blocks';
import { NODE } from '../../../../src/utils/editing/model/decorate';
import { isPreformatted, tokenizeInline } from '../../../../src/utils/editing/model/inline-tokens';
import { isElement, isText } from './node-guards';

/** What of a block in the page is one character of its text. */
export interface BlockMap {
  readonly root: Element;
  /** Ids of the nodes that count as one. */
  readonly atoms: ReadonlySet<string>;
  /** White space shows as it is written. */
  readonly pre: boolean;
}

export function mapBlock(root: Element, text: string, block: TextBlock): BlockMap {
  const atoms = new Set<string>();
  for (const { embed } of tokenizeInline(text, block)) if (embed && 'id' in embed) atoms.add(String(embed.id));
  return { root, atoms, pre: isPreformatted(block) };
}

/** One thing of a block's text in the page: characters of a text node, or an element that counts as one. */
interface Piece {
  readonly node: Text | Element;
  readonly size: number;
}

const idOf = (element: Element): string | null => element.getAttribute(NODE);

/** A line break that only makes room for a line, and is none of the text. */
function isFiller(element: Element, root: Element): boolean {
  if (idOf(element) !== null) return false;
  for (let at: Node = element; at !== root; at = at.parentNode!)
    for (let next = at.nextSibling; next; next = next.nextSibling) if (next.textContent !== '') return false;
  return true;
}

/** Everything that shows in a block, in order. */
function* piecesOf(map: BlockMap, parent: Node = map.root, seen = new Set<string>()): Generator<Piece> {
  for (const node of parent.childNodes) {
    if (isText(node)) {
      if (node.data) yield { node, size: node.length };
    } else if (isElement(node)) {
      const id = idOf(node);
      if (id !== null && map.atoms.has(id)) {
        // What a repeater makes of an atom is one thing of the text.
        if (!seen.has(id)) yield { node, size: 1 };
        seen.add(id);
      } else if (node.tagName === 'BR') {
        if (!isFiller(node, map.root)) yield { node, size: 1 };
      } else yield* piecesOf(map, node, seen);
    }
  }
}

/** Characters of a block's text. */
export const lengthIn = (map: BlockMap): number => [...piecesOf(map)].reduce((sum, { size }) => sum + size, 0);

/** How many characters of the block's text stand before a point of the page. */
export function offsetIn(map: BlockMap, node: Node, offset: number): number {
  const point = document.createRange();
  point.setStart(node, offset);
  let before = 0;
  for (const piece of piecesOf(map)) {
    if (piece.node === node && isText(piece.node)) return before + offset;
    // Where an element that counts as one stands before the point, all of it does.
    const start = document.createRange();
    start.selectNode(piece.node);
    if (point.compareBoundaryPoints(Range.START_TO_START, start) <= 0) return before;
    if (!isText(piece.node) && piece.node.contains(node)) return before;
    before += piece.size;
  }
  return before;
}

/** The point of the page behind so many characters of the block's text. */
export function pointIn(map: BlockMap, offset: number): { node: Node; offset: number } {
  let left = offset;
  let behind: { node: Node; offset: number } = { node: map.root, offset: 0 };
  for (const { node, size } of piecesOf(map)) {
    const index = [...node.parentNode!.childNodes].indexOf(node as ChildNode);
    if (isText(node) && left <= size) return { node, offset: left };
    if (left === 0) return { node: node.parentNode!, offset: index };
    left -= size;
    behind = isText(node) ? { node, offset: size } : { node: node.parentNode!, offset: index + 1 };
  }
  return behind;
}

/** An atom can not be typed in; it goes as a whole. */
export function setAtomsReadOnly({ root, atoms }: BlockMap): void {
  for (const element of root.querySelectorAll(`[${NODE}]`))
    if (atoms.has(idOf(element)!)) element.setAttribute('contenteditable', 'false');
}

const SPACES = /[ \t\n\r\f]+/g;

/** Takes out the white space that does not show, so that the page has the characters of the document. Nothing moves by it. */
export function normalizeWhitespace(map: BlockMap): void {
  if (map.pre) return;
  let spaced = true;
  let last: Text | undefined;
  for (const { node } of [...piecesOf(map)]) {
    if (!isText(node)) {
      spaced = node.nodeName === 'BR';
      if (spaced) trim(last);
      last = undefined;
      continue;
    }
    let data = node.data.replace(SPACES, ' ');
    if (spaced && data.startsWith(' ')) data = data.slice(1);
    if (data !== node.data) node.data = data;
    if (data === '') continue;
    spaced = data.endsWith(' ');
    last = node;
  }
  trim(last);
}

/** A space at the end of a line does not show. */
function trim(node: Text | undefined): void {
  if (node?.data.endsWith(' ')) node.data = node.data.slice(0, -1);
}
