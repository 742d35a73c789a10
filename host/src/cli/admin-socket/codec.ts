/** JSON with two additions for the host's interfaces: bytes, and undefined in lists. */

export const encode = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key: string, converted: unknown) {
    // Buffers implement `toJSON`, so the value before it is used.
    const original = this[key];
    if (original instanceof Uint8Array) return { [BYTES]: Buffer.from(original).toString('base64') };
    if (original === undefined && (Array.isArray(this) || key === '')) return { [NONE]: true };
    return converted;
  });

export const decode = (text: string): unknown => revive(JSON.parse(text));

const BYTES = '$bytes';
const NONE = '$undefined';

/** Converts in place. A reviver of JSON.parse cannot set list items to undefined: it would leave holes. */
function revive(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) value[index] = revive(item);
    return value;
  }
  const object = value as Record<string, unknown>;
  if (typeof object[BYTES] === 'string') return Buffer.from(object[BYTES], 'base64');
  if (object[NONE] === true) return undefined;
  for (const key of Object.keys(object)) object[key] = revive(object[key]);
  return object;
}
