/**
 * Maps the characters of a block's text to points of the page while Quill does not edit the block. Cross-block
 * selections begin and end in such blocks. The page and the document have the same characters in the same order. An
 * atom counts as one.
 */
import type { TextBlock } from '../../../../src/utils/editing/model/blocks';
import { NODE } from '../../../../src/utils/editing/model/decorate';
import { isPreformatted, OBJECT, tokenizeInline } from '../../../../src/utils/editing/model/inline-tokens';
import { isElement, isText } from './node-guards';

/** The parts of a block in the page that count as one character of its text. */
export interface BlockMap {
  readonly root: Element;
  /** Ids of the nodes that count as one character. */
  readonly atoms: ReadonlySet<string>;
  /** Whether white space is preserved. */
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

/** A part of a block's text in the page: a text node, or an element that counts as one character. */
interface Piece {
  readonly node: Text | Element;
  readonly size: number;
}

const idOf = (element: Element): string | null => element.getAttribute(NODE);

/** Whether a `br` only gives an empty line its height and is no part of the text. */
function isFiller(element: Element, root: Element): boolean {
  if (idOf(element) !== null) return false;
  for (let current: Node = element; current !== root; current = current.parentNode!)
    for (let next = current.nextSibling; next; next = next.nextSibling) if (next.textContent !== '') return false;
  return true;
}

/** All visible parts of a block, in order. */
function* piecesOf(map: BlockMap, parent: Node = map.root, seenIds = new Set<string>()): Generator<Piece> {
  for (const node of parent.childNodes) {
    if (isText(node)) {
      if (node.data) yield { node, size: node.length };
    } else if (isElement(node)) {
      const id = idOf(node);
      if (id !== null && map.atoms.has(id)) {
        // All copies that a repeater makes of an atom count as one character.
        if (!seenIds.has(id)) yield { node, size: 1 };
        seenIds.add(id);
      } else if (node.tagName === 'BR') {
        if (!isFiller(node, map.root)) yield { node, size: 1 };
      } else yield* piecesOf(map, node, seenIds);
    }
  }
}

/** The number of characters of a block's text. */
export const textLength = (map: BlockMap): number => [...piecesOf(map)].reduce((sum, { size }) => sum + size, 0);

/** The number of characters of the block's text before a point of the page. */
export function textOffset(map: BlockMap, node: Node, offset: number): number {
  const point = document.createRange();
  point.setStart(node, offset);
  let before = 0;
  for (const piece of piecesOf(map)) {
    if (piece.node === node && isText(piece.node)) return before + offset;
    // An element that counts as one character is before the point as a whole.
    const start = document.createRange();
    start.selectNode(piece.node);
    if (point.compareBoundaryPoints(Range.START_TO_START, start) <= 0) return before;
    if (!isText(piece.node) && piece.node.contains(node)) return before;
    before += piece.size;
  }
  return before;
}

/** The point of the page after the given number of characters of the block's text. */
export function domPoint(map: BlockMap, offset: number): { node: Node; offset: number } {
  let remaining = offset;
  let lastPoint: { node: Node; offset: number } = { node: map.root, offset: 0 };
  for (const { node, size } of piecesOf(map)) {
    const index = [...node.parentNode!.childNodes].indexOf(node as ChildNode);
    if (isText(node) && remaining <= size) return { node, offset: remaining };
    if (remaining === 0) return { node: node.parentNode!, offset: index };
    remaining -= size;
    lastPoint = isText(node) ? { node, offset: size } : { node: node.parentNode!, offset: index + 1 };
  }
  return lastPoint;
}

/** Makes the atoms read-only: they are deleted as a whole. */
export function setAtomsReadOnly({ root, atoms }: BlockMap): void {
  for (const element of root.querySelectorAll(`[${NODE}]`))
    if (atoms.has(idOf(element)!)) element.setAttribute('contenteditable', 'false');
}

const SPACE = /[ \t\n\r\f]/;
const SPACE_OR_NO_BREAK = /[ \t\n\r\f\u00a0]/;

/** A character that remains in a text node, in its normalized form, and its index before normalization. */
interface KeptCharacter {
  readonly char: string;
  readonly index: number;
}
type KeptCharacters = ReadonlyMap<Text, readonly KeptCharacter[]>;

/**
 * The characters of the document in the page's text nodes; undefined if the page has other text. The document writes
 * some spaces as `&nbsp;`. Quill renders them as plain spaces and preserves them by CSS, so they must not count as
 * collapsible white space.
 */
function documentCharacters(map: BlockMap): KeptCharacters | undefined {
  const kept = new Map<Text, KeptCharacter[]>();
  let textIndex = 0;
  for (const { node } of piecesOf(map)) {
    if (!isText(node)) {
      if (map.text[textIndex++] !== OBJECT) return undefined;
      continue;
    }
    const characters: KeptCharacter[] = [];
    for (let index = 0; index < node.length; index++) {
      const char = node.data[index]!;
      // A data-bound atom may render nothing.
      while (map.text[textIndex] === OBJECT && char !== OBJECT) textIndex++;
      const expected = map.text[textIndex] ?? '';
      const isSpace = SPACE_OR_NO_BREAK.test(char);
      if (char === expected || (isSpace && SPACE_OR_NO_BREAK.test(expected))) {
        characters.push({ char: expected, index });
        textIndex++;
      } else if (!isSpace) return undefined;
    }
    kept.set(node, characters);
  }
  return map.text.slice(textIndex).replaceAll(OBJECT, '') ? undefined : kept;
}

/** The visible characters of a page whose white space collapses. */
function visibleCharacters(map: BlockMap): KeptCharacters {
  const kept = new Map<Text, KeptCharacter[]>();
  let isSpaced = true;
  let last: KeptCharacter[] = [];
  // A space at the end of a line is not visible.
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
    const characters: KeptCharacter[] = [];
    for (let index = 0; index < node.length; index++) {
      const char = node.data[index]!;
      const isSpace = SPACE.test(char);
      if (!(isSpace && isSpaced)) characters.push({ char: isSpace ? ' ' : char, index });
      isSpaced = isSpace;
    }
    kept.set(node, characters);
    if (characters.length) last = characters;
  }
  endLine();
  return kept;
}

/**
 * Removes white space that is not visible, and writes spaces like the document, so that the page has the characters of
 * the document. The layout does not change.
 * @param points keep their place between the characters: their offsets are adjusted to the changed text
 */
export function normalizeWhitespace(map: BlockMap, points: readonly { node: Node; offset: number }[] = []): void {
  if (map.pre) return;
  for (const [node, characters] of documentCharacters(map) ?? visibleCharacters(map)) {
    const data = characters.map(({ char }) => char).join('');
    if (data === node.data) continue;
    for (const point of points)
      if (point.node === node) point.offset = characters.filter(({ index }) => index < point.offset).length;
    node.data = data;
  }
}
