/**
 * Prunes data to the parts that a render reads. The render reads the data through proxies, so fallbacks, filters and
 * markup in data need no special rules.
 */
import { isPlain } from '../path/lookup';

/** The members of one object or list that were read. */
interface Reads {
  /** Names and indexes whose values were read. */
  readonly values: Set<string>;
  /** Names whose existence was tested, whose values may not have been read. */
  readonly names: Set<string>;
}

/** Tracks which parts of data are read. */
export class DataReads {
  readonly #reads = new WeakMap<object, Reads>();
  readonly #proxies = new WeakMap<object, object>();

  /** The same data, with all reads tracked. It must not be written to. */
  track(value: unknown): unknown {
    if (!isTracked(value)) return value;
    let proxy = this.#proxies.get(value);
    if (!proxy) this.#proxies.set(value, (proxy = this.#proxyOf(value)));
    return proxy;
  }

  #proxyOf(value: object): object {
    const reads: Reads = { values: new Set(), names: new Set() };
    this.#reads.set(value, reads);
    const first = Array.isArray(value) ? (value as unknown[])[0] : undefined;
    /** A list with one item may have the members of that item (D14): reading them counts as reading the item. */
    const isOfItem = (name: string): boolean =>
      isTracked(first) && !Object.prototype.propertyIsEnumerable.call(value, name) && name !== 'length';
    const record = (name: string | symbol, kind: keyof Reads): void => {
      if (typeof name !== 'string' || !Object.hasOwn(value, name)) return;
      reads[kind].add(name);
      if (!isOfItem(name)) return;
      reads.values.add('0');
      this.track(first);
      this.#reads.get(first as object)![kind].add(name);
    };
    // A copy, because members of the data may be read-only, and a proxy must not replace the values of those.
    return new Proxy(copyOf(value), {
      get: (copy, name, receiver) => {
        record(name, 'values');
        const member: unknown = Reflect.get(copy, name, receiver);
        return Object.hasOwn(copy, name) ? this.track(member) : member;
      },
      has: (copy, name) => {
        record(name, 'names');
        return Reflect.has(copy, name);
      },
      getOwnPropertyDescriptor: (copy, name) => {
        record(name, 'names');
        return Reflect.getOwnPropertyDescriptor(copy, name);
      },
    });
  }

  /**
   * The part of data that was read. Lists keep their length, and members that were only tested for existence are null.
   */
  pick(value: unknown): unknown {
    if (!isTracked(value)) return value;
    const reads = this.#reads.get(value);
    if (Array.isArray(value))
      return Array.from(value as unknown[], (item, index) =>
        reads?.values.has(String(index)) ? this.pick(item) : null,
      );
    const members: [string, unknown][] = [];
    for (const [name, member] of Object.entries(value)) {
      if (reads?.values.has(name)) members.push([name, this.pick(member)]);
      else if (reads?.names.has(name)) members.push([name, null]);
    }
    return Object.fromEntries(members);
  }
}

/** Only plain data is tracked; other results of a site's own `fetch` are kept unchanged. */
const isTracked = (value: unknown): value is object => Array.isArray(value) || isPlain(value);

function copyOf(value: object): object {
  if (!Array.isArray(value)) return { ...value };
  const copy = Array.from(value as unknown[]);
  for (const name of Object.getOwnPropertyNames(value))
    if (!Object.hasOwn(copy, name))
      Object.defineProperty(copy, name, {
        value: (value as unknown as Record<string, unknown>)[name],
        configurable: true,
        enumerable: false,
        writable: true,
      });
  return copy;
}

/** A short name for a text, equal on all servers: 64 bits of two FNV-1a hashes. */
export function shortHash(text: string): string {
  let [a, b] = [0x811c9dc5, 0xc9dc5118];
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}
