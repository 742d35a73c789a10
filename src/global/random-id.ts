/**
 * A unique id: 128 random bits as 32 hexadecimal digits. `crypto.randomUUID` requires a secure context, but the kit
 * does not.
 */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
