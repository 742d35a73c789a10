/** What inline styles mean, as word processors write them. */
import type { PastedMarks } from './clipboard-schema';

/** Declarations of a style attribute, names in lower case. */
export function readStyle(style: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const each of style.split(';')) {
    const colon = each.indexOf(':');
    if (colon > 0)
      found.set(
        each.slice(0, colon).trim().toLowerCase(),
        each
          .slice(colon + 1)
          .trim()
          .toLowerCase(),
      );
  }
  return found;
}

/** Marks with what a style adds to them, and takes away. */
export function styledMarks(marks: PastedMarks, style: ReadonlyMap<string, string>): PastedMarks {
  const next: Record<string, true | string> = { ...marks };
  const set = (type: string, on: boolean | undefined): void => {
    if (on === true) next[type] = true;
    else if (on === false) delete next[type];
  };
  const weight = style.get('font-weight');
  if (weight)
    set(
      'bold',
      /^(?:bold|bolder|[6-9]\d\d)$/.test(weight) || (/^(?:normal|lighter|[1-5]\d\d)$/.test(weight) ? false : undefined),
    );
  const slant = style.get('font-style');
  if (slant) set('italic', /^(?:italic|oblique)/.test(slant) || (slant === 'normal' ? false : undefined));
  const lines = style.get('text-decoration-line') ?? style.get('text-decoration');
  if (lines) {
    // Links are underlined by themselves.
    set(
      'underline',
      lines.includes('underline') && marks.link === undefined ? true : lines === 'none' ? false : undefined,
    );
    set('strike', lines.includes('line-through') || (lines === 'none' ? false : undefined));
  }
  const height = style.get('vertical-align');
  if (height) {
    set('sup', height === 'super' || (height === 'baseline' ? false : undefined));
    set('sub', height === 'sub' || (height === 'baseline' ? false : undefined));
  }
  return next as PastedMarks;
}

const PLAIN_COLOR =
  /^(?:#0{3,8}|#f{3,8}|black|white|auto|none|transparent|inherit|initial|windowtext|currentcolor|rgba?\(0, ?0, ?0(?:, ?[\d.]+)?\)|rgba?\(255, ?255, ?255(?:, ?[\d.]+)?\))$/;

/** Whether a style shows a color, which no paste keeps. */
export const isColored = (style: ReadonlyMap<string, string>): boolean =>
  ['color', 'background', 'background-color'].some((name) => {
    const value = style.get(name);
    return value !== undefined && !PLAIN_COLOR.test(value);
  });

export const isHidden = (style: ReadonlyMap<string, string>): boolean =>
  style.get('display') === 'none' || style.get('visibility') === 'hidden' || style.get('mso-hide') === 'all';

/** An item of a list that Word writes as a paragraph. */
export interface WordListItem {
  /** From 0. */
  readonly level: number;
  /** Names its list: a list that starts anew has the definition of the one before. */
  readonly list: string;
}

export function wordListOf(style: ReadonlyMap<string, string>): WordListItem | undefined {
  const [, definition, level, instance] = /^(\S+) level(\d)(?: (\S+))?/.exec(style.get('mso-list') ?? '') ?? [];
  return level === undefined ? undefined : { level: Number(level) - 1, list: `${definition} ${instance}` };
}
