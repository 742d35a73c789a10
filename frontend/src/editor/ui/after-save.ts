/** What follows a save, and is not waited for: it is checked, and drawn. */
import type { EditorController } from '../types';
import { runLint } from './lint/run-lint';
import { scheduleThumbnails } from './schedule-thumbnails';

/** @param version which was saved; the editor may be closed by now */
export function afterSave(controller: EditorController, version: string): void {
  void runLint(controller);
  scheduleThumbnails(controller, version);
}
