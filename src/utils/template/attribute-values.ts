/**
 * Converts bound values to attributes (D5-D7, D13, D19), for single bindings and for `data-path-attributes`. The DOM
 * renderer and the string renderer share it, so that their output is equal.
 */
import { warnOnce } from '../../global/logger';
import { plainData } from '../path/plain-data';
import { isRichText } from '../data/rich-text-document';
import { trimZeroWidth } from '../data/text';
import { lazyModules } from '../scheduling/lazy-modules';
import { itemKeys, matchDottedKey, readList, readValue } from '../path/lookup';

import type { AttributeBinding, BoundElement } from './analyze';
import { attributeNameCase } from './attribute-name-case';
import {
  addMissing,
  createFrame,
  processValue,
  type ElementLike,
  type RenderEnvironment,
  type RenderFrame,
} from './environment';
import { OWN_ATTRIBUTES, checkOf, isAddressAttribute, type Check } from './policy';
import { attribute } from './source-node';

/** Maximum nesting depth of lists that are converted to text. */
const LIST_DEPTH = 100;

/** A list as text, its entries separated by commas. A member named `toString` is treated as data. */
export const listText = (list: unknown[]): string =>
  list
    .flat(LIST_DEPTH)
    .map((each) => (each == null ? '' : typeof each === 'object' ? '[object Object]' : String(each)))
    .join();

/** Warns about a value that nests too deeply and is treated as missing. */
export const warnOfDepth = (tag: string, { message }: Error): void =>
  warnOnce(`could not show the value for <${tag}>, so it counts as none: ${message}. Correct the data.`);

/** Serializes {@link plainData} as JSON; null if it nests too deeply or contains itself. */
function jsonText(value: unknown, tag: string): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch (error) {
    const { name, message } = error as Error;
    warnOfDepth(tag, name === 'RangeError' ? new Error('it has too many levels') : new Error(message.split('\n')[0]));
    return null;
  }
}

/**
 * Converts an object to attribute text. An empty list is no value, and a document becomes its plain text (D10). The
 * kit's own elements receive objects as JSON.
 */
export function objectText(object: object, tag: string, env: RenderEnvironment): string | null {
  const value = plainData(object);
  if (Array.isArray(value) && tag !== 'feaas-external') return value.length ? listText(value) : null;
  if (!isRichText(value) || tag.startsWith('feaas-')) return jsonText(value, tag);
  const { sanitizer } = lazyModules;
  try {
    if (sanitizer) return sanitizer.richTextToText(value) || null;
    addMissing(env, 'sanitizer');
  } catch (error) {
    warnOfDepth(tag, error as Error);
  }
  return null;
}

/**
 * Converts a value to attribute text. Null removes the attribute (D7); a rejected value causes a warning and counts as
 * missing.
 */
function attributeText(
  check: Check | undefined,
  tag: string,
  name: string,
  value: unknown,
  env: RenderEnvironment,
): string | null {
  if (value == null || value === false) return null;
  const text = value === true ? '' : typeof value === 'object' ? objectText(value, tag, env) : String(value);
  if (text === null || !check) return text;
  const trimmed = isAddressAttribute(name) ? trimZeroWidth(text) : text;
  const reason = check(trimmed, env.isClobberSafe);
  if (!reason) return trimmed;
  warnOnce(`attribute ${name} of <${tag}> ${reason}: dropped. Correct the data.`);
  return null;
}

/** Reads a binding through the repeats between a link and the binding; each repeat contributes its last item (D5). */
export function readThrough(binding: AttributeBinding, frame: RenderFrame, index: number): unknown {
  const repeat = binding.remote?.through[index];
  if (!repeat) return binding.binding && readValue(binding.binding, frame);
  const items = repeat.binding ? readList(repeat.binding, frame, repeat.nested) : [];
  return readThrough(binding, createFrame(frame.env, items[items.length - 1], frame), index + 1);
}

/**
 * Whether `data-path-hidden` shows its element. A document without text or media hides it (D10). For an empty list, the
 * placeholder element itself is hidden, but its descendants are not (D11).
 */
export const isShown = (value: unknown, { source }: BoundElement, { zero, env }: RenderFrame): boolean =>
  !!(isRichText(plainData(value)) ? objectText(value as object, 'data-path-hidden', env) : value) &&
  !(zero && attribute(source, 'data-path-scope') !== undefined);

/**
 * Whether only the template may set an attribute, because it selects a component or a script: data never changes it
 * (D19).
 */
export const isKept = (tag: string, name: string): boolean =>
  name === 'data-embed-src' || (tag.startsWith('feaas-') && OWN_ATTRIBUTES.has(name));

/** Whether `src` treats a value as missing (D7). */
const isNoSource = (value: unknown): boolean =>
  value == null || value === '' || typeof value === 'boolean' || (Array.isArray(value) && !value.length);

