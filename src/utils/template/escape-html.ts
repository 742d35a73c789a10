/** Characters that are escaped as character references. */

const TEXT_ESCAPE = /[&<>\u00a0]/g;
const ATTRIBUTE_ESCAPE = /[&"<>\u00a0]/g;

/** Character references by character. */
export const REFERENCES: Readonly<Record<string, string | undefined>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\u00a0': '&nbsp;',
};

/** Escapes characters by position: this takes a third of the time of `replace` with a function. */
function escape(text: string, characters: RegExp): string {
  let out = '';
  let from = 0;
  characters.lastIndex = 0;
  while (characters.test(text)) {
    const end = characters.lastIndex;
    out += text.slice(from, end - 1) + REFERENCES[text[end - 1]!]!;
    from = end;
  }
  return from ? out + text.slice(from) : text;
}

/** Escapes only ampersands: most texts that need escaping contain nothing else. */
function escapeAmpersands(text: string): string {
  let out = '';
  let from = 0;
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', from)) {
    out += text.slice(from, at) + '&amp;';
    from = at + 1;
  }
  return out + text.slice(from);
}

export const escapeText = (text: string): string =>
  text.includes('<') || text.includes('>') || text.includes('\u00a0')
    ? escape(text, TEXT_ESCAPE)
    : escapeAmpersands(text);
export const escapeAttribute = (text: string): string =>
  text.includes('"') ? escape(text, ATTRIBUTE_ESCAPE) : escapeText(text);
