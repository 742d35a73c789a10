/**
 * Rendering that a plain template does without: attribute objects (D6), dates (D9), rich text (D10), inserted markup
 * (D4), nested components (E10), bindings of the host, hooks' stand-ins.
 */
import { warnOnce } from '../../global/logger';
import { formatDate } from '../data/date';
import { isRichText, richTextToText, type RichTextDocument } from '../data/rich-text';
import { collapseWhiteSpace, decodeReferences, mayBeMarkup, normalizeLineFeeds, trimZeroWidth } from '../data/text';
import { IMPLICIT_WILDCARD, readList, readValue } from '../path/lookup';
import { itemKeys, oddKey, readWhole } from '../path/more';
import { requireModule } from '../scheduling/lazy-modules';
import {
  attribute,
  type BoundElement,
  type Content,
  type Context,
  type TablePart,
  type AttributeBinding,
} from './analyze';
import { loadScript } from './embed';
import { attributeNameCase } from './attribute-name-case';
import { fillNested } from './nested-components';
import type { EmbedOp, InheritOp, SpreadOp } from './compile';
import { TEXT_TAGS } from './content-model';
import { isAddressAttribute, guardOf, CODE_TAGS, OWN_ATTRIBUTES, refusal } from './policy';
import {
  Markup,
  attributeText,
  createFrame,
  shape,
  writtenValue,
  type ElementLike,
  type RenderEnvironment,
  type RenderFrame,
} from './values';

/** Depth to which HTML out of data may insert further HTML. */
const NESTED_LIMIT = 10;

/** A bound element as hooks see it where there is none. */
const standIn = (owner: BoundElement): ElementLike => ({
  localName: owner.tag,
  getAttribute: (name) => attribute(owner.source, name) ?? null,
});

/** Content that is more than a text into a plain element, and all content where there are hooks. */
export function specialContent(
  content: Content,
  frame: RenderFrame,
  element?: ElementLike,
): string | Markup | undefined {
  const { binding, owner, placeholder } = content;
  const { hooks } = frame.env;
  const language = content.context.language || frame.env.language;
  const show = (value: unknown): string | Markup | undefined => {
    if (value === undefined || value === null) return undefined;
    if (CODE_TAGS.has(owner.tag) || owner.tag === 'iframe') {
      warnOnce(`data is not written into <${owner.tag}>, which holds code. Bind another element.`);
      return undefined;
    }
    if (typeof value === 'object' || typeof value === 'boolean') return shape(value, content, frame);
    const text = (content.context.time && formatDate(String(value), language, frame.env.timeZone)) || String(value);
    return text && (owner.source.foreign || TEXT_TAGS.has(owner.tag)) ? text : shape(text, content, frame);
  };
  let value = binding && readValue(binding, frame);
  if (hooks?.processValue && attribute(owner.source, 'data-path') !== undefined) {
    value = hooks.processValue(element ?? standIn(owner), 'data-path', value);
  }
  const html = owner.attributesBinding && spreadValues(owner, frame, element)?.['html'];
  return (html === undefined ? undefined : show(html)) ?? show(value) ?? (placeholder ? show(placeholder) : undefined);
}

/** A text with markup in it, or with white space to collapse (D8). */
export function shapeText(text: string, content: Content, frame: RenderFrame): string | Markup | undefined {
  const { inline } = content.context;
  if (mayBeMarkup(text)) return insertSanitised(text, content, frame);
  const clean = normalizeLineFeeds(decodeReferences(text, frame.env.parseReference));
  return inline ? collapseWhiteSpace(clean) : clean;
}

/** Documents become markup (D10), lists their entries; other objects are no text. */
export function shapeObject(value: object, content: Content, frame: RenderFrame): string | Markup | undefined {
  if (isRichText(value)) {
    return plainText(value, content.owner.tag) ? insertSanitised(value, content, frame) : undefined;
  }
  if (Array.isArray(value)) return value.length ? shape(listText(value), content, frame) : undefined;
  warnOnce(`the value bound to <${content.owner.tag}> is an object, not a text. Bind one of its members.`);
  return undefined;
}

