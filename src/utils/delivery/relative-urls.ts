/**
 * Matches possible relative URLs: those with a scheme and fragments need no resolution. Escapes may hide a function
 * name, and `image-set()` may have several URLs.
 */
const RELATIVE_URL =
  /(?:url|src)\((?!\s*["']?(?:[a-z][a-z0-9+.-]*:|#))|@import(?!\s*(?:url\(\s*)?["']?[a-z][a-z0-9+.-]*:)|image(?:-set)?\(|@[\w-]*\\|\\[\w\s-]*\(/i;

/** Whether a stylesheet may contain relative URLs. A plain text search, which may have false positives. */
export const mayHaveRelativeURLs = (css: string): boolean => RELATIVE_URL.test(css);
