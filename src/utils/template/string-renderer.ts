/**
 * Renders to a string, without a DOM (D18). A template is compiled to static strings with slots between them; closures
 * write the slots. The parser and the sanitizer are injected.
 */
import { TEMPLATE_CACHE_SIZE } from '../../global/defaults';
import { hasDataSettings } from '../data/is-settings';
import { compileListReader, compileReader, type ValueReader } from '../path/compiled-reader';
import { isPlain, type Binding } from '../path/lookup';
import {
  ROOT_CONTEXT,
  TOP_LEVEL_SLOT,
  analyze,
  cacheKey,
  isBoundElement,
  type AttributeBinding,
  type BoundElement,
  type Child,
  type Content,
  type Context,
  type Run,
} from './analyze';
import { attributesOf, bindingText, writtenValue } from './attribute-values';
import { contentOf, shapeText, shownValue } from './content';
import { escapeAttribute, escapeText } from './escape-html';
import type { Markup } from './markup';
import { THEMED, VOID_TAGS, type TablePart } from './content-model';
import {
  UNUSUAL_ATTRIBUTES,
  UNUSUAL_CONTENT,
  UNUSUAL_INLINE_CONTENT,
  printOrdinary,
  unusualAttributesAnd,
  type UnusualTexts,
} from './ordinary-text';
import { unusualTexts, type Check } from './policy';
import { createEnvironment, createFrame, frameWithin, elementLikeOf, type RenderFrame } from './environment';
import { EMPTY_CONTEXT, inheritedContextOf, type InheritedContext } from './inherited-context';
import { inheritedData } from './inherited-data';
import { attribute, isElement, type SourceElement, type SourceNode } from './source-node';
import { withoutThemes } from './themes';

/** Parses HTML in the context of a part of a table, or of a div. */
export type ParseHTML = (html: string, tablePart?: TablePart) => SourceNode[];

/** Returns the text of a slot for a frame; null for an attribute without a value. */
type SlotWriter = (frame: RenderFrame) => string | null;

/**
 * Appends items to the output. All items append to one string, because joining strings per item would copy them twice.
 */
type ItemsWriter = (output: string, frame: RenderFrame) => string;

/** A slot that shows the value of one binding. Ordinary texts, which most are, only need escaping. */
interface SlotValue {
  /** The member of the current item that the binding reads, if it reads nothing else. */
  readonly member: string | undefined;
  readonly read: ValueReader;
  /** Undefined if every text needs full processing. */
  readonly unusual: UnusualTexts | undefined;
  /** Prints any other value; null for an attribute without a value. */
  readonly show: (value: unknown, frame: RenderFrame) => string | null;
}

/**
 * A position in the output that depends on data. The binding's value is undefined in renders with hooks, which use
 * `write`.
 */
interface Slot extends Partial<SlotValue> {
  /** Returns the slot's text in any render; a repeat returns nothing. */
  readonly write: SlotWriter;
  readonly repeat?: ItemsWriter | undefined;
  /**
   * The template's text between the previous slot and the value: for an attribute including ` name="`, and including
   * the closing quote of a preceding attribute. One string, because the number of concatenations is most of the cost of
   * rendering.
   */
  readonly before: string;
  /** The same after an attribute without a value, whose quote was never opened. */
  readonly afterNull: string;
  /** The two variants for an attribute that has no value itself. */
  readonly nullBefore: string;
  readonly nullAfterNull: string;
}

type SlotWriters = Omit<Slot, 'before' | 'afterNull' | 'nullBefore' | 'nullAfterNull'>;

/** A compiled template: slots, each with the text before it, and the text after the last slot. */
interface CompiledString {
  readonly slots: readonly Slot[];
  /** The slots for an item that follows another item: the first text begins with the tail of the previous item. */
  readonly nextSlots: readonly Slot[];
  readonly tail: string;
  readonly tailAfterNull: string;
}

