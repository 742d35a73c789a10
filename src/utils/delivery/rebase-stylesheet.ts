/** Relative addresses in a stylesheet are relative to the stylesheet, not to the page it is copied into. */
export const rebaseURLs = (css: string, url: string): string =>
  css.replace(/url\(\s*(['"]?)(?!['"]|[a-z][a-z0-9+.-]*:|#)([^'")]+)\1\s*\)/gi, (all, quote: string, path: string) => {
    try {
      return `url(${quote}${new URL(path.trim(), new URL(url, document.baseURI)).href}${quote})`;
    } catch {
      return all;
    }
  });
