/**
 * An object as JSON, with BigInts as text of their digits.
 * @throws TypeError for circular objects
 */
export const jsonOf = (value: object): string =>
  JSON.stringify(value, (_name, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
