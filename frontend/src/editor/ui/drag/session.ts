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
  setTarget(target: DropTarget | undefined): void;
  /** Sets the drop target that is nearest to a point of the viewport. */
  setTargetNear(x: number, y: number): void;
  /** Drops the block. Returns whether it has moved. */
  drop(): boolean;
  cancel(): void;
}

/** Thickness of the indicator in pixels. */
const THICKNESS = 4;

/** @param layer contains the indicator: above everything, and transparent for the pointer */
export function startDragSession(
  { controller, positionObserver }: EditorUIContextValue,
  payload: DragPayload,
  layer: Element,
): DragSession {
  const { messages, editableRoot, element, store } = controller;
  const { t } = messages;
  const allowedTargets = new Map<DropTarget, boolean>();
  const isAllowed = (target: DropTarget): boolean => {
    if (target.isCurrent) return true;
    if (!allowedTargets.has(target)) allowedTargets.set(target, controller.can(payload.command(target.position)));
    return allowedTargets.get(target)!;
  };
  const indicator = document.createElement('div');
  indicator.className = 'drop';
  indicator.hidden = true;
  layer.append(indicator);
  let currentTarget: DropTarget | undefined;
  let pointer: ViewportPoint | undefined;

  function show(): void {
    const lines =
      currentTarget && !currentTarget.isCurrent
        ? indicatorLines(elementsByNode(editableRoot.content), currentTarget)
        : [];
    const line = pointer ? nearest(lines, pointer) : lines[0];
    indicator.hidden = !line;
    if (!line) return;
    const { left, top, width, height } = line;
    setPosition(indicator, {
      left: width ? left : left - THICKNESS / 2,
      top: height ? top : top - THICKNESS / 2,
      width: width || THICKNESS,
      height: height || THICKNESS,
    });
  }
  const stop = positionObserver.subscribe(show);

  function end(): void {
    stop();
    indicator.remove();
  }

  function setTarget(target: DropTarget | undefined): void {
    const isNew = target !== currentTarget;
    currentTarget = target;
    show();
    if (!target || !isNew) return;
    const { position, element, isCurrent } = target;
    const kind: MessageKey = isCurrent
      ? 'drag.here'
      : 'inside' in position
        ? 'drag.inside'
        : 'after' in position
          ? 'drag.after'
          : 'drag.before';
    const [number, count] = [getTargets().indexOf(target) + 1, getTargets().length];
    controller.announce(t(kind, { block: blockLabel(element, messages), number, count }));
  }

  let possibleTargets: readonly DropTarget[] | undefined;
  const getTargets = (): readonly DropTarget[] => (possibleTargets ??= payload.dropTargets.filter(isAllowed));

  /** Selects the moved block after the render, unless it is the active block. */
  function choose(): void {
    const { document: syntaxTree, selection } = controller.session.snapshot.editor!;
    const start = Math.min(selection.anchor, selection.head);
    const isMoved = ({ node, from, to }: ResolvedElement): boolean =>
      node.tag === payload.tag && node.length === payload.length && from <= start && start <= to;
    const moved = [...elementsOf(syntaxTree)].find(isMoved)?.node.id;
    element.addEventListener(
      'feaasRender',
      () => {
        if (moved !== undefined && moved !== controller.editorView.block()?.owner.node.id)
          store.set({ selectedNode: moved });
        const pageElement = moved === undefined ? undefined : pageElementOf(controller, moved);
        pageElement?.scrollIntoView({ block: 'nearest' });
      },
      { once: true },
    );
  }

  return {
    payload,
    get targets() {
      return getTargets();
    },
    get target() {
      return currentTarget;
    },
    setTarget,
    setTargetNear(x, y) {
      pointer = { x, y };
      const elements = elementsByNode(editableRoot.content);
      const nearestOf = (targets: readonly DropTarget[]): DropTarget | undefined =>
        targets
          .map((target) => ({ target, line: nearest(indicatorLines(elements, target), pointer!) }))
          .filter((each): each is { target: DropTarget; line: IndicatorLine } => !!each.line)
          .map((each) => ({ ...each, distance: distanceToLine(each.line, x, y) }))
          // At equal distance, the innermost target is preferred.
          .sort((one, other) => one.distance - other.distance || other.target.depth - one.target.depth)
          .find(({ target }) => isAllowed(target))?.target;
      const { dropTargets } = payload;
      setTarget(nearestOf(dropTargetsAt(dropTargets, elements, payload.resolved, pointer)) ?? nearestOf(dropTargets));
    },
    drop() {
      end();
      const isDropped =
        !!currentTarget && !currentTarget.isCurrent && controller.run(payload.command(currentTarget.position));
      if (isDropped) choose();
      controller.announce(t(isDropped ? 'drag.dropped' : 'drag.canceled', { block: payload.name }));
      return isDropped;
    },
    cancel() {
      end();
      controller.announce(t('drag.canceled', { block: payload.name }));
    },
  };
}

const nearest = (lines: readonly IndicatorLine[], { x, y }: ViewportPoint): IndicatorLine | undefined =>
  [...lines].sort((one, other) => distanceToLine(one, x, y) - distanceToLine(other, x, y))[0];
