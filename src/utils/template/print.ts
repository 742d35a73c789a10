/**
 * Printing: the same analysis as a list of strings and holes, run without any DOM (D18).
 * The parser and the sanitiser are handed in, so that this file reads no HTML itself.
 */
import { PLAN_CACHE_SIZE } from '../../global/defaults';
import { readList, readValue, type Binding } from '../path/lookup';
import {
  analyse,
  attribute,
  isElement,
  type Bound,
  type Child,
  type Content,
  type Context,
  type Repeat,
  type SourceElement,
  type SourceNode,
  type Writer,
} from './analyse';
import { VOID_TAGS } from './rules';
import { attributesOf, frameWithin, withoutThemes } from './more';
import { contentOf, createFrame, writtenValue, type ElementLike, type RenderFrame } from './values';

/** Parses HTML in the context of a div. */
export type ParseHTML = (html: string) => SourceNode[];

interface TextHole {
  readonly kind: 'text';
  readonly content: Content;
  readonly fallback: readonly Piece[];
  readonly tag: string;
}
interface AttributeHole {
  readonly kind: 'attribute';
  /** ` name="` */
  readonly prefix: string;
  readonly tag: string;
  readonly writers: readonly Writer[];
  readonly base: string | null;
  readonly binding: Binding | undefined;
}
interface SpreadHole {
  readonly kind: 'spread';
  readonly bound: Bound;
}
interface HiddenHole {
  readonly kind: 'hidden';
}
interface RepeatHole {
  readonly kind: 'repeat';
  readonly repeat: Repeat;
  readonly owner: ElementLike;
  /** Which of the run's elements in the template this is, and whether it is the last. */
  readonly index: number;
  readonly last: boolean;
  readonly pieces: readonly Piece[];
}
type Piece = string | TextHole | AttributeHole | SpreadHole | HiddenHole | RepeatHole;