/**
 * The attribute text that one binding produces.
 * @param before value of the attribute without the binding
 */
export function bindingText(
  { name, check, owner, placeholder }: AttributeBinding,
  tag: string,
  before: string | null,
  value: unknown,
  frame: RenderFrame,
): string | null {
  const { env } = frame;
  if (name === 'hidden') return isShown(value, owner, frame) ? null : '';
  if (check && isKept(tag, name)) {
    // The check rejects the value and warns.
    attributeText(check, tag, name, '', env);
    return before;
  }
  if (name !== 'src') return attributeText(check, tag, name, value, env);
  return (
    (isNoSource(value) ? null : attributeText(check, tag, name, value, env)) ||
    (placeholder ? attributeText(check, tag, name, placeholder, env) : null) ||
    before
  );
}

/**
 * The attribute text that all its bindings produce.
 * @param base the template's own value
 */
export function writtenValue(
  bindings: readonly AttributeBinding[],
  tag: string,
  base: string | null,
  frame: RenderFrame,
  element?: ElementLike,
): string | null {
  let result = base;
  for (const binding of bindings) {
    let targetFrame = frame;
    for (let framesUp = binding.remote?.framesUp ?? 0; framesUp > 0; framesUp--) targetFrame = targetFrame.parent!;
    const value = processValue(binding.owner, binding.attribute, readThrough(binding, targetFrame, 0), frame, element);
    result = bindingText(binding, tag, result, value, frame);
  }
  return result;
}

/** The object of `data-path-attributes` (D6); undefined if there is none. */
export function attributesObject(
  bound: BoundElement,
  frame: RenderFrame,
  element?: ElementLike,
): Record<string, unknown> | undefined {
  const object = plainData(readAttributesObject(bound, frame));
  const value = processValue(bound, 'data-path-attributes', object, frame, element);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

const isExternal = (bound: BoundElement): boolean => bound.tag === 'feaas-external';

const readAttributesObject = ({ attributesBinding }: BoundElement, frame: RenderFrame): unknown =>
  attributesBinding && readValue(attributesBinding, frame);

/** Id of the data source that the element's object comes from; `_` for the whole data. */
function sourceOf({ attributesBinding }: BoundElement, { dottedKeys, data }: RenderEnvironment): string {
  const { path } = attributesBinding!;
  // Items that a nested component inherits from enclosing scopes are not data sources (E10).
  const items = itemKeys.get(data as object);
  const source = dottedKeys && matchDottedKey(path, dottedKeys, 0, (key) => !items?.has(key));
  return source?.key ?? /^\.([^.].*)/s.exec(path.keys[0]!)?.[1] ?? '_';
}

/**
 * All attributes of an element with `data-path-attributes`: the template's, then single bindings, then the object (D6).
 */
export function attributesOf(bound: BoundElement, frame: RenderFrame, element?: ElementLike): Map<string, string> {
  const { env } = frame;
  const { tag } = bound;
  const attributes = new Map(bound.source.attributes);
  const set = (name: string, value: string | null): void => {
    if (value === null) attributes.delete(name);
    else attributes.set(name, value);
  };
  for (const [name, bindings] of bound.attributeBindings)
    set(name, writtenValue(bindings, tag, attributes.get(name) ?? null, frame, element));
  const values = attributesObject(bound, frame, element) ?? {};
  for (const oldKey of (attributes.get('data-attributes-keys') ?? '').split(',')) {
    if (oldKey && !isKept(tag, oldKey) && !Object.hasOwn(values, oldKey))
      attributes.delete(attributeNameCase(bound.source, oldKey));
  }
  const keys = Object.keys(values);
  for (const key of keys) {
    if (key === 'html') continue;
    const name = attributeNameCase(bound.source, key);
    const value = processValue(bound, key, values[key], frame, element);
    if (name.startsWith('data-path') || name === 'data-attributes-keys') {
      warnOnce(`attribute ${name} of <${tag}> is a binding, which data can not make: dropped. Correct the data.`);
      continue;
    }
    const check = checkOf(tag, name, bound.source.attributes);
    if (isKept(tag, name)) {
      attributeText(check, tag, name, '', env);
      continue;
    }
    const isJSON = typeof value === 'object' && value && !isRichText(value);
    const isNone = name === 'src' && isNoSource(value);
    const converted = isJSON ? jsonText(value, tag) : value;
    const text = isNone ? null : attributeText(check, tag, name, converted, env);
    // `src` stays unchanged when there is no value (D7).
    if (text || name !== 'src') set(name, text);
  }
  attributes.set('data-attributes-keys', keys.join(','));
  if (isExternal(bound)) {
    set('datasources', jsonText({ [sourceOf(bound, env)]: plainData(readAttributesObject(bound, frame)) }, tag));
  }
  if (frame.zero && attribute(bound.source, 'data-path-scope')) attributes.set('hidden', '');
  return attributes;
}
