/**
 * Removes structural tags from the content of a text element (D8). Each tag becomes a space. White space collapses,
 * also across tags: to one line feed if the run contains one, otherwise to one space. Requires HTML as serializers
 * write it, so that tags and text can be distinguished by their characters.
 */
/**
 * Collapses white space to a line feed if it contains a line break, so that `white-space: pre-line` shows it; else to a
 * space (D8).
 */
const collapseRun = (run: string): string => (/[\n\r]/.test(run) ? '\n' : ' ');

const TOKEN = /<(?:"[^"]*"|[^">])*>|[^<]+/g;
const STRUCTURAL = /^<\/?(?:p|h[1-6]|ul|ol|li)(?=[\s/>])/i;

export function stripStructure(html: string): string {
  const output: string[] = [];
  /** Index of the last white space in the output, which may continue after a tag; -1 after a character. */
  let run = -1;
  let isStart = true;
  for (const [token] of html.matchAll(TOKEN)) {
    const text = STRUCTURAL.test(token) ? ' ' : token;
    if (text[0] === '<') {
      output.push(text);
      if (/^<(?:br|hr|img|input|video|audio|picture|button|select)/.test(text)) {
        run = -1;
        isStart = false;
      }
      continue;
    }
    for (const part of text.split(/([ \t\n\r\f]+)/)) {
      if (!part) continue;
      if (/[^ \t\n\r\f]/.test(part)) {
        output.push(part);
        run = -1;
        isStart = false;
      } else if (run >= 0) {
        if (collapseRun(part) === '\n') output[run] = '\n';
      } else if (!isStart) run = output.push(collapseRun(part)) - 1;
    }
  }
  // Remove white space at the end.
  if (run >= 0) output[run] = '';
  return output.join('');
}