const TEXT_ESCAPE = /[&<>\u00a0]/;
const ATTRIBUTE_ESCAPE = /[&"<>\u00a0]/;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};

export const escapeText = (text: string): string =>
  TEXT_ESCAPE.test(text) ? text.replace(/[&<>\u00a0]/g, (char) => ENTITIES[char]!) : text;
export const escapeAttribute = (text: string): string =>
  ATTRIBUTE_ESCAPE.test(text) ? text.replace(/[&"<>\u00a0]/g, (char) => ENTITIES[char]!) : text;

const RAW_TEXT = /^(?:script|style|xmp|iframe|noembed|noframes|plaintext)$/;

class Compiler {
  readonly pieces: Piece[] = [];

  private write(text: string): void {
    const last = this.pieces.length - 1;
    if (typeof this.pieces[last] === 'string') this.pieces[last] += text;
    else if (text) this.pieces.push(text);
  }

  node(source: SourceNode, raw = false): void {
    if (!isElement(source)) {
      this.write(source.comment ? `<!--${source.text}-->` : raw ? source.text : escapeText(source.text));
      return;
    }
    this.element(
      {
        source,
        tag: source.tag,
        writers: [],
        content: undefined,
        spread: undefined,
        children: [],
        inherit: undefined,
        embed: undefined,
      },
      false,
      source.children,
    );
  }

  children(children: readonly Child[], raw: boolean): void {
    for (const child of children) {
      if (child.kind === 'static') this.node(child.source, raw);
      else if (child.kind === 'element') this.element(child.element, false);
      else {
        const { run, index, element } = child;
        const inner = new Compiler();
        inner.element(element, true);
        const { source } = run.members[0]!;
        this.pieces.push({
          kind: 'repeat',
          repeat: run.repeat,
          owner: readOnly(source),
          index,
          last: index === run.members.length - 1,
          pieces: inner.pieces,
        });
      }
    }
  }

  element(bound: Bound, isMember: boolean, statics?: readonly SourceNode[]): void {
    const { source, tag, writers, content } = bound;
    this.write('<' + tag);
    if (bound.spread) this.pieces.push({ kind: 'spread', bound });
    else this.attributes(source, tag, writers, isMember);
    this.write('>');
    if (VOID_TAGS.has(tag) && !source.foreign) return;
    const first = source.children[0];
    // The parser drops a line break at the very beginning of these.
    if (/^(?:pre|textarea|listing)$/.test(tag) && first && !isElement(first) && first.text[0] === '\n')
      this.write('\n');
    const raw = RAW_TEXT.test(tag) && !source.foreign;
    const inner = content ? new Compiler() : this;
    if (statics) for (const node of statics) inner.node(node, raw);
    else inner.children(bound.children, raw);
    if (content) {
      this.pieces.push({ kind: 'text', content, tag, fallback: inner.pieces });
    }
    this.write(`</${tag}>`);
  }

  private attributes(source: SourceElement, tag: string, writers: readonly Writer[], isMember: boolean): void {
    const names = new Set(writers.map(({ name }) => name));
    for (const [name, value] of source.attributes)
      if (!names.has(name)) this.write(` ${name}="${escapeAttribute(value)}"`);
    for (const name of names) {
      const list = writers.filter((writer) => writer.name === name);
      const [only] = list;
      const plain = !list[1] && name !== 'src' && !only!.guard && !only!.far;
      const base = source.attributes.find(([key]) => key === name)?.[1] ?? null;
      this.pieces.push({
        kind: 'attribute',
        prefix: ` ${name}="`,
        tag,
        writers: list,
        base,
        binding: plain ? only!.binding : undefined,
      });
    }
    if (isMember && !names.has('hidden')) this.pieces.push({ kind: 'hidden' });
  }
}

const readOnly = (source: SourceElement): ElementLike => ({
  localName: source.tag,
  getAttribute: (name) => source.attributes.find(([key]) => key === name)?.[1] ?? null,
});

/** A top element without its theme (E3). */
function dropTheme(node: SourceNode): SourceNode {
  if (!isElement(node) || !attribute(node, 'class')?.includes('-theme--')) return node;
  const attributes = node.attributes.map(([name, value]): [string, string] => [
    name,
    name === 'class' ? withoutThemes(value) : value,
  ]);
  return { ...node, attributes: attributes.filter(([name, value]) => name !== 'class' || value) };
}

/** A printer for one parser; keeps compiled templates in a bounded cache. */
export class Printer {
  private readonly cache = new Map<string, readonly Piece[]>();

  constructor(private readonly parse: ParseHTML) {}

  private pieces(html: string, context: Context, themed = false): readonly Piece[] {
    const { scopes, inline, time } = context;
    const key = `${+themed}${+inline}${+time}${scopes.length ? JSON.stringify(scopes) : ''}\n${html}`;
    let pieces = this.cache.get(key);
    if (pieces) this.cache.delete(key);
    else {
      const compiler = new Compiler();
      const nodes = this.parse(html);
      compiler.children(analyse(themed ? nodes.map(dropTheme) : nodes, context), false);
      pieces = compiler.pieces;
      if (this.cache.size >= PLAN_CACHE_SIZE) this.cache.delete(this.cache.keys().next().value!);
    }
    this.cache.set(key, pieces);
    return pieces;
  }

  /**
   * A template with the data of a frame, as HTML.
   * @param themed the host has a theme, so the template's top elements lose theirs (E3).
   */
  print(template: string, context: Context, frame: RenderFrame, themed = false): string {
    return this.run(this.pieces(template, context, themed), frame);
  }

  private run(pieces: readonly Piece[], frame: RenderFrame): string {
    let out = '';
    const plain = !frame.env.hooks;
    for (let at = 0; at < pieces.length; at++) {
      const piece = pieces[at]!;
      if (typeof piece === 'string') out += piece;
      else if (piece.kind === 'text') out += this.text(piece, frame);
      else if (piece.kind === 'attribute') {
        let value: string | null;
        const bound = plain && piece.binding ? readValue(piece.binding, frame) : undefined;
        if (typeof bound === 'string') value = bound;
        else value = writtenValue(piece.writers, piece.tag, piece.base, frame);
        if (value !== null) out += piece.prefix + escapeAttribute(value) + '"';
      } else if (piece.kind === 'repeat') out += this.repeat(piece, frame);
      else if (piece.kind === 'spread') {
        for (const [name, value] of attributesOf(piece.bound, frame)) out += ` ${name}="${escapeAttribute(value)}"`;
      } else if (frame.zero) out += ' hidden=""';
    }
    return out;
  }

  private text(hole: TextHole, frame: RenderFrame): string {
    const content = contentOf(hole.content, frame);
    if (typeof content === 'string')
      return (hole.tag === 'textarea' && content[0] === '\n' ? '\n' : '') + escapeText(content);
    if (!content) return this.run(hole.fallback, frame);
    return this.print(content.html, content.context, frameWithin(frame, content.html));
  }

  private repeat({ repeat, owner, index, last, pieces }: RepeatHole, frame: RenderFrame): string {
    const { env } = frame;
    let items = repeat.binding ? readList(repeat.binding, frame, repeat.nested) : [];
    if (env.hooks?.shouldRepeat?.(owner, items as unknown[]) === false) items = items.slice(0, 1);
    const inner = createFrame(env, undefined, frame);
    if (!items.length) {
      inner.zero = true;
      return index ? '' : this.run(pieces, inner);
    }
    let out = '';
    for (let at = index, end = last ? items.length : Math.min(index + 1, items.length); at < end; at++) {
      inner.item = items[at];
      out += this.run(pieces, inner);
    }
    return out;
  }
}
