/** Converts whole data to its JSON form, for code that reads it without the engine. */
import { jsonValue } from './json-value';

/** Deeper levels are not converted. */
const DEPTH_LIMIT = 500;

function replace(value: unknown, results: Map<unknown, unknown>, depth: number): unknown {
  if (results.has(value)) return results.get(value);
  const json = jsonValue(value);
  if (typeof json !== 'object' || !json || depth > DEPTH_LIMIT) return json;
  let result = json as Record<string, unknown>;
  results.set(value, result);
  for (const [name, member] of Object.entries(json)) {
    const converted = replace(member, results, depth + 1);
    if (Object.is(converted, member)) continue;
    if (result === json) {
      result = (Array.isArray(json) ? [...(json as unknown[])] : { ...json }) as Record<string, unknown>;
      results.set(value, result);
    }
    result[name] = converted;
  }
  return result;
}

/**
 * Replaces values with `toJSON`, such as a Date or a URL, by its result, and a BigInt by its digits. Data without such
 * values is returned unchanged.
 */
export const plainData = (value: unknown): unknown => replace(value, new Map(), 0);