/** The part of a table that an element is; rows and cells are kept in it. */
export const tablePartOf = (tag: string): TablePart | undefined =>
  /^(?:table|t(?:head|body|foot|r)|colgroup)$/.test(tag) ? (tag as TablePart) : undefined;

/** HTML or a rich-text document of the data; one that nests too deeply is named, and is no value. */
function insertSanitised(value: string | object, content: Content, frame: RenderFrame): string | Markup | undefined {
  const { sanitize } = requireModule('sanitizer');
  const { owner } = content;
  const context = { ...content.context, tablePart: tablePartOf(owner.tag) };
  let html: string;
  try {
    html = sanitize(value, context.inline, context.tablePart);
  } catch (error) {
    tooDeep(owner.tag, error as Error);
    return undefined;
  }
  return insert(html, context, frame);
}

const tooDeep = (tag: string, { message }: Error): void =>
  warnOnce(`the value bound to <${tag}> can not be shown and counts as none: ${message}. Correct the data.`);

/** Sanitised HTML with the place it stands in, unless it contains itself. */
function insert(html: string, context: Context, frame: RenderFrame): string | Markup | undefined {
  if (!/[<&]/.test(html)) return html;
  if (html.includes('data-path')) {
    const { insertionStack, env } = frame;
    for (let at = insertionStack; at; at = at.outer) if (at.html === html) return overflow();
    if (insertionStack && (insertionStack.depth >= NESTED_LIMIT || env.insertionLimit-- <= 0)) return overflow();
  }
  return new Markup(html, context);
}

function overflow(): undefined {
  warnOnce('HTML in the data inserts itself again and again. The template shows instead.');
  return undefined;
}

/** Deepest nesting of lists that is shown as text. */
const LIST_DEPTH = 100;

/** A list as text: its entries, commas between; a member named toString is only data. */
const listText = (list: unknown[]): string =>
  list
    .flat(LIST_DEPTH)
    .map((each) => (each == null ? '' : typeof each === 'object' ? '[object Object]' : String(each)))
    .join();

/** An object as JSON; null for one that has none, because it nests too deeply or contains itself. */
function jsonText(value: unknown, tag: string): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch (error) {
    const { name, message } = error as Error;
    tooDeep(tag, name === 'RangeError' ? new Error('it is nested too deeply') : new Error(message.split('\n')[0]));
    return null;
  }
}

/** The text of a rich-text document; null for one that has none, or nests too deeply. */
function plainText(value: RichTextDocument, tag: string): string | null {
  try {
    return richTextToText(value) || null;
  } catch (error) {
    tooDeep(tag, error as Error);
    return null;
  }
}

/**
 * An object as an attribute; an empty list is no value, and a document is its plain text (D10). The kit's own elements read
 * objects as JSON.
 */
export function objectText(value: object, tag: string): string | null {
  if (Array.isArray(value)) return value.length ? listText(value) : null;
  return isRichText(value) && !tag.startsWith('feaas-') ? plainText(value, tag) : jsonText(value, tag);
}

/** An attribute that the whole table of rules is asked about. */
export function guardedText(tag: string, name: string, text: string, env: RenderEnvironment): string | null {
  const value = isAddressAttribute(name) ? trimZeroWidth(text) : text;
  const why = refusal(tag, name, value, env.isClobberSafe);
  if (!why) return value;
  warnOnce(`attribute ${name} of <${tag}> ${why}: dropped. Correct the data.`);
  return null;
}

/** The last value that the repeats between a link and its binding give (D5). */
export function readThrough(attributeBinding: AttributeBinding, frame: RenderFrame, at: number): unknown {
  const repeat = attributeBinding.remote?.through[at];
  if (!repeat) return attributeBinding.binding && readValue(attributeBinding.binding, frame);
  const items = repeat.binding ? readList(repeat.binding, frame, repeat.nested) : [];
  return readThrough(attributeBinding, createFrame(frame.env, items[items.length - 1], frame), at + 1);
}

