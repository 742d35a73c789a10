/** Stylesheets that the page already contains (S2). */

/** An element with style rules. */
export type StylesheetElement = HTMLStyleElement | HTMLLinkElement;

/** The absolute form of an address, like the `href` property of links; an invalid address stays unchanged. */
const absoluteHref = (href: string): string => Object.assign(document.createElement('a'), { href }).href;

/** The elements that the page already has for a stylesheet: a `<link>`, or one that a server rendered. */
export const stylesheetElements = (url: string): StylesheetElement[] =>
  Array.from(document.querySelectorAll<StylesheetElement>('link[rel~=stylesheet][href],style[data-href]')).filter(
    (each) => absoluteHref(each.getAttribute('data-href') ?? each.getAttribute('href')!) === absoluteHref(url),
  );
