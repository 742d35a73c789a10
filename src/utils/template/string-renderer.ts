/**
 * Printing: the same analysis as a list of strings and holes, run without any DOM (D18).
 * The parser and the sanitizer are handed in, so that this file reads no HTML itself.
 */
import { TEMPLATE_CACHE_SIZE } from '../../global/defaults';
import { hasDataSettings } from '../data/is-settings';
import { isPlain, readList } from '../path/lookup';
import {
  ROOT_CONTEXT,
  analyze,
  cacheKey,
  type BoundElement,
  type Child,
  type Content,
  type Context,
  type Repeat,
  type TablePart,
  type AttributeBinding,
} from './analyze';
import { THEMED, VOID_TAGS } from './content-model';
import { EMPTY_CONTEXT, inheritedContextOf, type InheritedContext } from './inherited-context';
import { attributesOf, writtenValue } from './attribute-values';
import { contentOf } from './content';
import { createEnvironment, createFrame, frameWithin, type ElementLike, type RenderFrame } from './environment';
import { inheritedData } from './inherited-data';
import { attribute, isElement, type SourceElement, type SourceNode } from './source-node';
import { withoutThemes } from './themes';

/** Parses HTML in the context of a part of a table, or of a div. */
export type ParseHTML = (html: string, tablePart?: TablePart) => SourceNode[];

/** How a value is printed as it is, without a closer look: which member of a plain item, and what it may not have. */
interface Quick {
  readonly name: string;
  readonly odd: RegExp;
}
interface TextSlot {
  readonly kind: 'text';
  readonly content: Content;
  readonly fallback: CompiledString;
  readonly tag: string;
}
interface AttributeSlot {
  readonly kind: 'attribute';
  /** ` name="` */
  readonly prefix: string;
  readonly tag: string;
  readonly attributeBindings: readonly AttributeBinding[];
  readonly base: string | null;
}
interface AttributesSlot {
  readonly kind: 'spread';
  readonly bound: BoundElement;
}
interface HiddenSlot {
  readonly kind: 'hidden';
}
interface RepeatSlot {
  readonly kind: 'repeat';
  readonly repeat: Repeat;
  readonly owner: ElementLike;
  /** Which of the run's elements in the template this is, and whether it is the last. */
  readonly index: number;
  readonly last: boolean;
  readonly pieces: CompiledString;
}
/** Where a nested component's opening tag, or its content, ends. */
interface ComponentSlot {
  readonly kind: 'component';
  readonly end: boolean;
  readonly inherit: BoundElement['inherit'];
  /** What is bound as its content, in the place of its template (D4). */
  readonly content: Content | undefined;
  readonly around: InheritedContext;
}
/** What stands in a nested component with data of its own. */
interface OwnSlot {
  readonly kind: 'own';
  /** Of its data. */
  readonly attributeBindings: readonly AttributeBinding[];
  readonly base: string | null;
  readonly language: string | undefined;
  readonly pieces: CompiledString;
  /** The same without data. */
  readonly plain: CompiledString;
}
type Slot = TextSlot | AttributeSlot | AttributesSlot | HiddenSlot | RepeatSlot | ComponentSlot | OwnSlot;

/** A template to print: holes, each with the text before it, and the text behind the last. Lists run side by side. */
interface CompiledString {
  readonly holes: Slot[];
  readonly quicks: (Quick | undefined)[];
  readonly before: string[];
  /** What is before a hole, with what opens the hole. */
  readonly open: string[];
  /** The same behind an attribute, whose quote is still to be closed. */
  readonly quoted: string[];
  tail: string;
}

