/**
 * D8: content of a text element loses structural tags, each replaced by one space, and its white space collapses.
 * Works on HTML as a serialiser writes it, so that every tag and text is told apart by its characters.
 */
const TOKEN = /<(?:"[^"]*"|[^">])*>|[^<]+/g;
const STRUCTURAL = /^<\/?(?:p|h[1-6]|ul|ol|li)(?=[\s/>])/i;

export function stripStructure(html: string): string {
  let out = '';
  // True while a space here would follow another one, or stand at the beginning.
  let spaced = true;
  for (const [token] of html.matchAll(TOKEN)) {
    const text = STRUCTURAL.test(token) ? ' ' : token;
    if (text[0] === '<') {
      out += text;
      if (/^<(?:br|hr|img|input|video|audio|picture|button|select)/.test(text)) spaced = false;
      continue;
    }
    for (const part of text.split(/([ \t\n\r\f]+)/)) {
      if (!part) continue;
      if (!/[^ \t\n\r\f]/.test(part)) {
        if (!spaced) out += ' ';
        spaced = true;
      } else {
        out += part;
        spaced = false;
      }
    }
  }
  return out.replace(/ ((?:<\/[^>]*>)*)$/, '$1');
}
