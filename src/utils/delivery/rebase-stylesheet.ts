/**
 * Resolves relative URLs of a stylesheet against its own URL, as it is copied into a page. A small tokenizer finds
 * `url(…)`, the string of `@import`, and the strings of `image-set(…)`. It ignores lookalikes in comments and strings.
 */
import { mayHaveRelativeURLs } from './relative-urls';

const WHITESPACE = /[\t\n\f\r ]/;
const IDENT_START = /[a-z_\-\\\u0080-\uffff]/i;
const IDENT = /(?:[\w\-\u0080-\uffff]|\\(?:[0-9a-f]{1,6}(?:\r\n|[\t\n\f\r ])?|[^\n\r\f0-9a-f]))+/iy;
const ESCAPE = /\\(?:([0-9a-f]{1,6})(?:\r\n|[\t\n\f\r ])?|(\r\n|[\n\r\f])|([^]))/gi;

/** Functions whose string arguments are URLs. */
const URL_FUNCTIONS: readonly string[] = ['url', 'src', 'image-set', '-webkit-image-set', 'image'];

/** Decodes the escapes of a CSS string, name or URL. */
export const decodeCSS = (text: string): string =>
  text.replace(ESCAPE, (_all, hex?: string, lineFeed?: string, character?: string) => {
    if (lineFeed) return '';
    if (!hex) return character!;
    const code = parseInt(hex, 16);
    return code && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '\ufffd';
  });

const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/\n/g, '\\a ')}"`;

/** Whether a stylesheet imports others, which constructed stylesheets can not. */
export const hasImports = (css: string): boolean => {
  let found = false;
  replaceURLs(css, (_url, isImport) => {
    found ||= isImport;
    return undefined;
  });
  return found;
};

/** Makes the relative URLs of a stylesheet absolute. */
export function rebaseURLs(css: string, url: string): string {
  if (!mayHaveRelativeURLs(css)) return css;
  const base = new URL(url, globalThis.document?.baseURI);
  return replaceURLs(css, (relative) => {
    // A fragment refers to the page itself; a URL with a scheme is absolute.
    if (!relative || /^(?:[a-z][a-z0-9+.-]*:|#)/i.test(relative)) return undefined;
    try {
      return new URL(relative, base).href;
    } catch {
      return undefined;
    }
  });
}

/** Replaces URLs in a stylesheet with the result of `replace`; undefined leaves a URL unchanged. */
function replaceURLs(css: string, replace: (url: string, isImport: boolean) => string | undefined): string {
  let result = '';
  /** End of the text that is already in `result`. */
  let copied = 0;
  let offset = 0;
  /** Names of the enclosing functions, innermost last. */
  const functions: string[] = [];
  let isImport = false;

  const replaceRange = (from: number, to: number, text: string): void => {
    result += css.slice(copied, from) + text;
    copied = to;
  };
  /** Index after the end of a string that starts here. */
  const stringEnd = (start: number): number => {
    const quote = css[start]!;
    for (let end = start + 1; end < css.length; end++) {
      if (css[end] === '\\') end++;
      else if (css[end] === quote) return end + 1;
      // A line feed ends an invalid string.
      else if (/[\n\r\f]/.test(css[end]!)) return end;
    }
    return css.length;
  };
  /** Handles a URL without quotes; `offset` is after `url(` and white space. */
  const bareURL = (isOfImport: boolean): void => {
    const start = offset;
    while (offset < css.length && css[offset] !== ')') offset += css[offset] === '\\' ? 2 : 1;
    offset = Math.min(offset, css.length);
    const rawURL = css.slice(start, offset).replace(/(?<!\\)[\t\n\f\r ]+$/, '');
    offset++;
    // Browsers ignore such a URL if it contains unescaped quotes, parentheses or white space.
    if (/["'(\t\n\f\r ]/.test(rawURL.replace(ESCAPE, ''))) return;
    const url = replace(decodeCSS(rawURL), isOfImport);
    if (url !== undefined) replaceRange(start, start + rawURL.length, /["'()\\\s]/.test(url) ? quoted(url) : url);
  };

  while (offset < css.length) {
    const character = css[offset]!;
    if (css.startsWith('/*', offset)) {
      const end = css.indexOf('*/', offset + 2);
      offset = end < 0 ? css.length : end + 2;
    } else if (character === '"' || character === "'") {
      const start = offset;
      offset = stringEnd(offset);
      const isURL = isImport || URL_FUNCTIONS.includes(functions.at(-1) ?? '');
      const isOfImport = isImport;
      isImport = false;
      if (!isURL || css[offset - 1] !== character || offset - start < 2) continue;
      const url = replace(decodeCSS(css.slice(start + 1, offset - 1)), isOfImport);
      if (url !== undefined) replaceRange(start, offset, quoted(url));
    } else if (character === '@' || IDENT_START.test(character)) {
      IDENT.lastIndex = character === '@' ? offset + 1 : offset;
      const name = IDENT.exec(css)?.[0];
      if (!name) {
        offset++;
        continue;
      }
      offset = IDENT.lastIndex;
      const decoded = decodeCSS(name).toLowerCase();
      if (character === '@') isImport = decoded === 'import';
      else if (css[offset] === '(') {
        offset++;
        if (decoded === 'url') {
          while (offset < css.length && WHITESPACE.test(css[offset]!)) offset++;
          if (css[offset] === '"' || css[offset] === "'") functions.push('url');
          else bareURL(isImport);
        } else functions.push(decoded);
        if (decoded !== 'url') isImport = false;
        else if (functions.at(-1) !== 'url') isImport = false;
      }
    } else {
      if (character === '(') functions.push('');
      else if (character === ')') functions.pop();
      else if (character === ';' || character === '{' || character === '}') {
        functions.length = 0;
        isImport = false;
      }
      // Skip numbers with their units, which are not names.
      offset += /[0-9]/.test(character) ? /^[\w.%]+/.exec(css.slice(offset, offset + 50))![0].length : 1;
    }
  }
  return result + css.slice(copied);
}
