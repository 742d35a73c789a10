/**
 * Rendering that a plain template does without: attribute objects (D6), dates (D9), rich text (D10), inserted markup
 * (D4), nested components (E10), bindings of the host, hooks' stand-ins.
 */
import { warnOnce } from '../../global/logger';
import { formatDate } from '../data/date';
import { isRichText } from '../data/rich-text';
import { readValue } from '../path/lookup';
import { readWhole } from '../path/more';
import { part } from '../parts';
import { attribute, type Bound, type Content } from './analyse';
import { loadScript } from './embed';
import type { EmbedOp, InheritOp, SpreadOp } from './plan';
import { guardOf } from './rules';
import { MARKUP, Markup, attributeText, standIn, writtenValue, type ElementLike, type RenderFrame } from './values';

/** Depth to which HTML out of data may insert further HTML. */
const NESTED_LIMIT = 10;

/** Sanitised HTML with the place it stands in, unless it contains itself. */
export function insert(html: string, content: Content, frame: RenderFrame): string | Markup | undefined {
  if (!MARKUP.test(html)) return html;
  if (html.includes('data-path')) {
    const { within, env } = frame;
    for (let at = within; at; at = at.outer) if (at.html === html) return overflow();
    if (within && (within.depth >= NESTED_LIMIT || env.budget-- <= 0)) return overflow();
  }
  return new Markup(html, content.context);
}

function overflow(): undefined {
  warnOnce('HTML in the data inserts itself again and again. The template shows instead.');
  return undefined;
}

/** Values that are more than a text: documents, lists, dates. A text comes back to be shown like any other. */
export function shapeSpecial(value: unknown, content: Content, frame: RenderFrame): string | Markup | undefined {
  if (isRichText(value)) {
    return value.content.length ? insert(part('markup').sanitise(value, content.inline), content, frame) : undefined;
  }
  if (typeof value === 'object') {
    if (!Array.isArray(value)) {
      warnOnce(`the value bound to <${content.owner.tag}> is an object, not a text. Bind one of its members.`);
      return undefined;
    }
    if (!value.length) return undefined;
  }
  const text = String(value);
  return content.time ? (formatDate(text, frame.env.language) ?? text) : text;
}

/** The frame inside of inserted markup. */
export const frameWithin = (frame: RenderFrame, html: string): RenderFrame => ({
  ...frame,
  within: { html, outer: frame.within, depth: (frame.within?.depth ?? 0) + 1 },
});

/** The object behind `data-path-attributes` (D6); undefined for none. */
export function spreadValues(bound: Bound, frame: RenderFrame, element?: ElementLike): Record<string, unknown> | undefined {
  let value = readSpread(bound, frame);
  const { hooks } = frame.env;
  if (hooks?.processValue) value = hooks.processValue(element ?? standIn(bound), 'data-path-attributes', value);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

const isExternal = (bound: Bound): boolean => bound.tag === 'feaas-external';

/** External components take lists as they are; others their first object. */
const readSpread = (bound: Bound, frame: RenderFrame): unknown =>
  bound.spread && (isExternal(bound) ? readWhole : readValue)(bound.spread, frame);

/** All attributes of an element with `data-path-attributes`: the template's, the single bindings', the object's (D6). */
export function attributesOf(bound: Bound, frame: RenderFrame, element?: ElementLike): Map<string, string> {
  const { env } = frame;
  const { tag } = bound;
  const all = new Map(bound.source.attributes);
  const set = (name: string, value: string | null): void => {
    if (value === null) all.delete(name);
    else all.set(name, value);
  };
  for (const writer of bound.writers) set(writer.name, writtenValue([writer], tag, all.get(writer.name) ?? null, frame, element));
  const values = spreadValues(bound, frame, element) ?? {};
  for (const old of (all.get('data-attributes-keys') ?? '').split(',')) {
    if (old && !Object.hasOwn(values, old)) all.delete(old);
  }
  const keys = Object.keys(values);
  for (const key of keys) {
    if (key === 'html') continue;
    const name = key.toLowerCase();
    let value = values[key];
    if (env.hooks?.processValue) value = env.hooks.processValue(element ?? standIn(bound), key, value);
    if (name.startsWith('data-path') || name === 'data-attributes-keys') {
      warnOnce(`attribute ${name} of <${tag}> is a binding, which data can not make: dropped. Correct the data.`);
      continue;
    }
    set(name, attributeText(guardOf(tag, name), tag, name, typeof value === 'object' && value ? JSON.stringify(value) : value, env));
  }
  all.set('data-attributes-keys', keys.join(','));
  if (isExternal(bound)) {
    const path = attribute(bound.source, 'data-path-attributes') ?? '';
    const id = path.split(/[.[]/)[0]!;
    all.set('datasources', JSON.stringify({ [id === '$' || !id ? '_' : id]: readSpread(bound, frame) }));
  }
  if (frame.zero && attribute(bound.source, 'data-path-scope')) all.set('hidden', '');
  return all;
}

/** Writes what differs between two sets of attributes. */
export function writeAttributes(node: Element, before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): void {
  for (const name of before.keys()) if (!now.has(name)) node.removeAttribute(name);
  for (const [name, value] of now) if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** The data of the place a nested component stands in (E10): the same object, or with its scopes as further keys. */
function inherited(op: InheritOp, frame: RenderFrame): unknown {
  const { data } = frame.env;
  if (!op.scopes.length) return data;
  const items: unknown[] = [];
  for (let at: RenderFrame | undefined = frame; at?.parent; at = at.parent) items.unshift(at.item);
  const all: Record<string, unknown> = Array.isArray(data) ? { _: data } : { ...(data as object) };
  op.scopes.forEach((scope, at) => (all[scope] = items[at]));
  return all;
}

/** Does one of the rarer operations; returns its new state. */
export function fillMore(op: SpreadOp | InheritOp | EmbedOp, node: Element, before: unknown, frame: RenderFrame): unknown {
  if ('bound' in op) {
    const now = attributesOf(op.bound, frame, frame.env.hooks && node);
    writeAttributes(node, (before as Map<string, string> | undefined) ?? new Map(op.bound.source.attributes), now);
    return now;
  }
  if ('src' in op) return before ?? loadScript(op.src);
  (node as Element & { data: unknown }).data = inherited(op, frame);
  return undefined;
}
