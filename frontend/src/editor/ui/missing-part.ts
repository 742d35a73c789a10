/** Parts of the editor that load later, and may fail to: the host may be unavailable by then. */
import { logError } from '../../../../src/global/logger';
import type { EditorController, EditorUIState } from '../types';

/**
 * Displays the notice that the editor's host is unreachable.
 * @param part for the console
 * @param changes of the interface at the same time, such as closing the panel that stays empty
 */
export function reportMissingPart(
  { store }: Pick<EditorController, 'store'>,
  part: string,
  error: unknown,
  changes: Partial<EditorUIState> = {},
): void {
  logError(`Could not load a part of the editor, ${part}`, error);
  store.set({ ...changes, isPartMissing: true });
}

/** Runs something with a part that loads when it is needed. If it does not load, the notice says so. */
export function runWithPart<Part>(
  controller: Pick<EditorController, 'store'>,
  name: string,
  loading: Promise<Part>,
  run: (part: Part) => void,
): void {
  loading.then(run, (error: unknown) => reportMissingPart(controller, name, error));
}
