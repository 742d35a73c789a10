/** Words for the person who edits: keys, with their English text. `{name}` is filled in; other languages come beside it. */
export const MESSAGES = Object.freeze({
  // The first two are the specification's words (§5).
  'ask.close': 'Are you sure to close editor and discard changes?',
  'ask.unfork': 'Are you sure to reset component to its original state? All changes will be lost.',
  'ask.save': 'Changes will be visible only on this page, and can be reverted. Save customization?',
  'save.save': 'Save',
  'save.customization': 'Save customization',
  'save.upToDate': 'Up to date',
  'restore.offer': 'Restore unsaved changes from {time}',
  'check.alt.missing': 'This image has no alternative text.',
  'check.heading.first': 'The first heading is of level {level}; begin with level {expected} or higher.',
  'check.heading.skip': 'This heading is of level {level}, though the one before is of level {before}.',
  'check.heading.empty': 'This heading is empty.',
  'check.link.empty': 'This link has no text.',
  'check.link.target': 'This link leads nowhere.',
  'check.link.fragment': 'Nothing in this component has the id “{id}”.',
  'check.path.invalid': 'The path “{path}” is misspelt.',
  'check.path.nothing': 'The path “{path}” finds nothing in the data.',
  'check.path.empty': 'The list “{path}” is empty.',
  'check.misread': 'This part is misnested: it shows otherwise than it is written, and can not be edited.',
  'paste.lost.element': '{count} × {name}',
  'paste.lost.mark': 'Format “{name}”',
  'paste.lost.block': 'Block “{name}”',
  'paste.lost.style': 'Colours, fonts and sizes',
  'paste.lost.image': 'Images that are stored on your computer',
  'paste.lost.address': 'A link that is not allowed',
  'paste.lost.comment': 'Comments and notes',
  'paste.lost.table': 'A table: its cells became text',
  'refused.address': 'The address “{address}” is not allowed.',
  'refused.attribute': 'The attribute “{name}” is not allowed.',
  'refused.element': 'The element “{name}” is not allowed.',
} as const);

export type MessageKey = keyof typeof MESSAGES;

/** What is asked before something is lost, or seen by others. */
export type Question = Extract<MessageKey, `ask.${string}`>;

/** What is filled into a message. */
export type MessageValues = Readonly<Record<string, string | number>>;

/** A message to be shown in the language of who edits. */
export interface Message {
  readonly key: MessageKey;
  readonly values: MessageValues;
}

/** The text of a message; `table` in another language than English may lack some, which are English then. */
export const textOf = ({ key, values }: Message, table: Partial<Record<MessageKey, string>> = {}): string =>
  (table[key] ?? MESSAGES[key]).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
