/** Values as JSON has them, where pages and servers are given objects: both show the same. */
import { warnOnce } from '../../global/logger';

/**
 * What JSON has of a value: what its `toJSON` gives, as that of a Date or a URL does; null of NaN and infinite numbers; nothing of functions
 * and symbols. Of a BigInt, which JSON does not have, it is the digits. Of a list or an object it is the value alone: its members are looked
 * at when they are read, as most of the data of a page may be of no interest to a template.
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
