/** A loading error with a retry button. */
import type { ReactNode } from 'react';

interface ErrorNoteProps {
  readonly text: string;
  /** Label of the button. */
  readonly action: string;
  retry(): void;
}

export const ErrorNote = ({ text, action, retry }: ErrorNoteProps): ReactNode => (
  <div className="note note--wrong" role="alert">
    <p className="note__text">{text}</p>
    <button className="button" type="button" onClick={retry}>
      {action}
    </button>
  </div>
);
