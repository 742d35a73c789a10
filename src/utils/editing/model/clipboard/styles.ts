/** Interprets inline styles as word processors write them. */
import type { SourceElement } from '../../../template/source-node';
import { isAllowedAttribute } from '../safety';
import type { PastedMarks } from './clipboard-schema';

/** Parses the declarations of a style attribute, in lower case. */
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

/** Adds the marks that a style sets, and removes those that it unsets. */
export function styledMarks(marks: PastedMarks, style: ReadonlyMap<string, string>): PastedMarks {
  const next: Record<string, true | string> = { ...marks };
  const set = (type: string, isOn: boolean | undefined): void => {
    if (isOn === true) next[type] = true;
    else if (isOn === false) delete next[type];
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
    // Links have their own underline.
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

const DEFAULT_COLOR =
  /^(?:#0{3,8}|#f{3,8}|black|white|auto|none|transparent|inherit|initial|windowtext|currentcolor|rgba?\(0, ?0, ?0(?:, ?[\d.]+)?\)|rgba?\(255, ?255, ?255(?:, ?[\d.]+)?\))$/;
const DEFAULT_VALUE = /^(?:inherit|initial|normal|none|medium|unset|revert)$/;
/** Properties of text formatting. */
const FORMATTING = /^(?:color|background(?:-color)?|font-(?:family|size|variant)|letter-spacing|text-transform)$/;

/** Returns the formatting declarations of an element, without those of marks and the defaults that every program writes. */
export function formattingOf(
  { tag, attributes }: SourceElement,
  style: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const declarations = new Map(style);
  if (tag === 'font')
    for (const [name, value] of attributes) {
      if (name === 'color' && !declarations.has('color')) declarations.set('color', value.toLowerCase());
      if (name === 'face' && !declarations.has('font-family')) declarations.set('font-family', value);
    }
  const isKept = ([name, value]: [string, string]): boolean =>
    FORMATTING.test(name) &&
    !(/color|background/.test(name) ? DEFAULT_COLOR : DEFAULT_VALUE).test(value) &&
    isAllowedAttribute('span', 'style', `${name}: ${value}`);
  return new Map([...declarations].filter(isKept));
}

/** Adds formatting to marks; inner declarations override outer ones. */
export function withFormatting(marks: PastedMarks, formatting: ReadonlyMap<string, string>): PastedMarks {
  if (!formatting.size) return marks;
  const declarations = new Map([...readStyle(marks.style ?? ''), ...formatting]);
  return { ...marks, style: [...declarations].map(([name, value]) => `${name}: ${value}`).join('; ') };
}

/** Returns the alignment of a block's lines, unless it is the default. */
export function alignmentOf(style: ReadonlyMap<string, string>): string | undefined {
  const align = style.get('text-align');
  return align && /^(?:center|justify|end)$/.test(align) ? `text-align: ${align}` : undefined;
}

export const isHidden = (style: ReadonlyMap<string, string>): boolean =>
  style.get('display') === 'none' || style.get('visibility') === 'hidden' || style.get('mso-hide') === 'all';

/** A list item that Word writes as a paragraph. */
export interface WordListItem {
  /** Starts at 0. */
  readonly level: number;
  /** Id of its list, with the instance: a list that restarts has the definition of the one before. */
  readonly list: string;
}

export function wordListOf(style: ReadonlyMap<string, string>): WordListItem | undefined {
  const [, definition, level, instance] = /^(\S+) level(\d)(?: (\S+))?/.exec(style.get('mso-list') ?? '') ?? [];
  return level === undefined ? undefined : { level: Number(level) - 1, list: `${definition} ${instance}` };
}
