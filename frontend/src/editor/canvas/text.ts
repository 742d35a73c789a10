/**
 * A block's text in the page and in the view. Both have the same characters in the same order: what the page shows, an embed
 * counting as one.
 */
import {
  tokenizeInline,
  MARK_TAGS,
  type InlineNode,
  type MarkInstance,
} from '../../../../src/utils/editing/inline-tokens';
import type { TextBlock } from '../../../../src/utils/editing/blocks';
import { NODE } from '../../../../src/utils/editing/decorate';
import type { Caret } from '../../../../src/utils/editing/commands/target';
import type { Marks, Run } from '../../../../src/utils/editing/runs';
import { isElement, isText } from './realm';

/** What the elements in a block are to the view, by the ids of their nodes. */
export interface Legend {
  readonly wrappers: ReadonlyMap<string, MarkInstance>;
  readonly embeds: ReadonlyMap<string, InlineNode>;
  /** White space shows as it is written. */
  readonly pre: boolean;
}

export function legendOf(text: string, block: TextBlock, pre: boolean): Legend {
  const wrappers = new Map<string, MarkInstance>();
  const embeds = new Map<string, InlineNode>();
  for (const { stack, embed } of tokenizeInline(text, block)) {
    for (const wrapper of stack) wrappers.set(String(wrapper.id), wrapper);
    if (embed && 'id' in embed) embeds.set(String(embed.id), embed);
  }
  return { wrappers, embeds, pre };
}

/** Elements that begin a line of their own where a browser puts them into a block. */
const LINES = /^(?:DIV|P|LI|H[1-6]|BLOCKQUOTE|PRE)$/;

/** One thing of a block's text in the page: characters of a text node, or an element that counts as one. */
interface Piece {
  readonly node: Text | Element;
  readonly insert: string | InlineNode;
  readonly marks: Marks;
}

const idOf = (element: Element): string | null => element.getAttribute(NODE);

/** A line break that a browser needs to show an empty line, and that is none. */
const isFiller = (element: Element, root: Element): boolean => {
  if (idOf(element) !== null) return false;
  for (let at: Node = element; at !== root; at = at.parentNode!) if (nextShown(at)) return false;
  return true;
};

const nextShown = (node: Node): Node | undefined => {
  for (let next = node.nextSibling; next; next = next.nextSibling) if (next.textContent !== '') return next;
  return undefined;
};

function withMark(marks: Marks, wrapper: MarkInstance): Marks {
  const { mark, value, id } = wrapper;
  if (mark === 'link') return { ...marks, link: value };
  if (mark) return { ...marks, [mark]: true };
  return { ...marks, keep: marks.keep ? `${marks.keep} ${id}` : String(id) };
}

/** Everything that shows in a block, in order. */
function* piecesOf(
  parent: Node,
  root: Element,
  legend: Legend,
  marks: Marks,
  seen = new Set<string>(),
): Generator<Piece> {
  for (const node of parent.childNodes) {
    if (isText(node)) {
      if (node.data) yield { node, insert: node.data, marks };
    } else if (isElement(node)) {
      const id = idOf(node);
      const embed = id === null ? undefined : legend.embeds.get(id);
      const wrapper = id === null ? undefined : legend.wrappers.get(id);
      // What a browser makes by itself when it is asked for a mark.
      const made = MARK_TAGS[node.localName];
      // What a repeat makes of an embed is one thing of the view.
      if (embed && seen.has(id!)) continue;
      if (embed) {
        seen.add(id!);
        yield { node, insert: embed, marks };
      } else if (node.tagName === 'BR') {
        if (!isFiller(node, root)) yield { node, insert: { kind: 'break' }, marks };
      } else if (wrapper) yield* piecesOf(node, root, legend, withMark(marks, wrapper), seen);
      else if (id === null && made) yield* piecesOf(node, root, legend, { ...marks, [made]: true }, seen);
      else {
        if (id === null && LINES.test(node.tagName) && node.previousSibling)
          yield { node, insert: { kind: 'break' }, marks };
        yield* piecesOf(node, root, legend, marks, seen);
      }
    }
  }
}

