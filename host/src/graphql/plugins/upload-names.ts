/**
 * Names of uploaded files, as clients encode them. The parser of multipart bodies decodes `filename*` alone; what it does
 * not, is decoded here in the headers of the parts, before it sees them.
 */
const HEADERS_END = '\r\n\r\n';

/** A body of multipart/form-data whose file names are plain; any other body as it is. */
export function decodeUploadNames(body: Buffer, contentType: string | null): Buffer {
  const [, quoted, plain] = BOUNDARY.exec(contentType ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) return body;
  const delimiter = `--${boundary}`;
  const pieces: Buffer[] = [];
  let copied = 0;
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at)) {
    const start = at + delimiter.length;
    const end = body.indexOf(HEADERS_END, start);
    if (end < 0) break;
    const headers = body.toString('latin1', start, end);
    const decoded = headers.replace(/^content-disposition:.*$/im, decodeDisposition);
    if (decoded !== headers) {
      pieces.push(body.subarray(copied, start), Buffer.from(decoded, 'latin1'));
      copied = end;
    }
    at = end;
  }
  return pieces.length === 0 ? body : Buffer.concat([...pieces, body.subarray(copied)]);
}

const BOUNDARY = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^\s;"]+))/i;
const QUOTED_NAME = /;[ \t]*filename="(?:[^"\\]|\\.)*"/i;
const PLAIN_NAME = /;[ \t]*filename=(?:"(?:[^"\\]|\\.)*"|[^;"]*)/i;
/** RFC 8187: a character set, a language that may be empty, and a value with percent signs. */
const EXTENDED_NAME = /;[ \t]*filename\*=[\w-]+'[\w-]*'/i;

function decodeDisposition(header: string): string {
  // Beside an extended name the plain one is for those who can not read that (RFC 6266, 4.3).
  if (EXTENDED_NAME.test(header)) return header.replace(PLAIN_NAME, '');
  // Browsers encode these three and leave any other percent sign (HTML, multipart/form-data). No name has line breaks.
  return header.replace(QUOTED_NAME, (name) => name.replace(/%22/g, '\\"').replace(/(?:%0d|%0a)+/gi, ' '));
}