/** Elements at whose start the parser drops a line break. */
export const DROPS_FIRST_BREAK = /^(?:pre|textarea|listing)$/;
export const RAW_TEXT = /^(?:script|style|xmp|iframe|noembed|noframes|plaintext)$/;

/** Elements that parsers never move. Other elements in HTML of the data may close their parent. */
const STAYS = 'abbr|b|bdi|bdo|br|cite|code|dfn|em|i|img|kbd|mark|q|s|samp|small|span|strong|sub|sup|u|var|wbr';
const MAY_MOVE = new RegExp(`<(?!/|(?:${STAYS})[\\s/>])`, 'i');
/** Elements with restricted content: parsers move or drop other nodes. */
const NARROW = /^(?:table|t(?:head|body|foot|r)|colgroup|select)$/;

const THEMED_CONTEXT: InheritedContext = { themed: true };

const READ_NOTHING: ValueReader = () => undefined;
const WRITE_NOTHING: SlotWriter = () => '';

/** Joins texts to one flat string instead of a tree of concatenations. */
const flat = (...texts: readonly string[]): string => texts.join('');

/** One object literal, so that all slots have one hidden class: the innermost loops read them. */
const createSlot = (
  { write, repeat, member, read, unusual, show }: SlotWriters,
  before: string,
  afterNull: string,
  nullBefore: string,
  nullAfterNull: string,
): Slot => ({ before, member, read, unusual, show, write, repeat, afterNull, nullBefore, nullAfterNull });

/** Compiles an analyzed template to one compiled string. Contents that depend on data have their own compiler. */
class Compiler {
  private readonly slots: Slot[] = [];
  /** Text since the last slot. */
  private texts: string[] = [];
  /** Closing quote, if the last slot is an attribute. */
  private quote = '';

  constructor(
    private readonly renderer: StringRenderer,
    private around: InheritedContext,
  ) {}

  private text(text: string): void {
    this.texts.push(text);
  }

  private slot(write: SlotWriter, value?: SlotValue, attributeName?: string): void {
    this.add({ write, repeat: undefined, ...value }, attributeName);
  }

  private add(writers: SlotWriters, attributeName?: string): void {
    const { quote } = this;
    const text = flat(...this.texts);
    const open = attributeName === undefined ? '' : ` ${attributeName}="`;
    this.slots.push(createSlot(writers, flat(quote, text, open), flat(text, open), flat(quote, text), text));
    this.texts = [];
    this.quote = open && '"';
  }

  /** Returns the compiled string. */
  finish(): CompiledString {
    const { slots, quote } = this;
    const tailAfterNull = flat(...this.texts);
    const tail = flat(quote, tailAfterNull);
    const nextSlots = slots.map((slot, index) => {
      const { before, afterNull, nullBefore, nullAfterNull } = slot;
      return index
        ? slot
        : createSlot(
            slot,
            flat(tail, before),
            flat(tailAfterNull, afterNull),
            flat(tail, nullBefore),
            flat(tailAfterNull, nullAfterNull),
          );
    });
    return { slots, nextSlots, tail, tailAfterNull };
  }

  node(source: SourceNode, raw = false): void {
    if (!isElement(source)) {
      this.text(source.comment ? `<!--${source.text}-->` : raw ? source.text : escapeText(source.text));
      return;
    }
    this.element(
      {
        source,
        tag: source.tag,
        attributeBindings: new Map(),
        content: undefined,
        attributesBinding: undefined,
        children: [],
        inherit: undefined,
        embed: undefined,
        run: undefined,
      },
      false,
      source.children,
    );
  }

  /** @param themed whether the host has a theme; set only if the children are top-level nodes of a template */
  children(children: readonly Child[], raw: boolean, themed?: boolean): void {
    for (const child of children) {
      if (!isBoundElement(child)) this.node(child, raw);
      else if (child.run) this.repeat(child, child.run, themed);
      else this.element(child, false, undefined, themed);
    }
  }

