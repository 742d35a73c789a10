/** The keyboard shortcuts of the editor by platform, for key handling, tooltips, menus and the panel of shortcuts. */
import { MARK_SHORTCUT_KEYS, type SimpleMarkType } from '../../../src/utils/editing/model/mark-registry';
import type { EditorMessages } from './types';

export type Shortcut =
  | 'save'
  | 'undo'
  | 'redo'
  | 'link'
  | 'cross'
  | 'up'
  | 'down'
  | 'duplicate'
  | 'selectAll'
  | 'shortcuts'
  | 'close'
  | SimpleMarkType;

const isApple = /^(?:Mac|iP)/.test(navigator.platform);

/** `Mod` is Command on Apple platforms and Control elsewhere. The first of several keys is shown. */
const KEYS: Readonly<Partial<Record<Shortcut, readonly string[]>>> = Object.freeze({
  save: ['Mod+S'],
  undo: ['Mod+Z'],
  redo: isApple ? ['Shift+Mod+Z'] : ['Mod+Y', 'Shift+Mod+Z'],
  link: ['Mod+K'],
  cross: ['F6'],
  up: ['Alt+Shift+ArrowUp'],
  down: ['Alt+Shift+ArrowDown'],
  duplicate: ['Alt+Shift+D'],
  selectAll: ['Mod+A'],
  shortcuts: ['Mod+/'],
  close: ['Escape'],
  ...Object.fromEntries(Object.entries(MARK_SHORTCUT_KEYS).map(([key, mark]) => [mark, [`Mod+${key.toUpperCase()}`]])),
});

const NAMES = new Map(Object.entries(KEYS).flatMap(([name, keys]) => keys.map((each) => [each, name as Shortcut])));

/** Whether the platform's modifier for shortcuts is pressed. */
export const isModPressed = ({ ctrlKey, metaKey }: KeyboardEvent): boolean =>
  isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;

/**
 * The letter of a key in a shortcut. If the key types no Latin letter, that of its position on a Latin keyboard, for
 * example with Option on Apple platforms.
 */
const letterOf = ({ key, code }: KeyboardEvent): string => {
  const letter = key > '\u007f' ? code.replace('Key', '') : key;
  return letter.length === 1 ? letter.toUpperCase() : letter;
};

/** The shortcut of a key event. */
export function shortcutOf(event: KeyboardEvent): Shortcut | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  const isMod = isModPressed(event);
  if ((ctrlKey || metaKey) && !isMod) return undefined;
  const letter = letterOf(event);
  const modifiers = [
    altKey && 'Alt+',
    // Some keyboard layouts require Shift for a slash.
    shiftKey && letter !== '/' && 'Shift+',
    isMod && 'Mod+',
  ];
  return NAMES.get(modifiers.filter(Boolean).join('') + letter);
}

const SYMBOLS: Readonly<Record<string, string>> = { ArrowUp: '↑', ArrowDown: '↓', Escape: 'Esc' };
const APPLE_SYMBOLS: Readonly<Record<string, string>> = { Mod: '⌘', Shift: '⇧', Alt: '⌥' };

/** The keys of a shortcut, as labeled on the platform's keyboards. */
export function keysOf(shortcut: Shortcut, { t }: EditorMessages): string[] {
  const named: Readonly<Record<string, string>> = isApple
    ? APPLE_SYMBOLS
    : { Mod: t('keys.control'), Shift: t('keys.shift') };
  return KEYS[shortcut]![0]!.split('+').map((key) => named[key] ?? SYMBOLS[key] ?? key);
}

/** A shortcut as text for a tooltip or menu, left to right in every language. */
export function formatShortcut(shortcut: Shortcut, messages: EditorMessages): string {
  const keys = keysOf(shortcut, messages).join(isApple ? '' : '+');
  return messages.direction === 'rtl' ? `\u2066${keys}\u2069` : keys;
}

/** A shortcut in the syntax of `aria-keyshortcuts`. */
export const ariaShortcut = (shortcut: Shortcut): string =>
  KEYS[shortcut]![0]!.replace('Mod', isApple ? 'Meta' : 'Control');

/** Whether a shortcut toggles a mark. */
export const isMark = (shortcut: Shortcut | undefined): shortcut is SimpleMarkType =>
  Object.values(MARK_SHORTCUT_KEYS).includes(shortcut as SimpleMarkType);
