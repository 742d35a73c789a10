/** After a save the host gets new thumbnails, once the page has nothing better to do. */
import { logError } from '../../../../src/global/logger';
import { backendOf } from '../../../../src/utils/frontend/addresses';
import type { Editing } from '../view';

/** Milliseconds without another save, after which what was saved is drawn. */
const PAUSE = 2_000;
const pauses = new WeakMap<Editing, ReturnType<typeof setTimeout>>();

/** To be called after each save; the last one of several is drawn. */
export function keepPictures(editing: Editing, id: string): void {
  const { shell, ports } = editing;
  const { gateway, content, element, frontend } = shell;
  const keeper = { gateway, ports, cdn: content.source.cdn, backend: backendOf(element), frontend };
  const keep = (): void => {
    import('../../thumbnails/keep').then(
      ({ keepSaved }) => keepSaved(keeper, id),
      (error: unknown) => logError('Thumbnails can not be made', error),
    );
  };
  clearTimeout(pauses.get(editing));
  pauses.set(
    editing,
    setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(keep), PAUSE),
  );
}
