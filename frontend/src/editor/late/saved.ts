/** What follows a save, and is not waited for: it is checked, and drawn. */
import type { Editing } from '../view';
import { look } from './look';
import { keepPictures } from './pictures';

/** @param version which was saved; the editor may be closed by now */
export function saved(editing: Editing, version: string): void {
  void look(editing);
  keepPictures(editing, version);
}
