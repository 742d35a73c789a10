/** A toolbar button for an action on the page's selection. */
import { Toolbar } from '@base-ui/react/toolbar';
import type { MouseEvent, ReactNode } from 'react';
import type { EditorMessages } from '../types';
import { ariaShortcut, formatShortcut, type Shortcut } from '../shortcuts';
import { useEditor } from './context';
import { Icon, type IconName } from './icons';

/** Keeps the focus in the text, and thus its selection. */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();

interface ToolbarButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** The keyboard shortcut of the same action. */
  readonly shortcut?: Shortcut | undefined;
  /** The state of a toggle button; undefined for a plain action. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  onPress(): void;
}

/** A label with its keyboard shortcut. */
const withShortcut = (label: string, shortcut: Shortcut | undefined, messages: EditorMessages): string =>
  shortcut ? `${label} (${formatShortcut(shortcut, messages)})` : label;

export function ToolbarButton({
  icon,
  label,
  shortcut,
  pressed,
  disabled = false,
  onPress,
}: ToolbarButtonProps): ReactNode {
  const { messages } = useEditor().controller;
  return (
    <Toolbar.Button
      className="tool"
      aria-label={label}
      title={withShortcut(label, shortcut, messages)}
      {...(shortcut ? { 'aria-keyshortcuts': ariaShortcut(shortcut) } : {})}
      {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      disabled={disabled}
      onMouseDown={keepFocus}
      onClick={onPress}
    >
      <Icon name={icon} />
    </Toolbar.Button>
  );
}
