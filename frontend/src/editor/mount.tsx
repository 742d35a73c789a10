/** What `/editor.js` is for: the interface of a `feaas-editor`. */
import type { EditorScript } from '../../../src/utils/frontend/contract';
import { Frame } from '../frame/frame';
import { draw } from '../frame/root';

/** Draws the editor's frame for its target. */
export const mount: EditorScript['mount'] = async ({ place, target, close }) => {
  const title = `Editor: ${target.component}, ${target.version}`;
  const { unmount } = await draw(place, Frame, { title, onClose: close });
  return { unmount };
};
