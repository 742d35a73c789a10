/** The fields of a list's entries that filters can use. */
import { printKeys } from './path-text';
import { entriesOf, type Keys } from './tree';

/** Maximum number of entries and depth that are examined, since entries are mostly alike. */
const ENTRIES = 50;
const DEPTH = 3;

export interface Field {
  readonly keys: Keys;
  /** Its path within the entry, as its label. */
  readonly name: string;
  /** Distinct values in the entries. */
  readonly samples: readonly (string | number | boolean)[];
}

/** Fields with text, numbers or booleans, in the order in which they appear. */
export function fieldsOf(list: readonly unknown[]): Field[] {
  const fields = new Map<string, { keys: Keys; samples: Set<string | number | boolean> }>();
  const collect = (value: unknown, keys: Keys): void => {
    for (const [key, each] of entriesOf(value)) {
      if (typeof key === 'number') return;
      const fieldKeys = [...keys, key];
      if (typeof each === 'object') {
        if (each !== null && fieldKeys.length < DEPTH) collect(each, fieldKeys);
        continue;
      }
      const name = printKeys(fieldKeys);
      const field = fields.get(name) ?? { keys: fieldKeys, samples: new Set() };
      fields.set(name, field);
      field.samples.add(each as string | number | boolean);
    }
  };
  for (const entry of list.slice(0, ENTRIES)) collect(entry, []);
  return [...fields].map(([name, { keys, samples }]) => ({ keys, name, samples: [...samples] }));
}

/** Converts typed text to the type of the field's values. */
export function readAs(text: string, { samples }: Field): string | number | boolean {
  const [sample] = samples;
  if (typeof sample === 'boolean') return text === 'true';
  if (typeof sample === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text);
  return text;
}
