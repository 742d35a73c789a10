/** A drag in progress. It shows and announces the drop target. Nothing in the page moves before the drop. */
import { elementsOf, type ResolvedElement } from '../../../../../src/utils/editing/model/syntax-tree';
import type { DropTarget } from '../../../../../src/utils/editing/model/drop-targets';
import type { MessageKey } from '../../../../../src/utils/editing/messages/messages';
import type { ViewportPoint } from '../../view/locate';
import { pageElementOf } from '../selected-element';
import { setPosition, type EditorUIContextValue } from '../context';
import { blockLabel } from '../block-label';
import type { DragPayload } from './payload';
import { dropTargetsAt } from './zones';
import { distanceToLine, indicatorLines, elementsByNode, type IndicatorLine } from './indicator';

export interface DragSession {
  readonly payload: DragPayload;
  /** Possible drop targets in order, including the current position. */
  readonly targets: readonly DropTarget[];
  /** The current drop target. */
  readonly target: DropTarget | undefined;
  /** Sets the drop target and announces it. */
  setTarget(landing: DropTarget | undefined): void;
  /** Sets the drop target that is nearest to a point of the viewport. */
  setTargetNear(x: number, y: number): void;
  /** Drops the block. Returns whether it has moved. */
  drop(): boolean;
  cancel(): void;
}

/** Thickness of the indicator in pixels. */
const THICK = 4;

/** @param layer contains the indicator: above everything, and transparent for the pointer */
export function startDragSession(
  { controller, positionObserver }: EditorUIContextValue,
  payload: DragPayload,
  layer: Element,
): DragSession {
  const { messages, editableRoot, element, store } = controller;
  const { t } = messages;
  const known = new Map<DropTarget, boolean>();
  const can = (landing: DropTarget): boolean => {
    if (landing.isHere) return true;
    if (!known.has(landing)) known.set(landing, controller.can(payload.command(landing.spot)));
    return known.get(landing)!;
  };
  const mark = document.createElement('div');
  mark.className = 'drop';
  mark.hidden = true;
  layer.append(mark);
  let aim: DropTarget | undefined;
  let near: ViewportPoint | undefined;

  function show(): void {
    const lines = aim && !aim.isHere ? indicatorLines(elementsByNode(editableRoot.content), aim) : [];
    const line = near ? nearest(lines, near) : lines[0];
    mark.hidden = !line;
    if (!line) return;
    const { left, top, width, height } = line;
    setPosition(mark, {
      left: width ? left : left - THICK / 2,
      top: height ? top : top - THICK / 2,
      width: width || THICK,
      height: height || THICK,
    });
  }
  const stop = positionObserver.subscribe(show);

  function end(): void {
    stop();
    mark.remove();
  }

  function setTarget(landing: DropTarget | undefined): void {
    const isNew = landing !== aim;
    aim = landing;
    show();
    if (!landing || !isNew) return;
    const { spot, beside, isHere } = landing;
    const kind: MessageKey = isHere
      ? 'drag.here'
      : 'inside' in spot
        ? 'drag.inside'
        : 'after' in spot
          ? 'drag.after'
          : 'drag.before';
    const [number, count] = [places().indexOf(landing) + 1, places().length];
    controller.announce(t(kind, { block: blockLabel(beside, messages), number, count }));
  }

  let all: readonly DropTarget[] | undefined;
  const places = (): readonly DropTarget[] => (all ??= payload.dropTargets.filter(can));

  /** Selects the moved block after the render, unless it is the active block. */
  function choose(): void {
    const { document: view, selection } = controller.session.snapshot.editor!;
    const at = Math.min(selection.anchor, selection.head);
    const isMoved = ({ node, from, to }: ResolvedElement): boolean =>
      node.tag === payload.tag && node.length === payload.length && from <= at && at <= to;
    const moved = [...elementsOf(view)].find(isMoved)?.node.id;
    element.addEventListener(
      'feaasRender',
      () => {
        if (moved !== undefined && moved !== controller.editorView.block()?.owner.node.id)
          store.set({ selectedNode: moved });
        const shown = moved === undefined ? undefined : pageElementOf(controller, moved);
        shown?.scrollIntoView({ block: 'nearest' });
      },
      { once: true },
    );
  }

  return {
    payload,
    get targets() {
      return places();
    },
    get target() {
      return aim;
    },
    setTarget,
    setTargetNear(x, y) {
      near = { x, y };
      const shown = elementsByNode(editableRoot.content);
      const nearestOf = (targets: readonly DropTarget[]): DropTarget | undefined =>
        targets
          .map((target) => ({ target, line: nearest(indicatorLines(shown, target), near!) }))
          .filter((each): each is { target: DropTarget; line: IndicatorLine } => !!each.line)
          .map((each) => ({ ...each, distance: distanceToLine(each.line, x, y) }))
          // At equal distance, the innermost target is preferred.
          .sort((one, other) => one.distance - other.distance || other.target.depth - one.target.depth)
          .find(({ target }) => can(target))?.target;
      const { dropTargets } = payload;
      setTarget(nearestOf(dropTargetsAt(dropTargets, shown, payload.place, near)) ?? nearestOf(dropTargets));
    },
    drop() {
      end();
      const done = !!aim && !aim.isHere && controller.run(payload.command(aim.spot));
      if (done) choose();
      controller.announce(t(done ? 'drag.dropped' : 'drag.canceled', { block: payload.name }));
      return done;
    },
    cancel() {
      end();
      controller.announce(t('drag.canceled', { block: payload.name }));
    },
  };
}

const nearest = (lines: readonly IndicatorLine[], { x, y }: ViewportPoint): IndicatorLine | undefined =>
  [...lines].sort((one, other) => distanceToLine(one, x, y) - distanceToLine(other, x, y))[0];