  private repeat(element: BoundElement, { repeat, members }: Run, themed?: boolean): void {
    const { renderer } = this;
    const index = members.indexOf(element);
    const inner = new Compiler(renderer, this.around);
    inner.element(element, true, undefined, themed);
    const compiled = inner.finish();
    const owner = elementLikeOf(members[0]!);
    /** The run's last element in the template shows all further items. */
    const isLast = index === members.length - 1;
    const { binding } = repeat;
    const read = binding ? compileListReader(binding, repeat.nested) : (): readonly unknown[] => [];
    const append: ItemsWriter = (output, frame) => {
      const { env } = frame;
      let items = read(frame);
      if (env.hooks?.shouldRepeat?.(owner, items as unknown[]) === false) items = items.slice(0, 1);
      const itemFrame = createFrame(env, undefined, frame);
      const { length } = items;
      if (members[1]) renderer.fallbacksInItems++;
      if (!length) {
        itemFrame.zero = true;
        return index ? output : renderer.fill(compiled, itemFrame, [undefined], 0, 1, output);
      }
      const end = isLast ? length : Math.min(index + 1, length);
      return index < end ? renderer.fill(compiled, itemFrame, items, index, end, output) : output;
    };
    this.add({ write: WRITE_NOTHING, repeat: append });
  }

  element(analyzed: BoundElement, isMember: boolean, statics?: readonly SourceNode[], themed?: boolean): void {
    const bound = themed === undefined ? analyzed : topLevelBound(analyzed, themed);
    const { source, tag, attributeBindings, content } = bound;
    this.text('<' + tag);
    const { around, renderer } = this;
    if (bound.attributesBinding)
      this.slot((frame) => {
        if (frame.parent) renderer.fallbacksInItems++;
        return printAttributes(attributesOf(bound, frame));
      });
    else this.attributes(source, tag, attributeBindings, isMember);
    const nested = tag === 'feaas-component' && !source.foreign;
    if (nested) this.nestedStart(bound, around);
    this.text('>');
    if (VOID_TAGS.has(tag) && !source.foreign) return;
    const raw = RAW_TEXT.test(tag) && !source.foreign;
    this.around = inheritedContextOf(source, around);
    const inner = content ? new Compiler(renderer, this.around) : this;
    const first = source.children[0];
    if (DROPS_FIRST_BREAK.test(tag) && first && !isElement(first) && first.text[0] === '\n') inner.text('\n');
    if (statics) for (const node of statics) inner.node(node, raw);
    else if (nested && hasOwnTemplate(source)) {
      if (bound.inherit) inner.children(bound.children, raw);
      else for (const node of source.children) inner.node(node);
    } else if (nested)
      inner.template(bound, around, (compiler, themed) =>
        bound.inherit ? compiler.children(bound.children, raw, themed) : compiler.own(bound, themed),
      );
    else inner.children(bound.children, raw);
    for (const node of source.inert ?? []) inner.node(node);
    this.around = around;
    if (content) this.content(content, inner.finish());
    if (nested) this.slot(({ env }) => env.nested?.(true, around, undefined, false) ?? '');
    this.text(`</${tag}>`);
  }

  /** Adds an element's content: a value, or else the template's own content. */
  private content(content: Content, fallback: CompiledString): void {
    const { renderer } = this;
    const { owner, binding, special, context } = content;
    const isBreakDropped = DROPS_FIRST_BREAK.test(owner.tag);
    const isNarrow = NARROW.test(owner.tag);
    const write = (result: string | Markup | undefined, frame: RenderFrame): string => {
      if (isNarrow ? result !== undefined : typeof result === 'object' && MAY_MOVE.test(result.html))
        renderer.movable++;
      if (result === undefined && frame.parent) renderer.fallbacksInItems++;
      if (typeof result === 'string') return (isBreakDropped && result[0] === '\n' ? '\n' : '') + escapeText(result);
      return result
        ? renderer.render(result.html, result.context, frameWithin(frame, result.html))
        : renderer.fill(fallback, frame);
    };
    const general: SlotWriter = (frame) => write(contentOf(content, frame), frame);
    if (owner.attributesBinding) {
      this.slot(general);
      return;
    }
    const isOrdinaryPlace = !special && !isBreakDropped && !isNarrow;
    const show = (value: unknown, frame: RenderFrame): string => {
      if (isOrdinaryPlace) {
        if (typeof value === 'number') return String(value);
        if (typeof value === 'string' && value) {
          const text = shapeText(value, content, frame);
          if (typeof text === 'string') return escapeText(text);
        }
      }
      return write(shownValue(value, content, frame), frame);
    };
    const unusual = context.inline ? UNUSUAL_INLINE_CONTENT : UNUSUAL_CONTENT;
    this.slot(general, slotValue(binding, isOrdinaryPlace ? unusual : undefined, show));
  }

