/** How a component looks: its thumbnail, or while there is none a drawing that tells it from its neighbors. */
import { useState, type ReactNode } from 'react';
import type { PickerEntry } from '../../../../src/utils/frontend/types';
import { Drawing } from '../../ui-kit/drawing';
import { usePicture, type Pictured } from './picture';

/** The picture of what is not the library's, which says itself where it is. */
export function OwnPicture({ id, name, thumbnail }: PickerEntry): ReactNode {
  const [isMissing, setMissing] = useState(false);
  return (
    <div className="picture">
      {thumbnail && !isMissing ? (
        <img className="picture__image" src={thumbnail} alt="" draggable={false} onError={() => setMissing(true)} />
      ) : (
        <Drawing name={name} id={id} />
      )}
    </div>
  );
}

export function Thumbnail({ name, ...component }: Pictured & { readonly name: string }): ReactNode {
  const [url, fail] = usePicture(component);
  return (
    <div className="picture">
      {url ? (
        <img className="picture__image" src={url} alt="" draggable={false} decoding="async" onError={fail} />
      ) : (
        <Drawing name={name} />
      )}
    </div>
  );
}
