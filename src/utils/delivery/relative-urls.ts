/**
 * URLs behind which nothing has to be resolved have a scheme, or are a fragment. Escapes may hide the name of a function, and
 * `image-set()` may have several.
 */
const RELATIVE_URL =
  /(?:url|src)\((?!\s*["']?(?:[a-z][a-z0-9+.-]*:|#))|@import(?!\s*(?:url\(\s*)?["']?[a-z][a-z0-9+.-]*:)|image(?:-set)?\(|@[\w-]*\\|\\[\w\s-]*\(/i;

/** Whether a stylesheet may have a URL that is relative to it; a plain search, which may find one too many. */
export const mayHaveRelativeURLs = (css: string): boolean => RELATIVE_URL.test(css);
