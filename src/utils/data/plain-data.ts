/** Data as JSON has it, where pages and servers are given objects. */

/** Deeper levels stay as they are. */
const DEPTH_LIMIT = 500;
/** Objects that the first look takes; one that is in several places counts for each. */
const LOOK_LIMIT = 100_000;

const hasToJSON = (value: object): value is { toJSON(): unknown } =>
  typeof (value as { toJSON?: unknown }).toJSON === 'function';

let looks = 0;

/** Whether nothing in an object is to be replaced; false where that takes a closer look. */
function isPlain(value: object, depth: number): boolean {
  if (hasToJSON(value) || depth > DEPTH_LIMIT || looks++ > LOOK_LIMIT) return false;
  // Most of a render's data are lists: the names of their entries would all be texts.
  for (const each of Array.isArray(value) ? (value as unknown[]) : Object.values(value))
    if (typeof each === 'object' ? each && !isPlain(each, depth + 1) : typeof each === 'bigint') return false;
  return true;
}

function replace(value: unknown, seen: Map<unknown, unknown>, depth: number): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || !value || depth > DEPTH_LIMIT) return value;
  if (seen.has(value)) return seen.get(value);
  let result: unknown = hasToJSON(value) ? replace(value.toJSON(), seen, depth + 1) : value;
  seen.set(value, result);
  if (result !== value) return result;
  for (const [name, each] of Object.entries(value)) {
    const plain = replace(each, seen, depth + 1);
    if (Object.is(plain, each)) continue;
    if (result === value) seen.set(value, (result = Array.isArray(value) ? [...(value as unknown[])] : { ...value }));
    (result as Record<string, unknown>)[name] = plain;
  }
  return result;
}

/**
 * Data in which a value with `toJSON`, such as a Date or a URL, is what that gives, and a BigInt its digits: a page binds an object as it
 * is, a server its JSON, and both show the same. Data without such values is the same object; looking takes far less than rendering.
 */
export function plainData(value: unknown): unknown {
  looks = 0;
  return typeof value === 'object' && value && isPlain(value, 0) ? value : replace(value, new Map(), 0);
}
