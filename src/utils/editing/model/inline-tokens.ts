/**
 * A text block as a list of tokens: characters, data-bound nodes and other inline content.
 * Each has the source that it was read from, and the inline elements around it. Unchanged tokens are written with their
 * source.
 */
import type { TextBlock } from './blocks';
import { isBound } from './blocks';
import { escapeText, unitsOf } from './characters';
import {
  attributeOf,
  resolveChildren,
  isBlank,
  isResolvedElement,
  type ElementNode,
  type ResolvedElement,
  type ResolvedPosition,
  type SyntaxNode,
} from './syntax-tree';
import { DROPS_LINE_BREAK } from './parse-document';
import { MARK_TAGS, type MarkType } from './mark-registry';
import { startTagOf } from './tags';

/** Inline elements that are not marks: their text is editable, and they stay around it. */
const UNKNOWN_MARK_TAGS =
  /^(?:a|abbr|acronym|bdi|bdo|big|button|cite|data|dfn|font|kbd|label|mark|q|samp|small|span|time|tt|var)$/;

/** An inline element around tokens. Two tokens are in the same element if they have the same instance. */
export interface MarkInstance {
  /** Id of the node; negative for a new element. */
  readonly id: number;
  readonly open: string;
  /** Its start tag for the second part if it is split: without its id and its bindings. */
  readonly again: string;
  readonly close: string;
  readonly mark: MarkType | undefined;
  /** The address of a link; otherwise empty. */
  readonly value: string;
}

/** Inline content other than text. */
export type InlineNode =
  /** A value from data; `text` is the markup's own text, which shows if there is no value. */
  | { readonly kind: 'bound'; readonly path: string; readonly text: string; readonly id: number }
  | { readonly kind: 'image'; readonly src: string; readonly alt: string; readonly id: number }
  | { readonly kind: 'break' }
  /** Anything else; it stays unchanged, or is deleted as a whole. */
  | { readonly kind: 'unknown'; readonly tag: string; readonly id: number };

export interface InlineToken {
  readonly source: string;
  /** Its visible text: a character, nothing (comments, collapsed white space), or U+FFFC for an embed. */
  readonly text: string;
  readonly embed?: InlineNode;
  readonly stack: readonly MarkInstance[];
}

/** Represents an embed in a text. */
export const OBJECT = '\ufffc';
const SPACE = /^[ \t\n\r\f]$/;

/** Returns the text content of a node. */
function textIn(place: ResolvedPosition): string {
  if (place.node.kind === 'text') return place.node.text;
  return isResolvedElement(place) ? resolveChildren(place).map(textIn).join('') : '';
}

/** Whether an element has text that does not come from data. */
const hasOwnText = (node: SyntaxNode): boolean =>
  node.kind === 'text' ? !isBlank(node) : node.kind === 'element' && !isBound(node) && node.children.some(hasOwnText);

/** Returns the inline node of an element; undefined for an element with editable text. */
function embedOf(place: ResolvedElement): InlineNode | undefined {
  const { node } = place;
  const { tag, id } = node;
  if (tag === 'br') return { kind: 'break' };
  const scope = attributeOf(node, 'data-path-scope');
  if (isBound(node) || scope !== undefined) {
    const path = attributeOf(node, 'data-path') ?? attributeOf(node, 'data-path-attributes') ?? scope ?? '';
    return {
      kind: 'bound',
      path,
      text: textIn(place)
        .replace(/[ \t\n\r\f]+/g, ' ')
        .trim(),
      id,
    };
  }
  if (tag === 'img')
    return { kind: 'image', src: attributeOf(node, 'src') ?? '', alt: attributeOf(node, 'alt') ?? '', id };
  const typed =
    Object.hasOwn(MARK_TAGS, tag) || (UNKNOWN_MARK_TAGS.test(tag) && (tag !== 'button' || hasOwnText(node)));
  return !typed || node.foreign || !node.children.length ? { kind: 'unknown', tag, id } : undefined;
}

function wrapperOf(place: ResolvedElement, text: string): MarkInstance {
  const { node, from, to } = place;
  const isLink = node.tag === 'a' && (attributeOf(node, 'href') ?? attributeOf(node, 'data-path-href')) !== undefined;
  return {
    id: node.id,
    open: text.slice(from, from + node.open),
    again: startTagOf(text, place),
    close: text.slice(to - node.close, to),
    mark: isLink ? 'link' : Object.hasOwn(MARK_TAGS, node.tag) ? MARK_TAGS[node.tag] : undefined,
    value: isLink ? (attributeOf(node, 'href') ?? '') : '',
  };
}

/** Whether the white space of a block is preserved. */
export const isPreformatted = ({ owner }: TextBlock): boolean => {
  for (let at: ResolvedElement | undefined = owner; at; at = at.parent) if (at.node.tag === 'pre') return true;
  return false;
};

/** The tokens of a block, and what they were read from. */
interface Tokenized {
  readonly first: number;
  readonly last: number;
  readonly pre: boolean;
  readonly source: string;
  readonly tokens: readonly InlineToken[];
  /** The position of each token, relative to the block's. */
  readonly starts: readonly number[];
}
/** The last tokens of each owner. One key stroke needs the tokens of the same block many times. */
const tokenized = new WeakMap<ElementNode, Tokenized>();

