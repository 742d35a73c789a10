/**
 * What data can not give to a page's own component (D13). A component may write its properties onto an element, as `<a {...rest}>` does:
 * a property by name is held to what an attribute of that name is held to. Other members of values are the component's business.
 */
import { trimZeroWidth } from '../data/text';
import { jsonValue } from '../path/json-value';
import { CODE_ATTRIBUTES, isAddressAttribute, isSafeAddress } from '../template/policy';
import { RESERVED } from './attribute-names';

/** Names without the marks that frameworks and attributes write differently: `formAction`, `form-action` and `formaction` are one. */
const compact = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** What frameworks and the DOM call attributes that are reserved, or that carry code. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['classname', 'class'],
  ['classlist', 'class'],
  ['csstext', 'style'],
  ['httpequiv', 'http-equiv'],
  ['xlinkhref', 'xlink:href'],
]);

/** Properties whose text is parsed as HTML. */
const HTML_PROPERTIES = /^(?:dangerouslysetinnerhtml|(?:inner|outer)html)$/;

/** The attribute that a property may become. */
function attributeOf(name: string): string {
  const lower = name.toLowerCase();
  const plain = compact(name);
  return lower.startsWith('data-') || isAddressAttribute(lower) ? lower : (ALIASES.get(plain) ?? plain);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isList = Array.isArray as (value: unknown) => value is unknown[];

/** Schemes whose addresses run code or show a document of their own, in whichever spelling. */
const CODE_SCHEME = /^(?:javascript|vbscript|livescript|data)$/;

/** Whether a text, or one in a list, which becomes a text, is an address that runs code. */
function runsCode(value: unknown, attribute: string): boolean {
  const json = jsonValue(value);
  if (isList(json)) return json.some((each) => runsCode(each, attribute));
  if (!isText(json) || !json.includes(':')) return false;
  return CODE_SCHEME.test(compact(json.split(':')[0]!)) && !isSafeAddress(trimZeroWidth(json), 'img', attribute);
}

/** Whether a member of an object is an address, by its name, that runs code. */
function runsMember(name: string, member: unknown): boolean {
  const attribute = attributeOf(name);
  return isAddressAttribute(attribute) && runsCode(member, attribute);
}

/** How a name is refused whatever its value is; empty for a name with a meaning in HTML, which is not worth a warning. */
function nameRefusal(name: string, value: unknown, isDeclared: boolean): string | undefined {
  if (name === '__proto__') return '';
  const attribute = attributeOf(name);
  if (HTML_PROPERTIES.test(attribute)) return 'is parsed as HTML';
  // What does not become a text is no code: `onSale` may be true.
  const mayBeCode = isText(value) || isList(value);
  if (!isDeclared && RESERVED.test(attribute)) {
    if (!attribute.startsWith('on')) return '';
    return mayBeCode ? 'is an event handler' : undefined;
  }
  const isCode = attribute === 'srcdoc' || (CODE_ATTRIBUTES.has(attribute) && !isDeclared);
  return isCode && mayBeCode ? 'carries code' : undefined;
}

/** Whether no property that a schema does not declare can have a name. */
export const isRefusedName = (name: string): boolean => nameRefusal(name, '', false) !== undefined;

/**
 * Why a field of the data is refused as a property; undefined when it is fine, and empty when it needs no warning.
 * @param isDeclared the component has a schema for it.
 */
export function fieldRefusal(name: string, value: unknown, isDeclared: boolean): string | undefined {
  const why = nameRefusal(name, value, isDeclared);
  if (why !== undefined) return why;
  const attribute = attributeOf(name);
  if (!isAddressAttribute(attribute)) return undefined;
  const json = jsonValue(value);
  // A form sends what a visitor types there. By any other name a text such as `Note: closed` may be no address at all.
  const isForeignForm =
    isText(json) && attribute.endsWith('action') && !isSafeAddress(trimZeroWidth(json), 'form', attribute);
  return isForeignForm || runsCode(json, attribute) ? 'holds an address that is not allowed' : undefined;
}

/**
 * Why an attribute of the element is refused as a property. It is the template's, or the renderer has checked it by its name, which
 * may have been another one: `form-action` becomes `formAction`.
 */
export function attributeRefusal(name: string, text: string, isDeclared: boolean): string | undefined {
  // It is the element's own handler.
  if (/^on[a-z]+$/.test(name)) return '';
  const why = nameRefusal(name, text, isDeclared);
  if (why !== undefined) return why;
  return runsMember(name, text) ? 'holds an address that is not allowed' : undefined;
}

/** Levels of a value that are looked through; what is deeper is left out. */
const MAX_DEPTH = 500;

/** A value without the addresses in it that run code; the value itself when it has none. */
export function withoutCodeAddresses(value: unknown, known = new Map<unknown, unknown>(), depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return undefined;
  if (known.has(value)) return known.get(value);
  // A value may contain itself.
  known.set(value, value);
  let copy: Record<string, unknown> | undefined;
  const isNamed = !isList(value);
  for (const [name, member] of Object.entries(value)) {
    const isRefused = isNamed && (isText(member) || isList(member)) && runsMember(name, member);
    const kept = isRefused ? undefined : withoutCodeAddresses(member, known, depth + 1);
    if (kept === member) continue;
    copy ??= (isNamed ? { ...value } : [...value]) as Record<string, unknown>;
    copy[name] = kept;
  }
  if (copy) known.set(value, copy);
  return copy ?? value;
}
