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
  let result = '';
  let from = 0;
  characters.lastIndex = 0;
  while (characters.test(text)) {
    const end = characters.lastIndex;
    result += text.slice(from, end - 1) + REFERENCES[text[end - 1]!]!;
    from = end;
  }
  return from ? result + text.slice(from) : text;
}

/** Escapes only ampersands: most texts that need escaping contain nothing else. */
function escapeAmpersands(text: string): string {
  let result = '';
  let from = 0;
  for (let offset = text.indexOf('&'); offset >= 0; offset = text.indexOf('&', from)) {
    result += text.slice(from, offset) + '&amp;';
    from = offset + 1;
  }
  return result + text.slice(from);
}

export const escapeText = (text: string): string =>
  text.includes('<') || text.includes('>') || text.includes('\u00a0')
    ? escape(text, TEXT_ESCAPE)
    : escapeAmpersands(text);
export const escapeAttribute = (text: string): string =>
  text.includes('"') ? escape(text, ATTRIBUTE_ESCAPE) : escapeText(text);
