/**
 * Decodes names of uploaded files. The parser of multipart bodies decodes only `filename*`. Other encodings are decoded
 * here, in the part headers, before the parser.
 */
import { Transform } from 'node:stream';

const HEADERS_END = '\r\n\r\n';
/** Maximum bytes of part headers. The parser rejects longer ones. */
const MAX_HEADERS = 80 * 1024;

/** Passes a multipart/form-data body on with plain file names. Other bodies pass unchanged. */
export function decodeUploadNames(contentType: string | undefined): Transform {
  const [, quoted, plain] = BOUNDARY.exec(contentType ?? '') ?? [];
  const boundary = quoted ?? plain;
  const delimiter = boundary === undefined ? undefined : Buffer.from(`--${boundary}`, 'latin1');
  /** A possible beginning of a delimiter, or a delimiter with incomplete headers. */
  let pending: Buffer = Buffer.alloc(0);
  /** The number of pending bytes without an end of headers, so that each byte is searched only once. */
  let searched = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, callback) {
      if (!delimiter) return callback(null, chunk);
      const data = pending.length > 0 ? Buffer.concat([pending, chunk]) : chunk;
      let end = data.indexOf(HEADERS_END, searched);
      let passed = 0;
      const pass = (to: number): void => {
        if (to > passed) this.push(data.subarray(passed, to));
        passed = to;
      };
      const keep = (from: number, withoutEnd: number): void => {
        pass(from);
        pending = data.subarray(from);
        searched = withoutEnd;
        callback();
      };
      let from = 0;
      for (;;) {
        const index = data.indexOf(delimiter, from);
        if (index < 0) return keep(data.length - partialDelimiterLength(data.subarray(from), delimiter), 0);
        const start = index + delimiter.length;
        if (end >= 0 && end < start) end = data.indexOf(HEADERS_END, start);
        if (end < 0 && data.length - index < MAX_HEADERS)
          return keep(index, Math.max(0, data.length - index - HEADERS_END.length + 1));
        if (end >= 0) {
          pass(start);
          this.push(Buffer.from(decodeHeaders(data.toString('latin1', start, end)), 'latin1'));
          passed = end;
        }
        from = end < 0 ? start : end;
      }
    },
    flush(callback) {
      this.push(pending);
      callback();
    },
  });
}

/** The number of bytes at the end of the data that may be the beginning of a delimiter. */
function partialDelimiterLength(data: Buffer, delimiter: Buffer): number {
  let length = Math.min(data.length, delimiter.length - 1);
  while (length > 0 && !data.subarray(-length).equals(delimiter.subarray(0, length))) length--;
  return length;
}

const decodeHeaders = (headers: string): string => headers.replace(/^content-disposition:.*$/im, decodeDisposition);

const BOUNDARY = /^multipart\/form-data\s*;.*\bboundary=(?:"([^"]+)"|([^\s;"]+))/i;
const QUOTED_NAME = /;[ \t]*filename="(?:[^"\\]|\\.)*"/i;
const PLAIN_NAME = /;[ \t]*filename=(?:"(?:[^"\\]|\\.)*"|[^;"]*)/i;
/** RFC 8187: a character set, an optional language, and a percent-encoded value. */
const EXTENDED_NAME = /;[ \t]*filename\*=[\w-]+'[\w-]*'/i;

function decodeDisposition(header: string): string {
  // Next to an extended name, the plain one is a fallback for other parsers (RFC 6266, 4.3).
  if (EXTENDED_NAME.test(header)) return header.replace(PLAIN_NAME, '');
  // Browsers encode only these three and no other percent sign (HTML, multipart/form-data). Line breaks become spaces.
  return header.replace(QUOTED_NAME, (name) => name.replace(/%22/g, '\\"').replace(/(?:%0d|%0a)+/gi, ' '));
}
