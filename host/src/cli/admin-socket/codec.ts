/** JSON for what the host's interfaces say: bytes, and undefined within lists, which JSON has no words for. */

export const encode = (value: unknown): string =>
  JSON.stringify(value, function (this: Record<string, unknown>, key: string, shown: unknown) {
    // Buffers turn themselves into something else before a replacer sees them.
    const own = this[key];
    if (own instanceof Uint8Array) return { [BYTES]: Buffer.from(own).toString('base64') };
    if (own === undefined && (Array.isArray(this) || key === '')) return { [NONE]: true };
    return shown;
  });

export const decode = (text: string): unknown => revive(JSON.parse(text));

const BYTES = '$bytes';
const NONE = '$undefined';

/** In place. A reviver of JSON.parse could not put undefined into a list: it would leave a hole. */
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
