/** A button of a toolbar that does something with what is selected in the page. */
import { Toolbar } from '@base-ui/react/toolbar';
import type { MouseEvent, ReactNode } from 'react';
import { Icon, type IconName } from './icons';

/** The text keeps the focus, and so its selection. */
export const keepFocus = (event: MouseEvent): void => event.preventDefault();

interface ToolbarButtonProps {
  readonly icon: IconName;
  readonly label: string;
  /** Keys that do the same, as they are said to `aria-keyshortcuts`. */
  readonly keys?: string;
  /** Whether it holds; undefined for what is done and over. */
  readonly pressed?: boolean;
  readonly disabled?: boolean;
  act(): void;
}

export const ToolbarButton = ({ icon, label, keys, pressed, disabled = false, act }: ToolbarButtonProps): ReactNode => (
  <Toolbar.Button
    className="tool"
    aria-label={label}
    title={keys ? `${label} (${keys.replace('Control', 'Ctrl')})` : label}
    {...(keys ? { 'aria-keyshortcuts': keys } : {})}
    {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
    disabled={disabled}
    onMouseDown={keepFocus}
    onClick={act}
  >
    <Icon name={icon} />
  </Toolbar.Button>
);
