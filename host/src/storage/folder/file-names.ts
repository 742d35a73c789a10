/**
 * Encodes names as folder entries, reversibly on every file system: those that ignore case, normalize Unicode, drop
 * trailing dots and spaces, or have devices called `con`. Characters other than lowercase letters, digits, `-`, `_` and
 * `.` become `%xx` per UTF-8 byte. A long name is split: its first part is a folder whose name ends with `+`.
 */

/** Extension of files, which folders never have: `a` and `a/b` can both be keys. */
export const FILE = '.blob';
/** Suffix of a folder that contains the rest of a long name. */
export const CONTINUATION_SUFFIX = '+';
/** File systems allow 255 bytes. */
const MAX_NAME_BYTES = 200;

const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/;

/** The entries of a name, from the outermost; only a long name has more than one. */
export function entriesOf(name: string): string[] {
  const characters = [...name].map((character) => (/[a-z0-9_.-]/.test(character) ? character : encode(character)));
  const last = characters.length - 1;
  // Hidden files are reserved for the store, and Windows drops a trailing dot.
  if (characters[0] === '.') characters[0] = encode('.');
  if (characters[last] === '.') characters[last] = encode('.');
  if (name.endsWith(FILE)) characters[characters.length - FILE.length] = encode('.');

  const entries: string[] = [];
  let entry = '';
  for (const character of characters) {
    if (entry.length + character.length > MAX_NAME_BYTES) {
      entries.push(entry + CONTINUATION_SUFFIX);
      entry = '';
    }
    entry += character;
  }
  entries.push(entry);
  return entries.map((each) => (DEVICE.test(each) ? encode(each[0] ?? '') + each.slice(1) : each));
}

const encode = (character: string): string => Buffer.from(character).toString('hex').replace(/../g, '%$&');

/** Decodes an entry without its suffix to a name or a part of one; undefined for an unrelated entry. */
export function nameOf(entry: string): string | undefined {
  if (!/^(?:[a-z0-9_.-]|%[0-9a-f]{2})+$/.test(entry)) return undefined;
  try {
    return decodeURIComponent(entry);
  } catch {
    return undefined;
  }
}
