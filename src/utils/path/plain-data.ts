/** Data as JSON has it throughout, for those who read it without the engine. */
import { jsonValue } from './json-value';

/** Deeper levels stay as they are. */
const DEPTH_LIMIT = 500;
/** Objects that the first look takes; one that is in several places counts for each. */
const LOOK_LIMIT = 100_000;

let looks = 0;

/** Whether JSON has all of an object as it is; false where that takes a closer look. */
function isJSON(value: object, depth: number): boolean {
  if (jsonValue(value) !== value || depth > DEPTH_LIMIT || looks++ > LOOK_LIMIT) return false;
  // The names of the entries of a list would all be texts.
  for (const each of Array.isArray(value) ? (value as unknown[]) : Object.values(value))
    if (typeof each === 'object' ? each && !isJSON(each, depth + 1) : typeof each === 'bigint') return false;
  return true;
}

function replace(value: unknown, seen: Map<unknown, unknown>, depth: number): unknown {
  if (seen.has(value)) return seen.get(value);
  let result = jsonValue(value);
  if (typeof value !== 'object' || !value || depth > DEPTH_LIMIT) return result;
  if (result !== value) result = replace(result, seen, depth + 1);
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
 * Data in which a value with `toJSON`, such as a Date or a URL, is what that gives, and a BigInt its digits. Data without such values is
 * the same object.
 */
export function plainData(value: unknown): unknown {
  looks = 0;
  return typeof value === 'object' && value && isJSON(value, 0) ? value : replace(value, new Map(), 0);
}
