/** Rewrites selectors of a shadow tree, so that they match the same elements in a document. */

/** Attribute of the element that represents the shadow host in a document. */
export const HOST_ATTRIBUTE = 'data-feaas-host';

/** Matches nothing, for elements outside of the shadow tree. */
const NOTHING = ':not(*)';
/** Strings, attribute selectors and escapes, which are skipped; then selectors with a special meaning in a shadow tree. */
const TOKEN =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[(?:[^\]"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*\]|\\.|:host(?:-context)?(?![\w-])|:root(?![\w-])|(?<![\w\-.#:])(?:html|body)(?![\w-])/gi;

/** The index of the parenthesis that closes the one at `from`. */
function closingParenthesis(text: string, from: number): number {
  for (let index = from, depth = 0; index < text.length; index++) {
    if (text[index] === '(') depth++;
    else if (text[index] === ')' && --depth === 0) return index;
  }
  return text.length;
}

/**
 * Rewrites a selector of a shadow tree's stylesheet for a document. In a shadow tree, type selectors do not match
 * elements around the tree, and only `:host` matches the host.
 * @param isHost whether the host matches a selector; with `withAncestors`, whether it or one of its ancestors does
 */
export function documentSelector(
  selector: string,
  isHost: (selector: string, withAncestors: boolean) => boolean,
): string {
  let result = '';
  let position = 0;
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(selector); found; found = TOKEN.exec(selector)) {
    const [token] = found;
    const name = token.toLowerCase();
    if (!/^(?::|html$|body$)/.test(name)) continue;
    result += selector.slice(position, found.index);
    position = TOKEN.lastIndex;
    if (!name.startsWith(':host')) result += NOTHING;
    else if (selector[position] === '(') {
      const end = closingParenthesis(selector, position);
      const inner = selector.slice(position + 1, end);
      // `:is` keeps the specificity of the argument of `:host`.
      result += isHost(inner, name !== ':host') ? `[${HOST_ATTRIBUTE}]:is([${HOST_ATTRIBUTE}],${inner})` : NOTHING;
      TOKEN.lastIndex = position = end + 1;
    } else result += `[${HOST_ATTRIBUTE}]`;
  }
  return result + selector.slice(position);
}
