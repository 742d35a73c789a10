/** Rewrites selectors of a shadow tree, so that they match the same elements in a document. */

/** Attribute of the element that represents the shadow host in a document. */
export const HOST_ATTRIBUTE = 'data-feaas-host';

/** Matches nothing, for elements outside of the shadow tree. */
const NOTHING = ':not(*)';
/** Strings, attribute selectors and escapes, which are skipped; then selectors with a special meaning in a shadow tree. */
const TOKEN =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[(?:[^\]"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*\]|\\.|:host(?:-context)?(?![\w-])|:root(?![\w-])|(?<![\w\-.#:])(?:html|body)(?![\w-])/gi;

/** The index of the parenthesis that closes the one at `from`. */
function closing(text: string, from: number): number {
  for (let at = from, depth = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

/**
 * Rewrites a selector of a shadow tree's stylesheet for a document. In a shadow tree, type selectors do not match
 * elements around the tree, and only `:host` matches the host.
 * @param isHost whether the host matches a selector; with `around`, whether it or one of its ancestors does
 */
export function documentSelector(selector: string, isHost: (selector: string, around: boolean) => boolean): string {
  let written = '';
  let done = 0;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(selector); found; found = TOKEN.exec(selector)) {
    const [token] = found;
    const name = token.toLowerCase();
    if (!/^(?::|html$|body$)/.test(name)) continue;
    written += selector.slice(done, found.index);
    done = TOKEN.lastIndex;
    if (!name.startsWith(':host')) written += NOTHING;
    else if (selector[done] === '(') {
      const end = closing(selector, done);
      const inner = selector.slice(done + 1, end);
      // `:is` keeps the specificity of the argument of `:host`.
      written += isHost(inner, name !== ':host') ? `[${HOST_ATTRIBUTE}]:is([${HOST_ATTRIBUTE}],${inner})` : NOTHING;
      TOKEN.lastIndex = done = end + 1;
    } else written += `[${HOST_ATTRIBUTE}]`;
  }
  return written + selector.slice(done);
}
