/** JSON with two additions for the host's interfaces: bytes, and undefined in lists. */

export const encode = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key: string, shown: unknown) {
    // Buffers implement `toJSON`, so the value before it is used.
    const own = this[key];
    if (own instanceof Uint8Array) return { [BYTES]: Buffer.from(own).toString('base64') };
    if (own === undefined && (Array.isArray(this) || key === '')) return { [NONE]: true };
    return shown;
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
