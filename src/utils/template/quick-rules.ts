/**
 * The rules that a first paint needs: what certainly is harmless, and where text stands. Whatever these do not know is
 * asked of `rules.ts`, which arrives when it is needed.
 */

/** Text elements that lose structural tags from their content (D8). */
export const STRUCTURED = /^(?:p|h[1-6]|button|time|li)$/;

/**
 * What is no phrasing element, by the beginning of its name: D8 looks up through all others. Elements with a hyphen are
 * phrasing; the content of a nested component is its own.
 */
export const NO_PHRASING =
  /^(?:feaas-c|(?:a[drs]|b[lo]|c(?:ap|e|ol)|d(?:[dlt]|et|i)|f(?:[ir]|o[or])|h|l[ei]|m(?:ai|en)|na|o[lp]|p(?:a|l|re)|s(?:ec|ear|o|ty|um)|t(?:[abdfhr]|it)|ul)[^-]*$)/;

/** Inline elements, through which D9 looks up for `-inline--time`. */
export const DATE_PASS = /^(?:a|var|strong|em|i|b)$/;

/** Classes among which one is a theme (E3). */
export const THEMED = /(?:^|\s)-theme--/;

/** The language of an element's dates (D9). */
export const languageOf = (element: Element): string | undefined =>
  element.closest('[lang]')?.getAttribute('lang') ?? undefined;

/** A theme on the host, or on its nearest `.component.feaas` ancestor (E3). */
export const isThemed = (element: Element): boolean =>
  THEMED.test(element.className) || THEMED.test(element.parentElement?.closest('.component.feaas')?.className ?? '');

/** The class that shows a value as a date (D9). */
export const TIME_CLASS = '-inline--time';

/** Common elements into which text may go as it is: they are neither void, nor code, nor text alone. */
export const PLAIN =
  /^(?:p|h[1-6]|button|time|li|a|b|i|em|strong|small|span|div|section|article|header|footer|nav|main|figcaption|blockquote|label|summary|d[tdl]|t[dh])$/;

/** Attributes, behind their element and a space, that carry nothing but words. */
const FREE =
  / (?:alt|title|class|lang|dir|role|value|width|height|datetime|aria-[a-z]+|data-(?!path|embed|ext)[a-z-]+)$|^(?:article|section|div|li|h\d|p|span|a|tr|td|figure|details) id$/;

/** Attributes that hold an address of a page or a medium. */
const LINK = /^(?:a href|(?:img|source|video|audio) src)$/;

/** Addresses that name a place of the web without doubt. */
const PLAIN_ADDRESS = /^(?:https?:\/\/|[/.#?]|[\w-]+(?:[/.?#]|$))/i;

/** How closely a bound attribute is looked at: not at all, as an address, or by the whole table. */
export type Guard = 0 | 1 | 2;

/** The guard of an attribute: lower-case local name of the element, lower-case attribute name. */
export function guardOf(tag: string, name: string): Guard {
  const both = `${tag} ${name}`;
  return FREE.test(both) ? 0 : LINK.test(both) ? 1 : 2;
}

/** Whether a value certainly passes a guard. */
export const passes = (guard: Guard, value: string): boolean => !guard || (guard === 1 && PLAIN_ADDRESS.test(value));
