/** Selectors of a shadow tree, as they have to be written to choose the same elements of a document. */

/** Attribute of what stands in a document where the host of a shadow tree would stand. */
export const HOST = 'data-feaas-host';

/** Chooses nothing: what a shadow tree does not reach. */
const NOTHING = ':not(*)';
/** Strings, attributes and escapes are stepped over; then what a shadow tree sees otherwise. */
const TOKEN =
  /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\[(?:[^\]"']|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*\]|\\.|:host(?:-context)?(?![\w-])|:root(?![\w-])|(?<![\w\-.#:])(?:html|body)(?![\w-])/gi;

/** The end of what an open parenthesis at `from` holds. */
function closing(text: string, from: number): number {
  for (let at = from, depth = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    else if (text[at] === ')' && --depth === 0) return at;
  }
  return text.length;
}

/**
 * A selector of a shadow tree's stylesheet for a document. The elements around the tree can not be chosen by their names there,
 * and the host only by `:host`.
 * @param isHost whether the host, or for `around` it or what is around it, matches a selector
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
      // `:is` weighs as much as what the host is asked for.
      written += isHost(inner, name !== ':host') ? `[${HOST}]:is([${HOST}],${inner})` : NOTHING;
      TOKEN.lastIndex = done = end + 1;
    } else written += `[${HOST}]`;
  }
  return written + selector.slice(done);
}
