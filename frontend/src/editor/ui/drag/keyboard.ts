/** Moves a block by keyboard: arrows choose the drop target, Space or Enter drops the block, Escape cancels. */
import type { DropTarget } from '../../../../../src/utils/editing/model/drop-targets';
import type { EditorUIContextValue } from '../context';
import { NODE } from '../../../../../src/utils/editing/model/decorate';
import type { DragPayload } from './payload';
import { startDragSession } from './session';

/**
 * Starts a keyboard drag, until a key or the loss of focus ends it. Meanwhile it handles the target's keys.
 * @param target the focused element
 * @param onEnd called with whether the block has moved
 */
export function dragByKeyboard(
  context: EditorUIContextValue,
  payload: DragPayload,
  target: HTMLElement,
  onEnd: (hasMoved: boolean) => void,
): void {
  const { controller } = context;
  const { t } = controller.messages;
  const session = startDragSession(context, payload, target.closest('.layer')!);
  const { targets } = session;
  if (!targets.some(({ isCurrent }) => !isCurrent)) {
    session.cancel();
    controller.announce(t('drag.nowhere', { block: payload.name }));
    return onEnd(false);
  }
  const stop = new AbortController();
  let index = targets.findIndex(({ isCurrent }) => isCurrent);
  controller.announce(t('drag.lifted', { block: payload.name, count: targets.length }));

  function moveTo(to: number): void {
    index = Math.max(0, Math.min(targets.length - 1, to));
    const dropTarget = targets[index]!;
    controller.editableRoot.content
      .querySelector(`[${NODE}="${dropTarget.element.node.id}"]`)
      ?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    session.setTarget(dropTarget);
  }
  /** The index of the next target in an outer or inner box, from the current one on. */
  function nextAtDepth(step: -1 | 1, isOut: boolean): number {
    const from = targets[Math.max(0, index)]!.depth;
    const isMatch = ({ depth }: DropTarget): boolean => (isOut ? depth < from : depth > from);
    for (let to = index + step; to >= 0 && to < targets.length; to += step) if (isMatch(targets[to]!)) return to;
    return index;
  }
  function end(isDropped: boolean): void {
    stop.abort();
    onEnd(isDropped ? session.drop() : (session.cancel(), false));
  }
  const isRightToLeft = controller.messages.direction === 'rtl';
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => moveTo(index + 1),
    ArrowUp: () => moveTo(index - 1),
    [isRightToLeft ? 'ArrowLeft' : 'ArrowRight']: () => moveTo(nextAtDepth(1, false)),
    [isRightToLeft ? 'ArrowRight' : 'ArrowLeft']: () => moveTo(nextAtDepth(-1, true)),
    Home: () => moveTo(0),
    End: () => moveTo(targets.length - 1),
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
      const action = keys[event.key];
      if (!action) return;
      event.preventDefault();
      event.stopPropagation();
      action();
    },
    options,
  );
  target.addEventListener('blur', () => end(false), options);
}
