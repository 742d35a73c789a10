/** Validates names and other inputs. Names are part of delivery URLs and blob keys, so each must be unambiguous. */
import { BadInputError } from '../lib/domain-error.js';
import { isSafeName } from '../lib/safe-name.js';

const MAX_CHARACTERS = 200;
const MAX_DESCRIPTION = 2000;
const MAX_PAGE = 2000;
/** Three such names with their folders fit into the 1024 bytes of a blob's key. */
const MAX_BYTES = 300;
/** Otherwise `old.staged` with `published` would be confused with the staged file of `old`. */
const NAMES_A_REVISION = /\.(published|staged|saved|\d+)$/;

/** @throws BadInputError unless the value is a valid id of a library, component, collection and the like. */
export function checkName(argument: string, value: string): string {
  if (value === '') throw badInput(argument, value, 'is empty. Give a text');
  if (value.length > MAX_CHARACTERS)
    throw badInput(argument, value, `is longer than ${MAX_CHARACTERS} characters. Shorten it`);
  if (Buffer.byteLength(value) > MAX_BYTES) {
    throw badInput(argument, value, `is longer than ${MAX_BYTES} bytes of UTF-8. Shorten it`);
  }
  if (/\p{Surrogate}/u.test(value)) throw badInput(argument, value, 'holds half a character. Remove it');
  if (isSafeName(value)) return value;
  if (value.startsWith('.')) throw badInput(argument, value, 'begins with a dot. Remove the dot');
  if (/[. ]$/.test(value)) throw badInput(argument, value, 'ends with a dot or a space. Remove it');
  throw badInput(argument, value, 'holds a slash, a backslash, a colon or a control character. Remove it');
}

export function checkVersionName(argument: string, value: string): string {
  checkName(argument, value);
  if (NAMES_A_REVISION.test(value))
    throw badInput(argument, value, 'ends like the name of a revision. Choose another name');
  return value;
}

export function checkAddress({
  library,
  component,
  version,
}: Readonly<Record<'library' | 'component' | 'version', string>>): void {
  checkName('library', library);
  checkName('component', component);
  checkVersionName('version', version);
}

/** Validates text for people: a display name, or an author. @throws BadInputError */
export function checkTitle(argument: string, value: string): string {
  if (value.trim() === '') throw badInput(argument, value, 'is empty. Give a text');
  if (value.length > MAX_CHARACTERS)
    throw badInput(argument, value, `is longer than ${MAX_CHARACTERS} characters. Shorten it`);
  // eslint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u007f]/.test(value)) throw badInput(argument, value, 'holds a control character. Remove it');
  return checkText(argument, value);
}

/** Control characters, direction marks and line separators, which can make different names look alike. */
// eslint-disable-next-line no-control-regex
const HIDDEN = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
/** A visible character: neither a space nor an invisible one. */
const VISIBLE = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Control}\u2800]/u;

/** Validates a person's name in histories. @throws BadInputError */
export function checkDisplayName(argument: string, value: string): string {
  if (!VISIBLE.test(value)) throw badInput(argument, value, 'is empty. Give a text');
  if (HIDDEN.test(value)) throw badInput(argument, value, 'holds a control character. Remove it');
  return checkTitle(argument, value);
}

/** Whether `checkDisplayName` accepts a value. */
export function isDisplayName(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  try {
    checkDisplayName('name', value);
    return true;
  } catch {
    return false;
  }
}

/** Validates the address of a page: http or https only, so that nothing can run. @throws BadInputError */
export function checkPageAddress(value: string | undefined): void {
  if (value === undefined) return;
  if (value.length > MAX_PAGE) throw badInput('page', value, `is longer than ${MAX_PAGE} characters. Shorten it`);
  checkText('page', value);
  const address = URL.canParse(value) ? new URL(value) : undefined;
  const isHttp = address?.protocol === 'https:' || address?.protocol === 'http:';
  if (!address || !isHttp)
    throw badInput('page', value, 'is no http or https address. Give one that begins with https://');
  // The message does not repeat the value, because it may be secret.
  if (address.username || address.password) {
    throw new BadInputError(
      'page holds the name of a user or a password, which everybody would see. Remove them.',
      'page',
    );
  }
}

/** Validates a longer text for people; empty for none. @throws BadInputError */
export function checkDescription(argument: string, value: string): string {
  if (value.length > MAX_DESCRIPTION) {
    throw badInput(argument, value, `is longer than ${MAX_DESCRIPTION} characters. Shorten it`);
  }
  return checkText(argument, value);
}

/** Validates that both databases return a text unchanged. @throws BadInputError */
export function checkText(argument: string, value: string): string {
  const nulOffset = value.indexOf('\0');
  if (nulOffset >= 0)
    throw new BadInputError(`${argument} holds a NUL character, at position ${nulOffset}. Remove it.`, argument);
  const surrogate = /\p{Surrogate}/u.exec(value);
  if (surrogate)
    throw new BadInputError(`${argument} holds half a character, at position ${surrogate.index}. Remove it.`, argument);
  return value;
}

/** @throws BadInputError unless it is JSON. */
export function checkJson(argument: string, value: string): string {
  try {
    JSON.parse(value);
  } catch (error) {
    throw new BadInputError(`${argument} is not JSON. Correct it: ${(error as Error).message}`, argument);
  }
  return checkText(argument, value);
}

/** The largest value of GraphQL's type Int. */
export const MAX_INT = 2 ** 31 - 1;
/** The end of the year 9999, in milliseconds since 1970. */
export const MAX_TIME = 253_402_300_799_999;

/**
 * Validates a number.
 * @param range minimum, or minimum and maximum
 * @param displayName name of the value in the message, if it is part of an argument
 * @throws BadInputError unless it is a whole number within the range.
 */
export function checkNumber(
  argument: string,
  value: number,
  range: number | readonly [least: number, most: number],
  displayName = argument,
): number {
  const [min, max] = typeof range === 'number' ? [range, Number.MAX_SAFE_INTEGER] : range;
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  const text = typeof range === 'number' ? `${min}` : `${min} to ${max}`;
  throw new BadInputError(`${displayName} must be a whole number from ${text}, but is ${String(value)}.`, argument);
}

const badInput = (argument: string, value: string, reason: string): BadInputError =>
  new BadInputError(`${argument} ${JSON.stringify(value.slice(0, MAX_CHARACTERS))} ${reason}.`, argument);
