/** Work after a save, which the save does not wait for: lint and thumbnails. */
import type { EditorController } from '../types';
import { runLint } from './lint/run-lint';
import { scheduleThumbnails } from './schedule-thumbnails';

/** @param version that was saved; the editor may already be closed */
export function afterSave(controller: EditorController, version: string): void {
  void runLint(controller);
  scheduleThumbnails(controller, version);
}
