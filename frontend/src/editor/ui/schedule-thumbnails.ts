/** Updates the host's thumbnails after a save, when the page is idle. */
import { logError } from '../../../../src/global/logger';
import { backendOf } from '../../../../src/utils/frontend/addresses';
import type { EditorController } from '../types';

/** Milliseconds without another save before the thumbnails are made. */
const PAUSE = 2_000;
const timers = new WeakMap<EditorController, ReturnType<typeof setTimeout>>();

/** Call this after each save. Only the last of several saves within the pause makes thumbnails. */
export function scheduleThumbnails(controller: EditorController, id: string): void {
  const { shell, dependencies } = controller;
  const { gateway, content, element, frontend } = shell;
  const thumbnailDependencies = {
    gateway,
    dependencies,
    cdn: content.source.cdn,
    backend: backendOf(element),
    frontend,
  };
  const revalidate = (): void => {
    import('../../thumbnails/revalidate').then(
      ({ revalidateSavedThumbnails }) => revalidateSavedThumbnails(thumbnailDependencies, id),
      (error: unknown) => logError('Could not make thumbnails', error),
    );
  };
  clearTimeout(timers.get(controller));
  timers.set(
    controller,
    setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(revalidate), PAUSE),
  );
}
