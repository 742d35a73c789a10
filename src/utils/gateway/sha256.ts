/** The hash of a persisted query (specification §7): SHA-256 as hexadecimal text. */
const digest = async (text: string): Promise<string> => {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Uses Web Crypto; undefined in a page without it, which is not served securely. */
export const sha256 = ((globalThis.crypto as Crypto | undefined)?.subtle as unknown) ? digest : undefined;
