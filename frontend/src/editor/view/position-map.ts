/**
 * Where the characters of a block's text stand in the page while Quill does not edit it: selections over several blocks begin and
 * end in such blocks. The page and the document have the same characters in the same order, an atom counting as one.
 */
import type { TextBlock } from '../../../../src/utils/editing/model/blocks';
import { NODE } from '../../../../src/utils/editing/model/decorate';
import { isPreformatted, OBJECT, tokenizeInline } from '../../../../src/utils/editing/model/inline-tokens';
import { isElement, isText } from './node-guards';

/** What of a block in the page is one character of its text. */
export interface BlockMap {
  readonly root: Element;
  /** Ids of the nodes that count as one. */
  readonly atoms: ReadonlySet<string>;
  /** White space shows as it is written. */
  readonly pre: boolean;
  /** The block's characters in the document. */
  readonly text: string;
}

export function mapBlock(root: Element, text: string, block: TextBlock): BlockMap {
  const tokens = tokenizeInline(text, block);
  const atoms = new Set<string>();
  for (const { embed } of tokens) if (embed && 'id' in embed) atoms.add(String(embed.id));
  return { root, atoms, pre: isPreformatted(block), text: tokens.map((token) => token.text).join('') };
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

const SPACE = /[ \t\n\r\f]/;
const SPACE_OR_NO_BREAK = /[ \t\n\r\f\u00a0]/;

/** A character that a text node keeps, as it shall be written, and its index in the node until then. */
interface KeptCharacter {
  readonly char: string;
  readonly index: number;
}
type KeptCharacters = ReadonlyMap<Text, readonly KeptCharacter[]>;

/**
 * The characters of the document in the page's text nodes; undefined where the page has other words. Quill shows spaces that
 * the document writes as `&nbsp;` as plain ones, and lets them show by its style: they must not be taken for white space that
 * does not show.
 */
function documentCharacters(map: BlockMap): KeptCharacters | undefined {
  const kept = new Map<Text, KeptCharacter[]>();
  let at = 0;
  for (const { node } of piecesOf(map)) {
    if (!isText(node)) {
      if (map.text[at++] !== OBJECT) return undefined;
      continue;
    }
    const own: KeptCharacter[] = [];
    for (let index = 0; index < node.length; index++) {
      const char = node.data[index]!;
      // What comes from data may show nothing.
      while (map.text[at] === OBJECT && char !== OBJECT) at++;
      const wanted = map.text[at] ?? '';
      const isSpace = SPACE_OR_NO_BREAK.test(char);
      if (char === wanted || (isSpace && SPACE_OR_NO_BREAK.test(wanted))) {
        own.push({ char: wanted, index });
        at++;
      } else if (!isSpace) return undefined;
    }
    kept.set(node, own);
  }
  return map.text.slice(at).replaceAll(OBJECT, '') ? undefined : kept;
}

/** The characters that show in a page whose white space collapses. */
function shownCharacters(map: BlockMap): KeptCharacters {
  const kept = new Map<Text, KeptCharacter[]>();
  let isSpaced = true;
  let last: KeptCharacter[] = [];
  // A space at the end of a line does not show.
  const endLine = (): void => {
    if (last.at(-1)?.char === ' ') last.pop();
  };
  for (const { node } of piecesOf(map)) {
    if (!isText(node)) {
      isSpaced = node.nodeName === 'BR';
      if (isSpaced) endLine();
      last = [];
      continue;
    }
    const own: KeptCharacter[] = [];
    for (let index = 0; index < node.length; index++) {
      const char = node.data[index]!;
      const isSpace = SPACE.test(char);
      if (!(isSpace && isSpaced)) own.push({ char: isSpace ? ' ' : char, index });
      isSpaced = isSpace;
    }
    kept.set(node, own);
    if (own.length) last = own;
  }
  endLine();
  return kept;
}

/**
 * Takes out the white space that does not show, and writes spaces as the document has them, so that the page has the
 * characters of the document. Nothing moves by it.
 * @param points stay where they are between the characters: their offsets are changed with the texts
 */
export function normalizeWhitespace(map: BlockMap, points: readonly { node: Node; offset: number }[] = []): void {
  if (map.pre) return;
  for (const [node, kept] of documentCharacters(map) ?? shownCharacters(map)) {
    const data = kept.map(({ char }) => char).join('');
    if (data === node.data) continue;
    for (const point of points)
      if (point.node === node) point.offset = kept.filter(({ index }) => index < point.offset).length;
    node.data = data;
  }
}
