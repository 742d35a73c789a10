/**
 * Names as entries of a folder, one to one on every file system: those that fold case, that normalize Unicode, that
 * drop trailing dots and spaces, that know devices called `con`. What is not a small letter, a digit, `-`, `_` or `.`
 * becomes `%xx` per byte of its UTF-8. A long name goes on in a folder whose own name ends with `+`.
 */

/** Files end with this, folders never do: `a` and `a/b` can both be keys. */
export const FILE = '.blob';
/** Ends the name of a folder in which a name goes on. */
export const MORE = '+';
/** Every file system takes 255 bytes. */
const MAX_NAME_BYTES = 200;

const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/;

/** The entries that stand for a name, from the outermost; more than one only for a long name. */
export function entriesOf(name: string): string[] {
  const letters = [...name].map((letter) => (/[a-z0-9_.-]/.test(letter) ? letter : escaped(letter)));
  const last = letters.length - 1;
  // Hidden files are the store's own, and Windows drops a dot at the end.
  if (letters[0] === '.') letters[0] = escaped('.');
  if (letters[last] === '.') letters[last] = escaped('.');
  if (name.endsWith(FILE)) letters[letters.length - FILE.length] = escaped('.');

  const entries: string[] = [];
  let entry = '';
  for (const letter of letters) {
    if (entry.length + letter.length > MAX_NAME_BYTES) {
      entries.push(entry + MORE);
      entry = '';
    }
    entry += letter;
  }
  entries.push(entry);
  return entries.map((each) => (DEVICE.test(each) ? escaped(each[0] ?? '') + each.slice(1) : each));
}

const escaped = (letter: string): string => Buffer.from(letter).toString('hex').replace(/../g, '%$&');

/** The name, or part of one, that an entry without its ending stands for; undefined for what is not from here. */
export function nameOf(entry: string): string | undefined {
  if (!/^(?:[a-z0-9_.-]|%[0-9a-f]{2})+$/.test(entry)) return undefined;
  try {
    return decodeURIComponent(entry);
  } catch {
    return undefined;
  }
}
