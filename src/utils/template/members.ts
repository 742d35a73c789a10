/**
 * Members of items, read as fast as code reads that names them itself. An engine learns for each place of the code which
 * member of which form of object is read there, and reads it without a search as long as that is always the same one. A
 * loop over names is one place for all of them; here each name has a place of its own, as far as there are any.
 */

/**
 * Whether an item is a plain object, as `isPlain` of the paths tells it: an engine knows the prototype of a form of object, and
 * `__proto__` is looked up by form, which is faster where equal items are told apart; a member of that name is none of it.
 */
export const isPlainItem = (item: unknown): item is Readonly<Record<string, unknown>> =>
  typeof item === 'object' && item !== null && (item as { __proto__: unknown }).__proto__ === Object.prototype;

/** As many names as there are places below; one that comes later is searched for. */
const PLACES = 31;

/** The name that each place reads. What minifies this code must find the places different. */
const names: string[] = [];

/** The place that reads a name. */
export function placeOf(name: string): number {
  const known = names.indexOf(name);
  return known < 0 && names.length < PLACES ? names.push(name) - 1 : known;
}

/** A member of an item, read at the place of its name. */
export function readMember(place: number, item: Readonly<Record<string, unknown>>, name: string): unknown {
  switch (place) {
    case 0:
      return item[names[0]!];
    case 1:
      return item[names[1]!];
    case 2:
      return item[names[2]!];
    case 3:
      return item[names[3]!];
    case 4:
      return item[names[4]!];
    case 5:
      return item[names[5]!];
    case 6:
      return item[names[6]!];
    case 7:
      return item[names[7]!];
    case 8:
      return item[names[8]!];
    case 9:
      return item[names[9]!];
    case 10:
      return item[names[10]!];
    case 11:
      return item[names[11]!];
    case 12:
      return item[names[12]!];
    case 13:
      return item[names[13]!];
    case 14:
      return item[names[14]!];
    case 15:
      return item[names[15]!];
    case 16:
      return item[names[16]!];
    case 17:
      return item[names[17]!];
    case 18:
      return item[names[18]!];
    case 19:
      return item[names[19]!];
    case 20:
      return item[names[20]!];
    case 21:
      return item[names[21]!];
    case 22:
      return item[names[22]!];
    case 23:
      return item[names[23]!];
    case 24:
      return item[names[24]!];
    case 25:
      return item[names[25]!];
    case 26:
      return item[names[26]!];
    case 27:
      return item[names[27]!];
    case 28:
      return item[names[28]!];
    case 29:
      return item[names[29]!];
    case 30:
      return item[names[30]!];
    default:
      return item[name];
  }
}
