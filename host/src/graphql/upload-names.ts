/**
 * Names of uploaded files, as clients encode them. The parser of multipart bodies decodes `filename*` alone; what it does
 * not, is decoded here in the headers of the parts, before it sees them.
 */
import { Transform } from 'node:stream';

const HEADERS_END = '\r\n\r\n';
/** Bytes; a part with longer headers is none that the parser takes. */
const MAX_HEADERS = 80 * 1024;

/** Passes a body of multipart/form-data on with plain file names; any other body as it is. */
export function decodeUploadNames(contentType: string | undefined): Transform {
  const [, quoted, plain] = BOUNDARY.exec(contentType ?? '') ?? [];
  const boundary = quoted ?? plain;
  const delimiter = boundary === undefined ? undefined : Buffer.from(`--${boundary}`, 'latin1');
  /** What may be the beginning of a delimiter, or is one whose headers have not all come. */
  let pending: Buffer = Buffer.alloc(0);
  /** How much of that holds no end of headers: each byte is searched for one once, whatever it repeats. */
  let searched = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!delimiter) return done(null, chunk);
      const data = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
      let end = data.indexOf(HEADERS_END, searched);
      let passed = 0;
      const pass = (until: number): void => {
        if (until > passed) this.push(data.subarray(passed, until));
        passed = until;
      };
      const keep = (from: number, withoutEnd: number): void => {
        pass(from);
        pending = data.subarray(from);
        searched = withoutEnd;
        done();
      };
      let from = 0;
      for (;;) {
        const at = data.indexOf(delimiter, from);
        if (at < 0) return keep(data.length - beginningAtEnd(data.subarray(from), delimiter), 0);
        const start = at + delimiter.length;
        if (end >= 0 && end < start) end = data.indexOf(HEADERS_END, start);
        if (end < 0 && data.length - at < MAX_HEADERS)
          return keep(at, Math.max(0, data.length - at - HEADERS_END.length + 1));
        if (end >= 0) {
          pass(start);
          this.push(Buffer.from(decodeHeaders(data.toString('latin1', start, end)), 'latin1'));
          passed = end;
        }
        from = end < 0 ? start : end;
      }
    },
    flush(done) {
      this.push(pending);
      done();
    },
  });
}

/** How many bytes at the end of the data may be the beginning of a delimiter. */
function beginningAtEnd(data: Buffer, delimiter: Buffer): number {
  let length = Math.min(data.length, delimiter.length - 1);
  while (length > 0 && !data.subarray(-length).equals(delimiter.subarray(0, length))) length--;
  return length;
}

const decodeHeaders = (headers: string): string => headers.replace(/^content-disposition:.*$/im, decodeDisposition);

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