/** Splits a block into tokens. White space that a browser collapses is one space, and nothing at the edges of a line. */
export const tokenizeInline = (text: string, block: TextBlock): readonly InlineToken[] => tokenize(text, block).tokens;

/** Splits a block into tokens, with their positions. */
export function tokenize(text: string, block: TextBlock): Tokenized {
  const { owner, first, last } = block;
  const pre = isPreformatted(block);
  const source = text.slice(block.from, block.to);
  const known = tokenized.get(owner.node);
  if (known && known.first === first && known.last === last && known.pre === pre && known.source === source)
    return known;
  const fresh = { first, last, pre, source, ...readTokens(text, block, pre) };
  tokenized.set(owner.node, fresh);
  return fresh;
}

function readTokens(text: string, block: TextBlock, pre: boolean): Pick<Tokenized, 'tokens' | 'starts'> {
  const tokens: InlineToken[] = [];
  const starts: number[] = [];
  let start = 0;
  /** Whether the next space collapses: it would follow another one, or begin a line. */
  let spaced = !pre;
  const add = (source: string, shown: string, stack: readonly MarkInstance[], embed?: InlineNode): void => {
    tokens.push(embed ? { source, text: shown, stack, embed } : { source, text: shown, stack });
    starts.push(start);
    start += source.length;
  };
  const readText = (source: string, stack: readonly MarkInstance[]): void => {
    const units = unitsOf(source);
    for (let at = 0; at < units.length;) {
      const unit = units[at]!;
      let run = unit.source;
      at++;
      if (pre || !SPACE.test(unit.text)) {
        add(run, unit.text, stack);
        spaced = false;
        continue;
      }
      while (at < units.length && SPACE.test(units[at]!.text)) run += units[at++]!.source;
      add(run, spaced ? '' : ' ', stack);
      spaced = true;
    }
  };
  const read = (places: readonly ResolvedPosition[], stack: readonly MarkInstance[]): void => {
    for (const place of places) {
      const source = text.slice(place.from, place.to);
      start = place.from - block.from;
      if (place.node.kind === 'text') readText(source, stack);
      else if (!isResolvedElement(place)) add(source, '', stack);
      else {
        const embed = embedOf(place);
        if (!embed) {
          read(resolveChildren(place), [...stack, wrapperOf(place, text)]);
          continue;
        }
        add(source, OBJECT, stack, embed);
        spaced = embed.kind === 'break' && !pre;
      }
    }
  };
  const { owner, first, last } = block;
  read(resolveChildren(owner).slice(first, last), []);
  const [begin] = tokens;
  if (pre && block.whole && DROPS_LINE_BREAK.test(owner.node.tag) && begin?.text === '\n' && !begin.stack.length)
    tokens[0] = { ...begin, text: '' };
  // A space at the end of a line is not visible.
  if (!pre) {
    let line = tokens.length;
    for (let at = tokens.length - 1; at >= -1; at--) {
      const token = tokens[at];
      if (token && token.text === '') continue;
      if (token?.embed?.kind === 'break') line = at;
      else if (token && token.text === ' ' && SPACE.test(token.source[0]!) && isLineEnd(tokens, at, line)) {
        tokens[at] = { ...token, text: '' };
        continue;
      } else line = -1;
    }
  }
  return { tokens, starts };
}

/** Whether nothing is visible between a token and the end of its line. */
function isLineEnd(tokens: readonly InlineToken[], at: number, line: number): boolean {
  if (line < 0) return false;
  for (let next = at + 1; next < line; next++) if (tokens[next]!.text !== '') return false;
  return true;
}

/** A part of the output of tokens: a token, or a tag of an element around them. */
export interface OutputToken {
  readonly source: string;
  /** The token, or a key of the tag: output tokens with the same value are the same. */
  readonly of: InlineToken | string;
}

/**
 * Serializes tokens, in parts.
 * @param around the elements around all of the tokens, which are already open and stay open
 */
export function toOutputTokens(
  tokens: readonly InlineToken[],
  around: readonly MarkInstance[] = [],
): readonly OutputToken[] {
  const output: OutputToken[] = [];
  let stack = around;
  const opened = new Set(around);
  const turnTo = (next: readonly MarkInstance[]): void => {
    let same = 0;
    while (same < stack.length && same < next.length && stack[same] === next[same]) same++;
    for (const wrapper of stack.slice(same).reverse()) output.push({ source: wrapper.close, of: `/${wrapper.id}` });
    for (const wrapper of next.slice(same)) {
      const once = opened.has(wrapper);
      opened.add(wrapper);
      output.push(
        once ? { source: wrapper.again, of: `${wrapper.id} again` } : { source: wrapper.open, of: `${wrapper.id}` },
      );
    }
    stack = next;
  };
  for (const token of tokens) {
    turnTo(token.stack);
    output.push({ source: token.source, of: token });
  }
  turnTo(around);
  return output;
}

/** Source of a no-break space that was typed as one; a space that only must not collapse is written as `&nbsp;`. */
const NO_BREAK_SPACE = '&#160;';

/** Returns the token of a visible character, which is `storable`. */
export const characterToken = (char: string, stack: readonly MarkInstance[]): InlineToken => ({
  source: char === '\u00a0' ? NO_BREAK_SPACE : escapeText(char),
  text: char,
  stack,
});
