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
  readonly reopen: string;
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
function textIn(resolved: ResolvedPosition): string {
  if (resolved.node.kind === 'text') return resolved.node.text;
  return isResolvedElement(resolved) ? resolveChildren(resolved).map(textIn).join('') : '';
}

/** Whether an element has text that does not come from data. */
const hasOwnText = (node: SyntaxNode): boolean =>
  node.kind === 'text' ? !isBlank(node) : node.kind === 'element' && !isBound(node) && node.children.some(hasOwnText);

/** Returns the inline node of an element; undefined for an element with editable text. */
function embedOf(element: ResolvedElement): InlineNode | undefined {
  const { node } = element;
  const { tag, id } = node;
  if (tag === 'br') return { kind: 'break' };
  const scope = attributeOf(node, 'data-path-scope');
  if (isBound(node) || scope !== undefined) {
    const path = attributeOf(node, 'data-path') ?? attributeOf(node, 'data-path-attributes') ?? scope ?? '';
    return {
      kind: 'bound',
      path,
      text: textIn(element)
        .replace(/[ \t\n\r\f]+/g, ' ')
        .trim(),
      id,
    };
  }
  if (tag === 'img')
    return { kind: 'image', src: attributeOf(node, 'src') ?? '', alt: attributeOf(node, 'alt') ?? '', id };
  const isMark =
    Object.hasOwn(MARK_TAGS, tag) || (UNKNOWN_MARK_TAGS.test(tag) && (tag !== 'button' || hasOwnText(node)));
  return !isMark || node.foreign || !node.children.length ? { kind: 'unknown', tag, id } : undefined;
}

function markInstanceOf(element: ResolvedElement, text: string): MarkInstance {
  const { node, from, to } = element;
  const isLink = node.tag === 'a' && (attributeOf(node, 'href') ?? attributeOf(node, 'data-path-href')) !== undefined;
  return {
    id: node.id,
    open: text.slice(from, from + node.open),
    reopen: startTagOf(text, element),
    close: text.slice(to - node.close, to),
    mark: isLink ? 'link' : Object.hasOwn(MARK_TAGS, node.tag) ? MARK_TAGS[node.tag] : undefined,
    value: isLink ? (attributeOf(node, 'href') ?? '') : '',
  };
}

/** Whether the white space of a block is preserved. */
export const isPreformatted = ({ owner }: TextBlock): boolean => {
  for (let current: ResolvedElement | undefined = owner; current; current = current.parent)
    if (current.node.tag === 'pre') return true;
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
  const cached = tokenized.get(owner.node);
  if (cached && cached.first === first && cached.last === last && cached.pre === pre && cached.source === source)
    return cached;
  const result = { first, last, pre, source, ...readTokens(text, block, pre) };
  tokenized.set(owner.node, result);
  return result;
}

function readTokens(text: string, block: TextBlock, pre: boolean): Pick<Tokenized, 'tokens' | 'starts'> {
  const tokens: InlineToken[] = [];
  const starts: number[] = [];
  let start = 0;
  /** Whether the next space collapses: it would follow another one, or begin a line. */
  let isSpaced = !pre;
  const add = (source: string, visible: string, stack: readonly MarkInstance[], embed?: InlineNode): void => {
    tokens.push(embed ? { source, text: visible, stack, embed } : { source, text: visible, stack });
    starts.push(start);
    start += source.length;
  };
  const readText = (source: string, stack: readonly MarkInstance[]): void => {
    const units = unitsOf(source);
    for (let index = 0; index < units.length;) {
      const unit = units[index]!;
      let tokenSource = unit.source;
      index++;
      if (pre || !SPACE.test(unit.text)) {
        add(tokenSource, unit.text, stack);
        isSpaced = false;
        continue;
      }
      while (index < units.length && SPACE.test(units[index]!.text)) tokenSource += units[index++]!.source;
      add(tokenSource, isSpaced ? '' : ' ', stack);
      isSpaced = true;
    }
  };
  const readNodes = (children: readonly ResolvedPosition[], stack: readonly MarkInstance[]): void => {
    for (const child of children) {
      const source = text.slice(child.from, child.to);
      start = child.from - block.from;
      if (child.node.kind === 'text') readText(source, stack);
      else if (!isResolvedElement(child)) add(source, '', stack);
      else {
        const embed = embedOf(child);
        if (!embed) {
          readNodes(resolveChildren(child), [...stack, markInstanceOf(child, text)]);
          continue;
        }
        add(source, OBJECT, stack, embed);
        isSpaced = embed.kind === 'break' && !pre;
      }
    }
  };
  const { owner, first, last } = block;
  readNodes(resolveChildren(owner).slice(first, last), []);
  const [firstToken] = tokens;
  if (
    pre &&
    block.isWhole &&
    DROPS_LINE_BREAK.test(owner.node.tag) &&
    firstToken?.text === '\n' &&
    !firstToken.stack.length
  )
    tokens[0] = { ...firstToken, text: '' };
  // A space at the end of a line is not visible.
  if (!pre) {
    let lineEnd = tokens.length;
    for (let index = tokens.length - 1; index >= -1; index--) {
      const token = tokens[index];
      if (token && token.text === '') continue;
      if (token?.embed?.kind === 'break') lineEnd = index;
      else if (token && token.text === ' ' && SPACE.test(token.source[0]!) && isLineEnd(tokens, index, lineEnd)) {
        tokens[index] = { ...token, text: '' };
        continue;
      } else lineEnd = -1;
    }
  }
  return { tokens, starts };
}

/** Whether nothing is visible between a token and the end of its line. */
function isLineEnd(tokens: readonly InlineToken[], index: number, lineEnd: number): boolean {
  if (lineEnd < 0) return false;
  for (let next = index + 1; next < lineEnd; next++) if (tokens[next]!.text !== '') return false;
  return true;
}

/** A part of the output of tokens: a token, or a tag of an element around them. */
export interface OutputToken {
  readonly source: string;
  /** The token, or a key of the tag: output tokens with the same value are the same. */
  readonly key: InlineToken | string;
}

/**
 * Serializes tokens, in parts.
 * @param outer the elements around all of the tokens, which are already open and stay open
 */
export function toOutputTokens(
  tokens: readonly InlineToken[],
  outer: readonly MarkInstance[] = [],
): readonly OutputToken[] {
  const output: OutputToken[] = [];
  let stack = outer;
  const opened = new Set(outer);
  const changeStack = (next: readonly MarkInstance[]): void => {
    let shared = 0;
    while (shared < stack.length && shared < next.length && stack[shared] === next[shared]) shared++;
    for (const instance of stack.slice(shared).reverse())
      output.push({ source: instance.close, key: `/${instance.id}` });
    for (const instance of next.slice(shared)) {
      const isReopened = opened.has(instance);
      opened.add(instance);
      output.push(
        isReopened
          ? { source: instance.reopen, key: `${instance.id} again` }
          : { source: instance.open, key: `${instance.id}` },
      );
    }
    stack = next;
  };
  for (const token of tokens) {
    changeStack(token.stack);
    output.push({ source: token.source, key: token });
  }
  changeStack(outer);
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
