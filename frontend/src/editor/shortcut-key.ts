/**
 * The letter that a key stands for in a shortcut, in lower case: what it types, or what its place has on a Latin keyboard where it
 * types none, as with Option on a Mac and on keyboards of other scripts.
 */
export const shortcutKeyOf = ({ key, code }: KeyboardEvent): string =>
  (key > '\u007f' ? code.replace('Key', '') : key).toLowerCase();
