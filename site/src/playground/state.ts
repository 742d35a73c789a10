/** What is being edited, kept in the page's address so that it can be passed on. */

export interface State {
  template: string;
  data: string;
}

/** Text of any script survives: base64 of its UTF-8 bytes, in the alphabet of URLs. */
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

/** The state in an address; undefined where there is none, or not one of ours. */
export function readState(hash: string): State | undefined {
  try {
    const { template, data } = JSON.parse(decode(hash.slice(1))) as Partial<State>;
    return typeof template === 'string' && typeof data === 'string' ? { template, data } : undefined;
  } catch {
    return undefined;
  }
}

/** Replaces the address: typing does not fill the history. */
export function writeState(state: State): void {
  history.replaceState(null, '', `#${encode(JSON.stringify(state))}`);
}
