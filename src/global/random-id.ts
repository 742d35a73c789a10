/**
 * A name that nothing else has: 128 random bits, 32 hexadecimal digits. `crypto.randomUUID` is for secure pages only, and the kit
 * runs on others too.
 */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
