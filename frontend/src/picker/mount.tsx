/** What `/picker.js` is for: the interface of a `feaas-picker`. */
import type { PickerOptions, PickerScript } from '../../../src/utils/frontend/contract';
import { Frame } from '../frame/frame';
import { draw } from '../frame/root';

/** Draws the picker's frame: what is picked, which is nothing yet, and in a dialog a way to close it. */
export const mount: PickerScript['mount'] = async ({ place, options, close }) => {
  const propsOf = ({ placeholder, dialog }: PickerOptions): Parameters<typeof Frame>[0] => ({
    title: placeholder,
    onClose: dialog ? close : undefined,
  });
  const { update, unmount } = await draw(place, Frame, propsOf(options));
  return { update: (options) => update(propsOf(options)), unmount };
};