const TEXT_ESCAPE = /[&<>\u00a0]/;
const ATTRIBUTE_ESCAPE = /[&"<>\u00a0]/;

// What needs a closer look. One search each: it takes half of the time of a match of the whole.
const ODD_TEXT = /[<>&\r\0\u00a0]/;
/** White space in it would collapse (D8). */
const ODD_INLINE = /[<>&\r\0\t\n\f\u00a0]|^ | $| {2}/;
const ODD_ADDRESS = /^(?!https?:\/\/|[/.#?]|[\w-]+(?:[/.?#]|$))|[&"<>\u00a0]/;
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

/** The parser drops a line break at the very beginning of these. */
const DROPS_FIRST_BREAK = /^(?:pre|textarea|listing)$/;
const RAW_TEXT = /^(?:script|style|xmp|iframe|noembed|noframes|plaintext)$/;

class Compiler {
  private readonly pieces: CompiledString = { holes: [], quicks: [], before: [], open: [], quoted: [], tail: '' };
  /** Text since the last hole; joined, so that it is one string and no tree of strings. */
  private texts: string[] = [];

  constructor(private around: InheritedContext = EMPTY_CONTEXT) {}

  private write(text: string): void {
    this.texts.push(text);
  }

  private hole(hole: Slot, quick?: Quick | false, prefix = ''): void {
    const { texts } = this;
    const { holes, quicks, before, open, quoted } = this.pieces;
    holes.push(hole);
    quicks.push(quick || undefined);
    before.push(texts.join(''));
    open.push([...texts, prefix].join(''));
    quoted.push(['"', ...texts, prefix].join(''));
    this.texts = [];
  }

  /** What was compiled. */
  finish(): CompiledString {
    this.pieces.tail = this.texts.join('');
    return this.pieces;
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
        attributeBindings: [],
        content: undefined,
        attributesBinding: undefined,
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
        const inner = new Compiler(this.around);
        inner.element(element, true);
        const { source } = run.members[0]!;
        this.hole({
          kind: 'repeat',
          repeat: run.repeat,
          owner: readOnly(source),
          index,
          last: index === run.members.length - 1,
          pieces: inner.finish(),
        });
      }
    }
  }

  element(bound: BoundElement, isMember: boolean, statics?: readonly SourceNode[]): void {
    const { source, tag, attributeBindings, content } = bound;
    this.write('<' + tag);
    if (bound.attributesBinding) this.hole({ kind: 'spread', bound });
    else this.attributes(source, tag, attributeBindings, isMember);
    const { around } = this;
    const nested = tag === 'feaas-component' && !source.foreign;
    if (nested) this.hole({ kind: 'component', end: false, inherit: bound.inherit, content, around });
    this.write('>');
    if (VOID_TAGS.has(tag) && !source.foreign) return;
    const raw = RAW_TEXT.test(tag) && !source.foreign;
    this.around = inheritedContextOf(source, around);
    const inner = content ? new Compiler(this.around) : this;
    const first = source.children[0];
    if (DROPS_FIRST_BREAK.test(tag) && first && !isElement(first) && first.text[0] === '\n') inner.write('\n');
    if (statics) for (const node of statics) inner.node(node, raw);
    else if (nested && !bound.inherit) inner.own(bound);
    else inner.children(bound.children, raw);
    for (const node of source.inert ?? []) inner.node(node);
    this.around = around;
    if (content) {
      const { binding, special, context } = content;
      const { inline } = context;
      const name = special ? undefined : binding?.own;
      this.hole(
        { kind: 'text', content, tag, fallback: inner.finish() },
        name !== undefined && { name, odd: inline ? ODD_INLINE : ODD_TEXT },
      );
    }
    if (nested) this.hole({ kind: 'component', end: true, inherit: undefined, content, around });
    this.write(`</${tag}>`);
  }

  /** What stands in a component with data of its own is its template, unless it has another one (E6, E10). */
  private own({ source, attributeBindings }: BoundElement): void {
    const { around } = this;
    const has = (name: string): boolean => attribute(source, name) !== undefined;
    const plain = has('template') || has('component') || has('src') ? this : new Compiler(around);
    for (const node of source.children) plain.node(node);
    if (plain === this) return;
    const themed = around.themed || THEMED.test(attribute(source, 'class') ?? '');
    const inner = new Compiler(around);
    inner.children(analyze(themed ? source.children.map(dropTheme) : source.children, ROOT_CONTEXT), false);
    this.hole({
      kind: 'own',
      attributeBindings: attributeBindings.filter(({ name }) => name === 'data'),
      base: attribute(source, 'data') ?? null,
      language: around.lang,
      pieces: inner.finish(),
      plain: plain.finish(),
    });
  }

  private attributes(
    source: SourceElement,
    tag: string,
    attributeBindings: readonly AttributeBinding[],
    isMember: boolean,
  ): void {
    const names = new Set(attributeBindings.map(({ name }) => name));
    for (const [name, value] of source.attributes)
      if (!names.has(name)) this.write(` ${name}="${escapeAttribute(value)}"`);
    for (const name of names) {
      const list = attributeBindings.filter((attributeBinding) => attributeBinding.name === name);
      const { guard, remote, binding } = list[0]!;
      const prefix = ` ${name}="`;
      const base = source.attributes.find(([key]) => key === name)?.[1] ?? null;
      const member = list[1] || remote || guard > 1 ? undefined : binding?.own;
      this.hole(
        { kind: 'attribute', prefix, tag, attributeBindings: list, base },
        member !== undefined && { name: member, odd: guard ? ODD_ADDRESS : ATTRIBUTE_ESCAPE },
        prefix,
      );
    }
    if (isMember && !names.has('hidden')) this.hole({ kind: 'hidden' });
  }
}

const readOnly = (source: SourceElement): ElementLike => ({
  localName: source.tag,
  getAttribute: (name) => source.attributes.find(([key]) => key === name)?.[1] ?? null,
});

/** Data of a nested component; undefined where there is none, or what is no JSON: the page tells of that. */
function dataOf(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
export class StringRenderer {
  private readonly cache = new Map<string, CompiledString>();
  /** What was printed last, by its key: servers print one template many times. */
  private last: { readonly key: string; readonly pieces: CompiledString } | undefined;

  constructor(private readonly parse: ParseHTML) {}

  private pieces(html: string, context: Context, themed = false): CompiledString {
    const key = cacheKey(html, context, themed);
    if (this.last?.key === key) return this.last.pieces;
    let pieces = this.cache.get(key);
    if (pieces) this.cache.delete(key);
    else {
      const compiler = new Compiler();
      const nodes = this.parse(html, context.tablePart);
      compiler.children(analyze(themed ? nodes.map(dropTheme) : nodes, context), false);
      pieces = compiler.finish();
      if (this.cache.size >= TEMPLATE_CACHE_SIZE) this.cache.delete(this.cache.keys().next().value!);
    }
    this.cache.set(key, pieces);
    this.last = { key, pieces };
    return pieces;
  }

  /**
   * A template with the data of a frame, as HTML.
   * @param themed the host has a theme, so the template's top elements lose theirs (E3).
   */
  print(template: string, context: Context, frame: RenderFrame, themed = false): string {
    return this.run(this.pieces(template, context, themed), frame);
  }

  private run({ holes, quicks, before, open, quoted, tail }: CompiledString, frame: RenderFrame): string {
    let out = '';
    const { env, item } = frame;
    /** The item, when its members can be read as they are. */
    const own = !env.hooks && !env.dottedKeys && isPlain(item) ? item : undefined;
    /** An attribute's quote is still to be closed: one text less to put together. */
    let quote = false;
    for (let at = 0; at < holes.length; at++) {
      const quick = quicks[at];
      const hole = holes[at]!;
      if (own && quick) {
        const value = own[quick.name];
        if (typeof value === 'string' && value && !quick.odd.test(value)) {
          out += (quote ? quoted : open)[at]! + value;
          quote = hole.kind === 'attribute';
          continue;
        }
      }
      out += quote ? '"' + before[at]! : before[at]!;
      quote = false;
      if (hole.kind === 'text') out += this.text(hole, frame);
      else if (hole.kind === 'attribute') {
        const value = writtenValue(hole.attributeBindings, hole.tag, hole.base, frame);
        if (value !== null) out += hole.prefix + escapeAttribute(value) + '"';
      } else if (hole.kind === 'repeat') out += this.repeat(hole, frame);
      else if (hole.kind === 'spread') {
        for (const [name, value] of attributesOf(hole.bound, frame)) out += ` ${name}="${escapeAttribute(value)}"`;
      } else if (hole.kind === 'component') {
        const { end, inherit, content, around } = hole;
        if (env.nested) {
          const isBound = !end && !!content && contentOf(content, frame) !== undefined;
          out += env.nested(end, around, inherit && inheritedData(inherit, frame), isBound);
        }
      } else if (hole.kind === 'own') out += this.own(hole, frame);
      else if (frame.zero) out += ' hidden=""';
    }
    return out + (quote ? '"' + tail : tail);
  }

  private own({ attributeBindings, base, language, pieces, plain }: OwnSlot, frame: RenderFrame): string {
    const { env } = frame;
    const data = dataOf(attributeBindings[0] ? writtenValue(attributeBindings, 'feaas-component', base, frame) : base);
    if (data === undefined || hasDataSettings(data)) return this.run(plain, frame);
    const own = createEnvironment(data, { ...env, hooks: undefined, language: language ?? env.language });
    return this.run(pieces, createFrame(own, data, undefined));
  }

  private text(hole: TextSlot, frame: RenderFrame): string {
    const content = contentOf(hole.content, frame);
    if (typeof content === 'string')
      return (DROPS_FIRST_BREAK.test(hole.tag) && content[0] === '\n' ? '\n' : '') + escapeText(content);
    if (!content) return this.run(hole.fallback, frame);
    return this.print(content.html, content.context, frameWithin(frame, content.html));
  }

  private repeat({ repeat, owner, index, last, pieces }: RepeatSlot, frame: RenderFrame): string {
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
