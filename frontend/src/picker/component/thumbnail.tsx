/** The thumbnail of a component, renewed if needed. */
import type { ReactNode } from 'react';
import { PictureOrDrawing } from '../../ui-kit/picture-or-drawing';
import { usePicture, type Pictured } from './picture';

export function Thumbnail({ name, ...component }: Pictured & { readonly name: string }): ReactNode {
  const [url, fail] = usePicture(component);
  return <PictureOrDrawing src={url} name={name} onError={fail} />;
}
