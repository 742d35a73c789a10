/** Registry of text marks: how each is written, parsed, typed, pasted and offered. */

interface MarkDefinition {
  /** The tag of a new mark, followed by equivalent tags. */
  readonly tags: readonly [string, ...string[]];
  /** Its name in browsers (`InputEvent.inputType`). */
  readonly inputType?: string;
  /** The key that sets it, with Control or Command. */
  readonly shortcutKey?: string;
  /** Whether toolbars have a button for it, with the icon of its name and the message `tool.<name>`. */
  readonly hasButton?: true;
}

/** Of two marks on the same text, the one that comes first here is the outer element. */
export const MARKS = Object.freeze({
  /** Its value is the address. It has its own commands. */
  link: { tags: ['a'] },
  bold: { tags: ['strong', 'b'], inputType: 'formatBold', shortcutKey: 'b', hasButton: true },
  italic: { tags: ['em', 'i'], inputType: 'formatItalic', shortcutKey: 'i', hasButton: true },
  underline: { tags: ['u', 'ins'], inputType: 'formatUnderline', shortcutKey: 'u', hasButton: true },
  strike: { tags: ['s', 'strike', 'del'], inputType: 'formatStrikeThrough', hasButton: true },
  code: { tags: ['code'] },
  sub: { tags: ['sub'] },
  sup: { tags: ['sup'] },
} as const satisfies Readonly<Record<string, MarkDefinition>>);

/** The marks of rich text; a link's value is its address. */
export type MarkType = keyof typeof MARKS;
/** Marks without a value, which are set or not. */
export type SimpleMarkType = Exclude<MarkType, 'link'>;
/** Marks that have a button. */
export type ButtonMarkType = {
  [Type in MarkType]: (typeof MARKS)[Type] extends { readonly hasButton: true } ? Type : never;
}[MarkType];

const entries = Object.entries(MARKS) as readonly (readonly [MarkType, MarkDefinition])[];

export const MARK_TYPES: readonly MarkType[] = entries.map(([type]) => type);
export const SIMPLE_MARK_TYPES = MARK_TYPES.filter((type): type is SimpleMarkType => type !== 'link');
/** Whether a name is that of a mark without a value. */
export const isMarkType = (name: string): name is SimpleMarkType => name !== 'link' && Object.hasOwn(MARKS, name);

export const BUTTON_MARK_TYPES = entries
  .filter(([, { hasButton }]) => hasButton)
  .map(([type]) => type as ButtonMarkType);

/** Marks by their tags. A link is recognized by its address, not by its tag. */
export const MARK_TAGS: Readonly<Record<string, SimpleMarkType>> = Object.freeze(
  Object.fromEntries(SIMPLE_MARK_TYPES.flatMap((type) => MARKS[type].tags.map((tag) => [tag, type] as const))),
);

/** Returns the key that sets a mark, with Control or Command. */
export const shortcutKeyOfMark = (type: MarkType): string | undefined => (MARKS[type] as MarkDefinition).shortcutKey;

/** Marks by the key that sets them. */
export const MARK_SHORTCUT_KEYS: Readonly<Partial<Record<string, SimpleMarkType>>> = Object.freeze(
  Object.fromEntries(
    entries.flatMap(([type, { shortcutKey }]) => (shortcutKey ? [[shortcutKey, type as SimpleMarkType]] : [])),
  ),
);

/** Marks by their names in browsers. */
export const MARK_INPUT_TYPES: Readonly<Partial<Record<string, SimpleMarkType>>> = Object.freeze(
  Object.fromEntries(
    entries.flatMap(([type, { inputType }]) => (inputType ? [[inputType, type as SimpleMarkType]] : [])),
  ),
);
