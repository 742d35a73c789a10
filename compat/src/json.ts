/**
 * An object as JSON, where a BigInt is its digits, as pages and servers show it.
 * @throws TypeError for what contains itself.
 */
export const jsonOf = (value: object): string =>
  JSON.stringify(value, (_name, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