/** Whether `data-path-hidden` shows its element. What stands for an empty list is hidden itself; what is in it is not (D11). */
export const isShown = (value: unknown, { source }: BoundElement, { zero }: RenderFrame): boolean =>
  !!value && !(zero && attribute(source, 'data-path-scope') !== undefined);

/** What several attributeBindings, attributeBindings that stand elsewhere, and attributeBindings with hooks leave of one attribute. */
export function farValue(
  attributeBindings: readonly AttributeBinding[],
  tag: string,
  base: string | null,
  frame: RenderFrame,
  element?: ElementLike,
): string | null {
  const { env } = frame;
  let result = base;
  for (const attributeBinding of attributeBindings) {
    const { name, guard, owner, placeholder } = attributeBinding;
    let place = frame;
    for (let framesUp = attributeBinding.remote?.framesUp ?? 0; framesUp > 0; framesUp--) place = place.parent!;
    let value = readThrough(attributeBinding, place, 0);
    if (env.hooks?.processValue)
      value = env.hooks.processValue(element ?? standIn(owner), attributeBinding.attribute, value);
    if (name === 'hidden') result = isShown(value, owner, frame) ? null : '';
    else if (isKept(tag, name)) guardedText(tag, name, '', env);
    else if (name === 'src') {
      const address = value === true ? null : attributeText(guard, tag, name, value, env);
      result = address || (placeholder ? attributeText(guard, tag, name, placeholder, env) : null) || result;
    } else result = attributeText(guard, tag, name, value, env);
  }
  return result;
}

/** The frame inside of inserted markup. */
export const frameWithin = (frame: RenderFrame, html: string): RenderFrame => ({
  ...frame,
  insertionStack: { html, outer: frame.insertionStack, depth: (frame.insertionStack?.depth ?? 0) + 1 },
});

