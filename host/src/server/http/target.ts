export interface Target {
  /** The encoded path, without the query. */
  readonly path: string;
  readonly names: readonly string[];
  /** Why the path is invalid; then `names` is empty. Undefined if it is valid. */
  readonly refused: string | undefined;
}

/**
 * Parses the raw request target. It does not use `URL`, which resolves `..` and converts backslashes to slashes, and so
 * hides invalid paths. Each segment is decoded once, after splitting. Invalid segments are rejected, not repaired;
 * `%252e` stays the literal text `%2e`.
 */
export function parseTarget(url: string): Target {
  // A proxy may send the absolute form (RFC 9112, 3.2.2).
  const relative = url.replace(/^https?:\/\/[^/?#]*/i, '');
  const path = relative.split('?', 1)[0] || '/';
  const refuse = (refused: string): Target => ({ path, names: [], refused });
  if (!path.startsWith('/')) return refuse("does not start with '/'");

  const encoded = path.slice(1).split('/');
  const names: string[] = [];
  for (const [index, part] of encoded.entries()) {
    const name = decode(part);
    if (name === undefined) return refuse('is not percent-encoded UTF-8');
    if (FORBIDDEN.test(name)) return refuse('holds a character that no name here can have');
    if (name === '.' || name === '..') return refuse('steps out of its folder');
    if (name === '' && index < encoded.length - 1) return refuse('has an empty part');
    names.push(name);
  }
  return { path, names, refused: undefined };
}

// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\u0000-\u001f\u007f/\\]/;

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