  private nestedStart({ inherit, content }: BoundElement, around: InheritedContext): void {
    this.slot((frame) => {
      const { nested } = frame.env;
      if (!nested) return '';
      const isBound = !!content && contentOf(content, frame) !== undefined;
      return nested(false, around, inherit && inheritedData(inherit, frame), isBound);
    });
  }

  /**
   * Adds the content of a nested component, which is its template. Its top-level elements lose their themes if the
   * component has one (E3, E6).
   * @param around the inherited context of the component, without the component itself
   */
  private template(
    bound: BoundElement,
    { themed }: InheritedContext,
    print: (compiler: Compiler, themed: boolean) => void,
  ): void {
    const { renderer } = this;
    const { source, attributeBindings, attributesBinding } = bound;
    const classes = attribute(source, 'class') ?? null;
    const bindings = attributeBindings.get('class');
    if (themed || (!bindings && !attributesBinding)) {
      print(this, themed || isThemed(classes));
      return;
    }
    const [withThemes, withoutThemes] = [false, true].map((isThemed) => {
      const inner = new Compiler(renderer, this.around);
      print(inner, isThemed);
      return inner.finish();
    }) as [CompiledString, CompiledString];
    const shownClasses = (frame: RenderFrame): string | null | undefined =>
      attributesBinding ? attributesOf(bound, frame).get('class') : writtenValue(bindings!, bound.tag, classes, frame);
    this.slot((frame) => renderer.fill(isThemed(shownClasses(frame)) ? withoutThemes : withThemes, frame));
  }

  /** Adds the content of a component with its own data, which is bound to that data (E10). */
  private own({ source, attributeBindings }: BoundElement, themed: boolean): void {
    const { around, renderer } = this;
    const staticCompiler = new Compiler(renderer, around);
    // Content that is not rendered stays otherwise unchanged.
    for (const node of topLevel(source.children, {}, themed)) staticCompiler.node(node);
    const inner = new Compiler(renderer, around);
    inner.children(analyze(topLevel(source.children, ROOT_CONTEXT, themed), ROOT_CONTEXT), false);
    const bindings = attributeBindings.get('data');
    const base = attribute(source, 'data') ?? null;
    const [compiled, withoutData] = [inner.finish(), staticCompiler.finish()];
    this.slot((frame) => {
      const { env } = frame;
      const data = dataOf(bindings ? writtenValue(bindings, 'feaas-component', base, frame) : base);
      if (data === undefined || hasDataSettings(data)) return renderer.fill(withoutData, frame);
      const componentEnv = createEnvironment(data, { ...env, hooks: undefined, language: around.lang ?? env.language });
      return renderer.fill(compiled, createFrame(componentEnv, data, undefined));
    });
  }

  private attributes(
    source: SourceElement,
    tag: string,
    attributeBindings: BoundElement['attributeBindings'],
    isMember: boolean,
  ): void {
    for (const [name, value] of source.attributes)
      if (!attributeBindings.has(name)) this.text(` ${name}="${escapeAttribute(value)}"`);
    for (const [name, bindings] of attributeBindings) {
      this.attribute(name, bindings, tag, attribute(source, name) ?? null);
    }
    if (isMember && !attributeBindings.has('hidden')) this.slot(({ zero }) => (zero ? '' : null), undefined, 'hidden');
  }

