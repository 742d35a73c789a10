/** Kinds of elements whose content rendering treats differently (D8, D9, E3). */
import { ownMembers } from './own-members';

/** Text elements that lose structural tags from their content (D8). */
export const STRUCTURED = /^(?:p|h[1-6]|button|time|li)$/;

/**
 * Matches elements that are not phrasing content, by the start of their name; D8 searches upwards through all others.
 * Elements with a hyphen are phrasing content, except nested components, whose content is their own.
 */
export const NO_PHRASING =
  /^(?:feaas-c|(?:a[drs]|b[lo]|c(?:ap|e|ol)|d(?:[dlt]|et|i)|f(?:[ir]|o[or])|h|l[ei]|m(?:ai|en)|na|o[lp]|p(?:a|l|re)|s(?:ec|ear|o|ty|um)|t(?:[abdfhr]|it)|ul)[^-]*$)/;

/** Inline elements through which D9 searches upwards for `-inline--time`. */
export const DATE_PASS = /^(?:a|var|strong|em|i|b)$/;

/** Matches class lists that contain a theme (E3). */
export const THEMED = /(?:^|\s)-theme--/;

/** The language of an element's dates (D9). */
export const languageOf = (element: Element): string | undefined =>
  ownMembers(ownMembers(element).closest('[lang]') ?? element).getAttribute('lang') ?? undefined;

/** Whether the host, or its nearest `.component.feaas` ancestor, has a theme (E3). */
export const isThemed = (element: Element): boolean =>
  THEMED.test(ownMembers(element).className) ||
  THEMED.test(ownMembers(ownMembers(element).closest('.component.feaas:not(:scope)') ?? element).className);

/** The class that formats a value as a date (D9). */
export const TIME_CLASS = '-inline--time';

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '));

/** Elements that never have content. */
export const VOID_TAGS = setOf('area base br col embed hr img input link meta param source track wbr');

/** Elements that contain only text. */
export const TEXT_TAGS = setOf('textarea title option');

/** Elements in which parsers keep rows, cells and columns; elsewhere parsers drop them. */
export type TablePart = 'table' | 'thead' | 'tbody' | 'tfoot' | 'tr' | 'colgroup';

/** The tag as a part of a table; undefined for other elements. */
export const tablePartOf = (tag: string): TablePart | undefined =>
  /^(?:table|t(?:head|body|foot|r)|colgroup)$/.test(tag) ? (tag as TablePart) : undefined;
