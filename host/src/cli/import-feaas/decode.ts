/** Decodes a response to text by its byte order mark, its header, or a declaration in the text. */

export interface Decoded {
  readonly text: string;
  /** A problem with the encoding; undefined if there is none. */
  readonly problem?: string;
}

const BYTE_ORDER_MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/** `<meta charset>`, `<?xml encoding>`, `@charset`: searched in the first bytes, as browsers do. */
const DECLARED = /(?:<meta[^>]+charset\s*=\s*["']?|<\?xml[^>]+encoding\s*=\s*["']|@charset\s+")([\w-]+)/i;

export function decode(bytes: Uint8Array, contentType = ''): Decoded {
  const markedEncoding = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1];
  const headerEncoding = /charset\s*=\s*"?([\w-]+)/i.exec(contentType)?.[1];
  const declaredEncoding = DECLARED.exec(Buffer.from(bytes.subarray(0, 1024)).toString('latin1'))?.[1];
  // If the declaration is readable as ASCII, the text is not UTF-16. Browsers use UTF-8, too.
  const encoding = markedEncoding ?? headerEncoding ?? declaredEncoding?.replace(/^utf-16.*/i, 'utf-8') ?? 'utf-8';
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(encoding, { fatal: true });
  } catch {
    const { text, problem } = decode(bytes, 'charset=utf-8');
    return {
      text,
      problem: `has the unknown encoding '${encoding}' and was read as UTF-8${problem ? `; it ${problem}` : ''}`,
    };
  }
  try {
    return { text: decoder.decode(bytes) };
  } catch {
    const text = new TextDecoder(encoding).decode(bytes);
    return { text, problem: `holds bytes that are not ${encoding}; the character U+FFFD stands in their places` };
  }
}
