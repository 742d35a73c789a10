/**
 * The values that data may not pass to a page's own component (D13). A component may set its properties on an element,
 * as `<a {...rest}>` does, so a property must follow the rules for the attribute with its name.
 * Other members of values are the component's responsibility.
 */
import { trimZeroWidth } from '../data/text';
import { jsonValue } from '../path/json-value';
import { CODE_ATTRIBUTES, isAddressAttribute, isSafeAddress } from '../template/policy';
import { RESERVED } from './attribute-names';

/** Removes the differences between spellings of a name: `formAction`, `form-action` and `formaction` are the same. */
const compact = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Names in frameworks and the DOM for attributes that are reserved, or that carry code. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['classname', 'class'],
  ['classlist', 'class'],
  ['csstext', 'style'],
  ['httpequiv', 'http-equiv'],
  ['xlinkhref', 'xlink:href'],
]);

/** Properties whose text is parsed as HTML. */
const HTML_PROPERTIES = /^(?:dangerouslysetinnerhtml|(?:inner|outer)html)$/;

/** Returns the attribute that a property may become. */
function attributeOf(name: string): string {
  const lower = name.toLowerCase();
  const compacted = compact(name);
  return lower.startsWith('data-') || isAddressAttribute(lower) ? lower : (ALIASES.get(compacted) ?? compacted);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isList = Array.isArray as (value: unknown) => value is unknown[];

/** Schemes of addresses that run code or show their own document, in any spelling. */
const CODE_SCHEME = /^(?:javascript|vbscript|livescript|data)$/;

/** Whether a text is an address that runs code. A list becomes a text, so its members are checked. */
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

/** Returns why a name is refused with any value; empty for a name with a meaning in HTML, which needs no warning. */
function nameRefusal(name: string, value: unknown, isDeclared: boolean): string | undefined {
  if (name === '__proto__') return '';
  const attribute = attributeOf(name);
  if (HTML_PROPERTIES.test(attribute)) return 'is parsed as HTML';
  // A value that does not become a text is not code: `onSale` may be true.
  const mayBeCode = isText(value) || isList(value);
  if (!isDeclared && RESERVED.test(attribute)) {
    if (!attribute.startsWith('on')) return '';
    return mayBeCode ? 'is an event handler' : undefined;
  }
  const isCode = attribute === 'srcdoc' || (CODE_ATTRIBUTES.has(attribute) && !isDeclared);
  return isCode && mayBeCode ? 'carries code' : undefined;
}

/** Whether a name is refused for every property without a schema. */
export const isRefusedName = (name: string): boolean => nameRefusal(name, '', false) !== undefined;

/**
 * Returns why a field of the data is refused as a property; undefined if it is allowed, and empty if it needs no
 * warning.
 * @param isDeclared whether the component has a schema for it
 */
export function fieldRefusal(name: string, value: unknown, isDeclared: boolean): string | undefined {
  const reason = nameRefusal(name, value, isDeclared);
  if (reason !== undefined) return reason;
  const attribute = attributeOf(name);
  if (!isAddressAttribute(attribute)) return undefined;
  const json = jsonValue(value);
  // A form sends the input of visitors to its address. For other properties, a text such as `Note: closed` may not be an address.
  const isForeignForm =
    isText(json) && attribute.endsWith('action') && !isSafeAddress(trimZeroWidth(json), 'form', attribute);
  return isForeignForm || runsCode(json, attribute) ? 'holds an address that is not allowed' : undefined;
}

/**
 * Returns why an attribute of the element is refused as a property. It is the template's, or the renderer has checked
 * it by its name. The property may have another name: `form-action` becomes `formAction`.
 */
export function attributeRefusal(name: string, text: string, isDeclared: boolean): string | undefined {
  // It is an event handler of the element itself.
  if (/^on[a-z]+$/.test(name)) return '';
  const reason = nameRefusal(name, text, isDeclared);
  if (reason !== undefined) return reason;
  return runsMember(name, text) ? 'holds an address that is not allowed' : undefined;
}

/** Maximum depth of a value; deeper members are omitted. */
const MAX_DEPTH = 500;

/** Returns a value without the addresses in it that run code; the value itself if it has none. */
export function withoutCodeAddresses(value: unknown, copies = new Map<unknown, unknown>(), depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MAX_DEPTH) return undefined;
  if (copies.has(value)) return copies.get(value);
  // A value may contain itself.
  copies.set(value, value);
  let copy: Record<string, unknown> | undefined;
  const isNamed = !isList(value);
  for (const [name, member] of Object.entries(value)) {
    const isRefused = isNamed && (isText(member) || isList(member)) && runsMember(name, member);
    const safeMember = isRefused ? undefined : withoutCodeAddresses(member, copies, depth + 1);
    if (safeMember === member) continue;
    copy ??= (isNamed ? { ...value } : [...value]) as Record<string, unknown>;
    copy[name] = safeMember;
  }
  if (copy) copies.set(value, copy);
  return copy ?? value;
}