/** The block's text as it stands in the page. */
export function runsIn(root: Element, legend: Legend): Run[] {
  const runs: { insert: string | InlineNode; marks: Marks }[] = [];
  for (const { insert, marks } of piecesOf(root, root, legend, {})) {
    const last = runs.at(-1);
    if (typeof insert === 'string' && typeof last?.insert === 'string' && equal(last.marks, marks))
      last.insert += insert;
    else runs.push({ insert, marks });
  }
  // A browser that types behind a link leaves it the space at its end.
  for (const [at, run] of runs.entries()) {
    const { link, ...rest } = run.marks;
    const isAlone =
      link !== undefined && runs[at - 1] && runs[at - 1]!.marks.link !== link && runs[at + 1]?.marks.link !== link;
    if (isAlone && typeof run.insert === 'string' && !run.insert.trim()) run.marks = rest;
  }
  return runs;
}

const equal = (one: Marks, other: Marks): boolean => JSON.stringify(one) === JSON.stringify(other);

/** How many characters of the block's text stand before a point of the page. */
export function offsetIn(root: Element, legend: Legend, node: Node, offset: number): number {
  const point = document.createRange();
  point.setStart(node, offset);
  let before = 0;
  for (const piece of piecesOf(root, root, legend, {})) {
    if (piece.node === node && isText(piece.node)) return before + offset;
    // Where an element that counts as one stands before the point, all of it does.
    const start = document.createRange();
    start.selectNode(piece.node);
    if (point.compareBoundaryPoints(Range.START_TO_START, start) <= 0) return before;
    if (!isText(piece.node) && piece.node.contains(node)) return before;
    before += typeof piece.insert === 'string' ? piece.insert.length : 1;
  }
  return before;
}

/** The point of the page behind so many characters of the block's text. */
export function pointIn(root: Element, legend: Legend, offset: number): { node: Node; offset: number } {
  let left = offset;
  let behind: { node: Node; offset: number } = { node: root, offset: 0 };
  for (const { node, insert } of piecesOf(root, root, legend, {})) {
    const size = typeof insert === 'string' ? insert.length : 1;
    const index = [...node.parentNode!.childNodes].indexOf(node as ChildNode);
    if (isText(node) && left <= size) return { node, offset: left };
    if (left === 0) return { node: node.parentNode!, offset: index };
    left -= size;
    behind = isText(node) ? { node, offset: size } : { node: node.parentNode!, offset: index + 1 };
  }
  return behind;
}

/** Characters of a block's text that are selected in the page; undefined where the selection is not in it. */
export function caretIn(root: Element, legend: () => Legend): Caret | undefined {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = root.ownerDocument.getSelection() ?? {};
  if (!anchorNode || !focusNode || !root.contains(anchorNode) || !root.contains(focusNode)) return undefined;
  const here = legend();
  const anchor = offsetIn(root, here, anchorNode, anchorOffset!);
  const isCaret = anchorNode === focusNode && anchorOffset === focusOffset;
  return { anchor, head: isCaret ? anchor : offsetIn(root, here, focusNode, focusOffset!) };
}

/** Selects characters of a block's text in the page. */
export function selectIn(root: Element, legend: Legend, { anchor, head }: Caret): void {
  const [from, to] = [pointIn(root, legend, anchor), pointIn(root, legend, head)];
  root.ownerDocument.getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
}

/** What is no text can not be typed in; it goes as a whole. */
export function keepWhole(root: Element, { embeds }: Legend): void {
  for (const element of root.querySelectorAll(`[${NODE}]`))
    if (embeds.has(idOf(element)!)) element.setAttribute('contenteditable', 'false');
}

const SPACES = /[ \t\n\r\f]+/g;

/**
 * Takes the white space out of a block that does not show, so that it has the characters of the view's runs. Nothing
 * moves by it.
 */
export function settle(root: Element, legend: Legend): void {
  if (legend.pre) return;
  let spaced = true;
  let last: Text | undefined;
  let end: Text | Element | undefined;
  for (const { node, insert } of [...piecesOf(root, root, legend, {})]) {
    end = node;
    if (!isText(node)) {
      spaced = typeof insert !== 'string' && insert.kind === 'break';
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
  // A line that has nothing yet has no place for a caret by itself.
  if (end?.nodeName === 'BR' && end.nextSibling?.nodeName !== 'BR') end.after(root.ownerDocument.createElement('br'));
}

/** A space at the end of a line does not show. */
function trim(node: Text | undefined): void {
  if (node?.data.endsWith(' ')) node.data = node.data.slice(0, -1);
}

/** Spaces that must not break read as spaces. */
export const readable = (text: string): string => text.replaceAll('\u00a0', ' ');