/** The object behind `data-path-attributes` (D6); undefined for none. */
export function spreadValues(
  bound: BoundElement,
  frame: RenderFrame,
  element?: ElementLike,
): Record<string, unknown> | undefined {
  let value = readSpread(bound, frame);
  const { hooks } = frame.env;
  if (hooks?.processValue) value = hooks.processValue(element ?? standIn(bound), 'data-path-attributes', value);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** What chooses a component, or a script, is the template's business alone: data neither sets nor removes it (D19). */
export const isKept = (tag: string, name: string): boolean =>
  name === 'data-embed-src' || (tag.startsWith('feaas-') && OWN_ATTRIBUTES.has(name));

const isExternal = (bound: BoundElement): boolean => bound.tag === 'feaas-external';

/** External components take lists as they are; others their first object. */
const readSpread = (bound: BoundElement, frame: RenderFrame): unknown =>
  bound.attributesBinding && (isExternal(bound) ? readWhole : readValue)(bound.attributesBinding, frame);

/** The id of the data source that an element's object is of; `_` for the data as a whole. */
function sourceOf({ attributesBinding }: BoundElement, { odd }: RenderEnvironment): string {
  const { path } = attributesBinding!;
  return (odd && oddKey(path, odd, 0))?.key ?? /^\.([^.].*)/s.exec(path.keys[0]!)?.[1] ?? '_';
}

/** All attributes of an element with `data-path-attributes`: the template's, the single bindings', the object's (D6). */
export function attributesOf(bound: BoundElement, frame: RenderFrame, element?: ElementLike): Map<string, string> {
  const { env } = frame;
  const { tag } = bound;
  const all = new Map(bound.source.attributes);
  const set = (name: string, value: string | null): void => {
    if (value === null) all.delete(name);
    else all.set(name, value);
  };
  for (const attributeBinding of bound.attributeBindings)
    set(
      attributeBinding.name,
      writtenValue([attributeBinding], tag, all.get(attributeBinding.name) ?? null, frame, element),
    );
  const values = spreadValues(bound, frame, element) ?? {};
  for (const old of (all.get('data-attributes-keys') ?? '').split(',')) {
    if (old && !isKept(tag, old) && !Object.hasOwn(values, old)) all.delete(attributeNameCase(bound.source, old));
  }
  const keys = Object.keys(values);
  for (const key of keys) {
    if (key === 'html') continue;
    const name = attributeNameCase(bound.source, key);
    let value = values[key];
    if (env.hooks?.processValue) value = env.hooks.processValue(element ?? standIn(bound), key, value);
    if (name.startsWith('data-path') || name === 'data-attributes-keys') {
      warnOnce(`attribute ${name} of <${tag}> is a binding, which data can not make: dropped. Correct the data.`);
      continue;
    }
    if (isKept(tag, name)) {
      guardedText(tag, name, '', env);
      continue;
    }
    const isNone = value === true || (Array.isArray(value) && !value.length);
    if (typeof value === 'object' && value && !isRichText(value)) value = jsonText(value, tag);
    const text = name === 'src' && isNone ? null : attributeText(guardOf(tag, name), tag, name, value, env);
    // No value leaves `src` as it was (D7).
    if (text || name !== 'src') set(name, text);
  }
  all.set('data-attributes-keys', keys.join(','));
  if (isExternal(bound)) {
    set('datasources', jsonText({ [sourceOf(bound, env)]: readSpread(bound, frame) }, tag));
  }
  if (frame.zero && attribute(bound.source, 'data-path-scope')) all.set('hidden', '');
  return all;
}

/** Writes what differs between two sets of attributes. */
function writeAttributes(node: Element, before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): void {
  for (const name of before.keys()) if (!now.has(name)) node.removeAttribute(name);
  for (const [name, value] of now) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** Canonical keys as a path. */
export const scopeText = (keys: readonly string[]): string =>
  keys
    .map((key) => (key === IMPLICIT_WILDCARD ? '.*' : key[0] === '.' || key[0] === '[' ? key : '.' + key))
    .join('')
    .slice(1);

/** The data of the place a nested component stands in (E10): the same object, or with its scopes as further keys. */
export function inherited(scopes: Context['scopes'], frame: RenderFrame): unknown {
  const { data } = frame.env;
  if (!scopes.length) return data;
  const items: unknown[] = [];
  for (let at: RenderFrame | undefined = frame; at?.parent; at = at.parent) items.unshift(at.item);
  const all: Record<string, unknown> = Array.isArray(data) ? { _: data } : { ...(data as object) };
  const names = new Set(itemKeys.get(data as object));
  scopes.forEach((keys, at) => {
    // ContentInstance paths are written in the `.*` form (D2), or as the scope itself.
    for (const name of [scopeText(keys.map((key) => (key[0] === '[' ? '*' : key))), scopeText(keys)]) {
      all[name] = items[at];
      names.add(name);
    }
  });
  itemKeys.set(all, names);
  return all;
}

/** Does one of the rarer operations; returns its new state. */
export function fillMore(
  op: SpreadOp | InheritOp | EmbedOp,
  node: Element,
  before: unknown,
  frame: RenderFrame,
): unknown {
  if ('bound' in op) {
    const now = attributesOf(op.bound, frame, frame.env.hooks && node);
    writeAttributes(node, (before as Map<string, string> | undefined) ?? new Map(op.bound.source.attributes), now);
    return now;
  }
  return 'src' in op ? (before ?? loadScript(op.src)) : fillNested(op, node, before, frame);
}

/** Classes without themes (E3). */
export const withoutThemes = (classes: string): string =>
  classes
    .split(/\s+/)
    .filter((name) => name && !name.startsWith('-theme--'))
    .join(' ');

/** Theme classes of elements removed (E3). */
export function dropThemes(elements: Iterable<Element>): void {
  for (const element of elements) {
    const classes = element.getAttribute('class');
    if (!classes?.includes('-theme--')) continue;
    const rest = withoutThemes(classes);
    if (rest) element.setAttribute('class', rest);
    else element.removeAttribute('class');
  }
}
