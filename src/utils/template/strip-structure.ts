/**
 * D8: content of a text element loses structural tags, each replaced by one space, and its white space collapses,
 * across tags as well: a run with a line feed to one line feed, any other to one space.
 * Works on HTML as a serializer writes it, so that every tag and text is told apart by its characters.
 */
/** A run of white space: one line feed if it has any, so that `white-space: pre-line` shows it, else one space (D8). */
const collapseRun = (run: string): string => (/[\n\r]/.test(run) ? '\n' : ' ');

const TOKEN = /<(?:"[^"]*"|[^">])*>|[^<]+/g;
const STRUCTURAL = /^<\/?(?:p|h[1-6]|ul|ol|li)(?=[\s/>])/i;

export function stripStructure(html: string): string {
  const out: string[] = [];
  /** Where the last run of white space was written, which may go on behind a tag; -1 behind a character. */
  let run = -1;
  let isStart = true;
  for (const [token] of html.matchAll(TOKEN)) {
    const text = STRUCTURAL.test(token) ? ' ' : token;
    if (text[0] === '<') {
      out.push(text);
      if (/^<(?:br|hr|img|input|video|audio|picture|button|select)/.test(text)) {
        run = -1;
        isStart = false;
      }
      continue;
    }
    for (const part of text.split(/([ \t\n\r\f]+)/)) {
      if (!part) continue;
      if (/[^ \t\n\r\f]/.test(part)) {
        out.push(part);
        run = -1;
        isStart = false;
      } else if (run >= 0) {
        if (collapseRun(part) === '\n') out[run] = '\n';
      } else if (!isStart) run = out.push(collapseRun(part)) - 1;
    }
  }
  // At the end there is none either.
  if (run >= 0) out[run] = '';
  return out.join('');
}
