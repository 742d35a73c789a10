/** Stylesheets that the page has by itself (S2). */

/** What carries the rules on the page. */
export type StylesheetElement = HTMLStyleElement | HTMLLinkElement;

/** An address as the page's links have it; what is none stays as it is. */
const absoluteHref = (href: string): string => Object.assign(document.createElement('a'), { href }).href;

/** The elements that the page has for a stylesheet already: a `<link>`, or what a server rendered. */
export const stylesheetElements = (url: string): StylesheetElement[] =>
  Array.from(document.querySelectorAll<StylesheetElement>('link[rel~=stylesheet][href],style[data-href]')).filter(
    (each) => absoluteHref(each.getAttribute('data-href') ?? each.getAttribute('href')!) === absoluteHref(url),
  );
