/** Moves a block by keyboard: arrows choose the drop target, Space or Enter drops the block, Escape cancels. */
import type { DropTarget } from '../../../../../src/utils/editing/model/drop-targets';
import type { EditorUIContextValue } from '../context';
import { NODE } from '../../../../../src/utils/editing/model/decorate';
import type { DragPayload } from './payload';
import { startDragSession } from './session';

/**
 * Starts a keyboard drag, until a key or the loss of focus ends it. Meanwhile it handles the target's keys.
 * @param target the focused element
 * @param ended called with whether the block has moved
 */
export function dragByKeyboard(
  context: EditorUIContextValue,
  payload: DragPayload,
  target: HTMLElement,
  ended: (hasMoved: boolean) => void,
): void {
  const { controller } = context;
  const { t } = controller.messages;
  const load = startDragSession(context, payload, target.closest('.layer')!);
  const { targets } = load;
  if (!targets.some(({ isHere }) => !isHere)) {
    load.cancel();
    controller.announce(t('drag.nowhere', { block: payload.name }));
    return ended(false);
  }
  const stop = new AbortController();
  let at = targets.findIndex(({ isHere }) => isHere);
  controller.announce(t('drag.lifted', { block: payload.name, count: targets.length }));

  function aim(to: number): void {
    at = Math.max(0, Math.min(targets.length - 1, to));
    const place = targets[at]!;
    controller.editableRoot.content
      .querySelector(`[${NODE}="${place.beside.node.id}"]`)
      ?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    load.setTarget(place);
  }
  /** The index of the next target in an outer or inner box, from the current one on. */
  function across(step: -1 | 1, isOut: boolean): number {
    const from = targets[Math.max(0, at)]!.depth;
    const fits = ({ depth }: DropTarget): boolean => (isOut ? depth < from : depth > from);
    for (let to = at + step; to >= 0 && to < targets.length; to += step) if (fits(targets[to]!)) return to;
    return at;
  }
  function end(isDropped: boolean): void {
    stop.abort();
    ended(isDropped ? load.drop() : (load.cancel(), false));
  }
  const isTurned = controller.messages.direction === 'rtl';
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => aim(at + 1),
    ArrowUp: () => aim(at - 1),
    [isTurned ? 'ArrowLeft' : 'ArrowRight']: () => aim(across(1, false)),
    [isTurned ? 'ArrowRight' : 'ArrowLeft']: () => aim(across(-1, true)),
    Home: () => aim(0),
    End: () => aim(targets.length - 1),
    ' ': () => {
      // The keyup of this key must not start another drag.
      addEventListener('keyup', (event) => event.preventDefault(), { capture: true, once: true });
      end(true);
    },
    Enter: () => end(true),
    Escape: () => end(false),
  };
  const options = { signal: stop.signal, capture: true };
  target.addEventListener(
    'keydown',
    (event) => {
      const act = keys[event.key];
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    },
    options,
  );
  target.addEventListener('blur', () => end(false), options);
}
