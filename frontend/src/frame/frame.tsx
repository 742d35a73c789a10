/** What editor and picker have in common: a heading, a way to close, and a place for what they do. */
import type { ReactNode } from 'react';

interface FrameProps {
  readonly title: string;
  /** Without it there is nothing to close. */
  readonly onClose?: (() => void) | undefined;
  readonly children?: ReactNode;
}

/** The frame of an interface. */
export function Frame({ title, onClose, children }: FrameProps): ReactNode {
  // A group, not a landmark: a page may have many of them, and its outline is its own.
  return (
    <div className="frame" role="group" aria-label={title}>
      <div className="frame__bar">
        <p className="frame__title">{title}</p>
        {onClose && (
          <button className="frame__close" type="button" onClick={onClose}>
            Close
          </button>
        )}
      </div>
      {children !== undefined && <div className="frame__place">{children}</div>}
    </div>
  );
}
