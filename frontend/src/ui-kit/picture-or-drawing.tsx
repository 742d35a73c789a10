/** A picture, or a drawing if it is missing or cannot be loaded. */
import { useState, type ReactNode } from 'react';
import { Drawing } from './drawing';

interface PictureOrDrawingProps {
  readonly src: string | null | undefined;
  readonly name: string;
  /** Selects a specific drawing. */
  readonly id?: string;
  /** Loads the picture only near the viewport. */
  readonly isLazy?: boolean;
  onError?(): void;
}

export function PictureOrDrawing({ src, name, id, isLazy = false, onError }: PictureOrDrawingProps): ReactNode {
  const [failed, setFailed] = useState<string>();
  return (
    <div className="picture">
      {src && src !== failed ? (
        <img
          className="picture__image"
          src={src}
          alt=""
          draggable={false}
          loading={isLazy ? 'lazy' : 'eager'}
          decoding="async"
          onError={() => {
            setFailed(src);
            onError?.();
          }}
        />
      ) : (
        <Drawing name={name} {...(id !== undefined && { id })} />
      )}
    </div>
  );
}
