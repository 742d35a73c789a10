/** Allow-lists of URL prefixes, compared as URLs: scheme, host, port, and path segments. */

const BASE = 'https://page.invalid';

/**
 * Why no prefix matches a URL; undefined if one does. A prefix is an http(s) URL, or a path with a leading slash on the
 * page's own origin. `https://a.example/x` matches `https://a.example/x` and everything below `https://a.example/x/`,
 * but not `https://a.example/xy`.
 */
export function uncovered(
  address: string,
  prefixes: readonly string[],
  list: 'embeds' | 'cdns' | 'frames',
): string | undefined {
  const url = parse(address);
  if (typeof url === 'string') return url;
  for (const prefix of prefixes) {
    const allowed = parse(prefix);
    if (typeof allowed !== 'string' && covers(allowed, url)) return undefined;
  }
  return prefixes.length === 0
    ? `is not allowed: the library has no allowed ${list}`
    : `is not covered by the allowed ${list} of the library (${prefixes.join(', ')})`;
}

/** Why a text is no valid prefix; undefined if it is one. */
export function prefixProblem(prefix: string): string | undefined {
  const url = parse(prefix);
  if (typeof url === 'string') return url;
  return url.search !== '' || url.hash !== '' ? 'holds a query or fragment, which a prefix has no use for' : undefined;
}

function covers(prefix: URL, url: URL): boolean {
  if (prefix.origin !== url.origin) return false;
  const prefixSegments = segments(prefix);
  const urlSegments = segments(url);
  return prefixSegments.every((segment, index) => urlSegments[index] === segment);
}

/** Path segments, without the empty one after a trailing slash. */
const segments = (url: URL): string[] => url.pathname.replace(/\/$/, '').split('/').slice(1);

/** Parses a URL. Returns the problem as text if it is invalid. */
function parse(address: string): URL | string {
  // The URL parser drops or replaces these; a server or an old browser may not.
  // eslint-disable-next-line no-control-regex -- exactly those
  if (/[\u0000-\u0020\u007f\\]/.test(address)) return 'holds white space, a control character or a backslash';
  const isPath = /^\/(?!\/)/.test(address);
  if (!isPath && !/^https?:\/\//i.test(address)) return 'is no complete http(s) address, nor a path that begins with /';
  let url: URL;
  try {
    url = new URL(address, BASE);
  } catch {
    return 'is no address';
  }
  if (url.username !== '' || url.password !== '') return 'holds a user name';
  // Servers differ: some decode these, once or twice, before they find the file.
  if (/%(?:25)*(?:2f|5c|00)/i.test(url.pathname)) return 'holds an encoded slash, backslash or NUL';
  if (/%25(?:25)*2e|\/\.\.(?:;|%)/i.test(url.pathname)) return 'holds a disguised ..';
  return url;
}
