/** Stores the playground's state in the page's address, for sharing. */

export interface State {
  template: string;
  data: string;
}

/** Encodes text as base64url of its UTF-8 bytes. */
function encode(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

function decode(text: string): string {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  return new TextDecoder().decode(Uint8Array.from(binary, (char) => char.charCodeAt(0)));
}

/** Decodes the state of an address; undefined if there is none, or it is invalid. */
export function readState(hash: string): State | undefined {
  try {
    const { template, data } = JSON.parse(decode(hash.slice(1))) as Partial<State>;
    return typeof template === 'string' && typeof data === 'string' ? { template, data } : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the history entry, so that typing adds none. */
export function writeState(state: State): void {
  history.replaceState(null, '', `#${encode(JSON.stringify(state))}`);
}