  /**
   * Adds one attribute, for one binding on the element itself, several bindings, or bindings of other elements (D5).
   */
  private attribute(name: string, bindings: readonly AttributeBinding[], tag: string, base: string | null): void {
    const [first, second] = bindings;
    const { binding, remote, check } = first!;
    const { renderer } = this;
    const print = (value: string | null, frame: RenderFrame): string | null => {
      // Only `src` keeps the template's value when there is no value (D7).
      if (name === 'src' && value === base && frame.parent) renderer.fallbacksInItems++;
      return value === null ? null : escapeAttribute(value);
    };
    const general: SlotWriter = (frame) => print(writtenValue(bindings, tag, base, frame), frame);
    if (second || !binding || (remote && (remote.framesUp || remote.through[0]))) {
      this.slot(general, undefined, name);
      return;
    }
    const isSimple = !remote && name !== 'hidden';
    const isUnchecked = isSimple && !check;
    const show = (value: unknown, frame: RenderFrame): string | null => {
      if (isUnchecked) {
        if (typeof value === 'string') return escapeAttribute(value);
        if (typeof value === 'number') return String(value);
      }
      return print(bindingText(first!, tag, base, value, frame), frame);
    };
    const unusual = isSimple ? unusualAttributes(name, check) : undefined;
    this.slot(general, slotValue(binding, unusual, show), name);
  }
}

const slotValue = (
  binding: Binding | undefined,
  unusual: SlotValue['unusual'],
  show: SlotValue['show'],
): SlotValue => ({
  member: binding?.own,
  read: binding ? compileReader(binding) : READ_NOTHING,
  unusual,
  show,
});

/** The texts that an attribute can not take unchanged; undefined if the text alone does not show that. */
function unusualAttributes(name: string, check: Check | undefined): SlotValue['unusual'] {
  if (!check) return UNUSUAL_ATTRIBUTES;
  const unusual = unusualTexts(name, check);
  return unusual && unusualAttributesAnd(unusual);
}

const printAttributes = (attributes: ReadonlyMap<string, string>): string => {
  let html = '';
  for (const [name, value] of attributes) html += ` ${name}="${escapeAttribute(value)}"`;
  return html;
};

