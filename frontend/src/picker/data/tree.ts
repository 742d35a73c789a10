/** Data as a tree of rows, some of them expanded. */

/** Property names and indexes from the data to a value. */
export type Keys = readonly (string | number)[];

export type ValueKind = 'object' | 'list' | 'text' | 'number' | 'boolean' | 'nothing';

export interface Row {
  /** Unique id of the row. */
  readonly id: string;
  readonly keys: Keys;
  readonly value: unknown;
  readonly kind: ValueKind;
  /** Number of entries of a list or fields of an object. */
  readonly size: number;
  readonly isOpen: boolean;
  /** Position among its siblings, from 1, and their number. */
  readonly position: number;
  readonly siblings: number;
}

function kindOf(value: unknown): ValueKind {
  if (Array.isArray(value)) return 'list';
  if (value === null || value === undefined) return 'nothing';
  if (typeof value === 'string') return 'text';
  return typeof value as 'object' | 'number' | 'boolean';
}

export const idOf = (keys: Keys): string => JSON.stringify(keys);

/** The entries of a value with their keys. */
export function entriesOf(value: unknown): readonly (readonly [string | number, unknown])[] {
  if (Array.isArray(value)) return value.map((each, index): [number, unknown] => [index, each]);
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** The visible rows below a value, in order. `open` has the ids of expanded rows. */
export function rowsOf(data: unknown, open: ReadonlySet<string>): Row[] {
  const rows: Row[] = [];
  const add = (value: unknown, keys: Keys): void => {
    const entries = entriesOf(value);
    for (const [index, [key, each]] of entries.entries()) {
      const entryKeys = [...keys, key];
      const id = idOf(entryKeys);
      const kind = kindOf(each);
      const size = kind === 'list' || kind === 'object' ? entriesOf(each).length : 0;
      const isOpen = size > 0 && open.has(id);
      rows.push({
        id,
        keys: entryKeys,
        value: each,
        kind,
        size,
        isOpen,
        position: index + 1,
        siblings: entries.length,
      });
      if (isOpen) add(each, entryKeys);
    }
  };
  add(data, []);
  return rows;
}

/** The value at the given keys; undefined if there is none. */
export const valueAt = (data: unknown, keys: Keys): unknown =>
  keys.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as never)[key] : undefined),
    data,
  );
