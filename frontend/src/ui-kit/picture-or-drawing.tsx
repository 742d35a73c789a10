/** A picture, or where there is none, or it can not be loaded, a drawing that tells it from its neighbors. */
import { useState, type ReactNode } from 'react';
import { Drawing } from './drawing';

interface PictureOrDrawingProps {
  readonly src: string | null | undefined;
  readonly name: string;
  /** Where it has a drawing of its own. */
  readonly id?: string;
  /** Loads the picture when it is near the screen. */
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