/** Parses the data of a nested component; undefined if it has none or it is invalid JSON, which the page reports. */
function dataOf(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether a nested component has a template other than its content (E6). */
const hasOwnTemplate = (source: SourceElement): boolean =>
  ['template', 'component', 'src'].some((name) => attribute(source, name) !== undefined);

const isThemed = (classes: string | null | undefined): boolean => THEMED.test(classes ?? '');

/**
 * A top-level element of a template without slot attributes, which would hide it (E13), and without its themes (E3).
 */
function topLevelElement(
  source: SourceElement,
  { isTemplate }: Pick<Context, 'isTemplate'>,
  themed: boolean,
): SourceElement {
  const attributes: [string, string][] = [];
  for (const [name, value] of source.attributes) {
    if (isTemplate && TOP_LEVEL_SLOT.test(name)) continue;
    const isTheme = themed && name === 'class' && value.includes('-theme--');
    const remaining = isTheme ? withoutThemes(value) : value;
    if (remaining || !isTheme) attributes.push([name, remaining]);
  }
  return { ...source, attributes };
}

/** The top-level nodes of a template, changed by {@link topLevelElement}. */
const topLevel = (
  nodes: readonly SourceNode[],
  context: Pick<Context, 'isTemplate'>,
  themed: boolean,
): readonly SourceNode[] =>
  context.isTemplate || themed
    ? nodes.map((node) => (isElement(node) ? topLevelElement(node, context, themed) : node))
    : nodes;

/** Does the same for an element that was analyzed in the context around its template. */
function topLevelBound(bound: BoundElement, themed: boolean): BoundElement {
  const attributeBindings = new Map(bound.attributeBindings);
  attributeBindings.delete('slot');
  return { ...bound, source: topLevelElement(bound.source, ROOT_CONTEXT, themed), attributeBindings };
}

/** Renders templates to strings with one parser; caches compiled templates in a bounded cache. */
export class StringRenderer {
  private readonly cache = new Map<string, CompiledString>();
  /** The most recently used template: servers often render one template many times. */
  private last:
    | {
        readonly html: string;
        readonly context: Context;
        readonly themed: boolean;
        readonly around: InheritedContext;
        readonly compiled: CompiledString;
      }
    | undefined;
  /** Number of printed values that a parser may move. */
  movable = 0;
  /**
   * How often an item of a list showed, or may have shown, the template's own content. If the first item has a value
   * instead, the template can not be reconstructed from the items.
   */
  fallbacksInItems = 0;

  constructor(private readonly parse: ParseHTML) {}

  private compile(html: string, context: Context, themed: boolean, around: InheritedContext): CompiledString {
    const { last } = this;
    if (last?.html === html && last.context === context && last.themed === themed && last.around === around)
      return last.compiled;
    const key = (around.themed ? '\x01' : '') + cacheKey(html, context, themed);
    let compiled = this.cache.get(key);
    if (compiled) this.cache.delete(key);
    else {
      const compiler = new Compiler(this, around);
      const nodes = this.parse(html, context.tablePart);
      compiler.children(analyze(topLevel(nodes, context, themed), context), false);
      compiled = compiler.finish();
      if (this.cache.size >= TEMPLATE_CACHE_SIZE) this.cache.delete(this.cache.keys().next().value!);
    }
    this.cache.set(key, compiled);
    this.last = { html, context, themed, around, compiled };
    return compiled;
  }

  /**
   * Renders a template with the data of a frame to HTML.
   * @param themed the host has a theme, so the template's top-level elements lose theirs (E3).
   * @param isThemedInside whether the template's content has a theme around it
   */
  render(template: string, context: Context, frame: RenderFrame, themed = false, isThemedInside = false): string {
    return this.fill(this.compile(template, context, themed, isThemedInside ? THEMED_CONTEXT : EMPTY_CONTEXT), frame);
  }

  /**
   * Fills the slots of a compiled template for each of some items. It calls no method of `items`, which may have
   * members of its item with the names of methods (D14).
   * @param output the output so far
   */
  fill(
    { slots, nextSlots, tail, tailAfterNull }: CompiledString,
    frame: RenderFrame,
    items: readonly unknown[] = [frame.item],
    from = 0,
    end = 1,
    output = '',
  ): string {
    /** Whether the previous slot was an attribute without a value. */
    let isAfterNull = false;
    const { env } = frame;
    const { hooks } = env;
    const isDirect = !hooks && !env.dottedKeys;
    for (let index = from; index < end; index++) {
      const item = items[index];
      frame.item = item;
      const plainItem = isDirect && isPlain(item) ? item : undefined;
      for (const slot of slots) {
        const { read } = slot;
        let text: string | null;
        if (read && !hooks) {
          const { member, unusual } = slot;
          let value = plainItem && member !== undefined ? plainItem[member] : undefined;
          if (typeof value !== 'string' && !Number.isFinite(value)) value = read(frame);
          text =
            (unusual && typeof value === 'string' ? printOrdinary(value, unusual) : undefined) ??
            slot.show!(value, frame);
        } else text = slot.write(frame);
        if (text === null) {
          output += isAfterNull ? slot.nullAfterNull : slot.nullBefore;
          isAfterNull = true;
          continue;
        }
        // Concatenates from left to right: joining a pair first would create one more string.
        output = output + (isAfterNull ? slot.afterNull : slot.before) + text;
        isAfterNull = false;
        if (slot.repeat) output = slot.repeat(output, frame);
      }
      slots = nextSlots;
    }
    return output + (isAfterNull ? tailAfterNull : tail);
  }
}
