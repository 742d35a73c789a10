/** Converts values as JSON serialization does, so that pages and servers that receive objects show the same. */
import { warnOnce } from '../../global/logger';

/**
 * The JSON form of a value: the result of its `toJSON`, as for a Date or a URL. It is null for NaN and infinite
 * numbers, and undefined for functions and symbols. A BigInt, which JSON does not support, becomes its digits. Members
 * of a list or object are not converted until they are read, because a template may not use most of a page's data.
 */
export function jsonValue(value: unknown): unknown {
  if (typeof value !== 'object') {
    if (typeof value === 'bigint') return String(value);
    if (typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) return value;
    return typeof value === 'number' ? null : undefined;
  }
  if (!value || typeof (value as { toJSON?: unknown }).toJSON !== 'function') return value;
  try {
    return (value as { toJSON(): unknown }).toJSON();
  } catch (error) {
    warnOnce(`toJSON of a value in the data threw an error, so it counts as none. Correct it: ${String(error)}`);
    return undefined;
  }
}
