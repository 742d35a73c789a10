/**
 * A 64-bit hash as hexadecimal text: two multiplicative hashes over the UTF-16 code units, mixed at the end. It detects
 * a truncated or exchanged body; it does not protect against someone with write access to the store.
 */
export function hash(text: string): string {
  let low = 0x9e3779b9;
  let high = 0x85ebca6b ^ text.length;
  for (let offset = 0; offset < text.length; offset++) {
    const code = text.charCodeAt(offset);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ code, 0x27d4eb2f) + low;
  }
  low = Math.imul(low ^ (low >>> 15), 0x2c1b3c6d) ^ high;
  high = Math.imul(high ^ (high >>> 13), 0x297a2d39) ^ (low >>> 16);
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
