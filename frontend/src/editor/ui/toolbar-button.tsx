/** A button of a toolbar that does something with what is selected in the page. */
import { Toolbar } from '@base-ui/react/toolbar';
import type { MouseEvent, ReactNode } from 'react';
import type { EditorMessages } from '../types';
import { ariaShortcut, formatShortcut, type Shortcut } from '../shortcuts';
import { useEditor } from './context';
import { Icon, type IconName } from './icons';

/** The text keeps the focus, and so its selection. */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();

interface ToolbarButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** Keys that do the same. */
  readonly shortcut?: Shortcut | undefined;
  /** Whether it holds; undefined for what is done and over. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  act(): void;
}

/** A tool's name, with its keys. */
const withShortcut = (label: string, shortcut: Shortcut | undefined, messages: EditorMessages): string =>
  shortcut ? `${label} (${formatShortcut(shortcut, messages)})` : label;

export function ToolbarButton({
  icon,
  label,
  shortcut,
  pressed,
  disabled = false,
  act,
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
      onClick={act}
    >
      <Icon name={icon} />
    </Toolbar.Button>
  );
}
