/** Actions on a whole block: move, duplicate, delete, insert another one after it. */
import { Toolbar } from '@base-ui/react/toolbar';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { bindingsOf } from '../../../../src/utils/editing/model/commands/bind';
import { deleteBlock } from '../../../../src/utils/editing/model/commands/delete-block';
import { duplicateBlock } from '../../../../src/utils/editing/model/commands/duplicate-block';
import { shiftBlock } from '../../../../src/utils/editing/model/commands/move-block';
import { wholeElement } from '../../../../src/utils/editing/model/clipboard/selected-source';
import { resolveChildren, resolveElement, isResolvedElement } from '../../../../src/utils/editing/model/syntax-tree';
import { NODE } from '../../../../src/utils/editing/model/decorate';
import { unbindContent } from '../../../../src/utils/editing/model/commands/unbind-content';
import type { Command } from '../../../../src/utils/editing/model/state';
import type { TextKey } from '../../../../src/utils/editing/messages/messages';
import type { EditorController } from '../types';
import { editPropertiesOf } from './external/tools';
import { blockPayload, type DragPayload } from './drag/payload';
import { dragByKeyboard } from './drag/keyboard';
import { dragFrom } from './drag/pointer';
import { listenToElementClipboard } from './element-clipboard';
import { imageIn, listenToFileDrops } from './file-drop';
import { selectedNodeId, pageElementOf } from './selected-element';
import {
  setPosition,
  setShown,
  shownAreaOf,
  useEditor,
  usePosition,
  useEditorState,
  useSelectedElement,
  type EditorUIContextValue,
  useSurface,
} from './context';
import { isPageCovered, isPageEnd, visibleArea } from './obstacles';
import { placeToolbar } from './toolbar-placement';
import { areaOf, type Surfaces } from './surfaces';
import { confirm } from './confirm';
import { countCopies } from './copies';
import { Icon } from './icons';
import { Menu } from './menu';
import type { MenuItem } from './menu-list';
import { runAndAnnounce } from './run-and-announce';
import { keepFocus, ToolbarButton } from './toolbar-button';
import { currentToolbarWidth } from './toolbar-width';

/** Pixels between a block and its handles. */
const GAP = 4;
/** Pixels that the outline of a block adds. */
const OUTLINE_WIDTH = 8;
/** Maximum number of characters of a selected block that are announced. */
const MAX_ANNOUNCED = 60;

const covers = (area: DOMRect, left: number, top: number, width: number, height: number): boolean =>
  left < area.right && left + width > area.left && top < area.bottom && top + height > area.top;

/** The visible area of a block, or of its nearest visible ancestor within the component. */
function areaAround(block: Element, element: Element): DOMRect | undefined {
  for (let current: Element | null = block; current; current = current === element ? null : current.parentElement) {
    const area = shownAreaOf(current);
    if (area) return area;
  }
  return undefined;
}

function placeHandles(
  { controller, obstacles, surfaces }: EditorUIContextValue,
  element: HTMLElement,
  edited: HTMLElement,
): void {
  if (isPageCovered(element)) return;
  setPosition(element, { 'max-width': document.documentElement.clientWidth - 2 * GAP });
  const block = areaAround(edited, controller.element);
  // The page has removed or hidden the edited element, so there is no anchor.
  setShown(element, !!block);
  if (!block) return;
  const { offsetWidth: width, offsetHeight: height } = element;
  const isRightToLeft = getComputedStyle(element).direction === 'rtl';
  const right = document.documentElement.clientWidth - width;
  const nearSide = isRightToLeft ? block.right + GAP : block.left - width - GAP;
  // Without room beside the block, the handles are at its far corner, away from the start of the text, else at the near
  // one.
  const clamp = (left: number): number => Math.max(0, Math.min(left, right));
  const [start, end] = [clamp(block.left), clamp(block.right - width)];
  const corners = isRightToLeft ? [start, end] : [end, start];
  const bar = areaOf(surfaces, 'bar');
  // On a narrow screen, handles beside the block would cover the text of others.
  if (currentToolbarWidth() === 'narrow') {
    const { height: visibleHeight, offsetTop } = visibleArea();
    const { top: stuckTop, bottom: stuckBottom } = obstacles.stuckBars();
    const isBarAbove = !!bar && bar.top < offsetTop + visibleHeight / 2;
    const lowerTop = (!bar || isBarAbove ? offsetTop + visibleHeight - stuckBottom : bar.top) - height - GAP;
    // At the end of the page the block cannot be scrolled out from under the handles.
    const isUnder = isPageEnd() && covers(block, block.left, lowerTop, 1, height);
    const top = isUnder ? (isBarAbove ? bar.bottom : stuckTop) + GAP : lowerTop;
    return setPosition(element, { left: isRightToLeft ? GAP : Math.max(GAP, right - GAP), top });
  }
  // Toolbars at the selection have precedence.
  const occupied = [...surfaces.keys()]
    .filter((name) => name !== 'handles')
    .map((name) => areaOf(surfaces, name))
    .filter((area) => area !== undefined);
  const stuck = obstacles.stuckBars();
  const isFree = ({ left, top }: { left: number; top: number }): boolean =>
    left >= 0 &&
    left <= right &&
    top >= stuck.top &&
    top + height <= innerHeight - stuck.bottom &&
    !occupied.some((each) => covers(each, left, top, width, height));
  const farSide = isRightToLeft ? block.left - width - GAP : block.right + GAP;
  const positions = [
    ...[nearSide, farSide].flatMap((left) => [block.top, block.bottom - height].map((top) => ({ left, top }))),
    ...corners.flatMap((left) => [block.top - height - GAP, block.bottom + GAP].map((top) => ({ left, top }))),
    { left: corners[0]!, top: Math.max(stuck.top + GAP, Math.min(block.top, innerHeight - height)) },
    // Fallback spots at the edges of the window, if no closer spot is free.
    ...corners.flatMap((left) =>
      [innerHeight - stuck.bottom - height - GAP, stuck.top + GAP].map((top) => ({ left, top })),
    ),
  ];
  const freePositions = positions.filter(isFree);
  placeToolbar(obstacles, element, freePositions.length ? freePositions : [positions[0]!], edited);
}

/** On a narrow screen, scrolls the selected block out from under the handles, as far as its top stays visible. */
function revealBlock(surfaces: Surfaces, block: DOMRect): void {
  if (currentToolbarWidth() !== 'narrow') return;
  const toolAreas = (['handles', 'bindings'] as const).map((name) => areaOf(surfaces, name));
  const tops = toolAreas.map((each) => each?.top ?? Infinity);
  // At the end of a page they are at the top.
  const toolsTop = Math.min(...tops.filter((top) => top > innerHeight / 2));
  const overlap = Math.min(block.bottom + OUTLINE_WIDTH - toolsTop, block.top - OUTLINE_WIDTH);
  if (overlap > 0) scrollBy({ top: overlap });
}

export type BlockAction = 'up' | 'down' | 'duplicate' | 'delete';

export function BlockHandles(): ReactNode {
  const context = useEditor();
  const { controller } = context;
  const [isLifted, setLifted] = useState(false);
  const handles = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const { messages, store, element } = controller;
  const { t } = messages;
  const place = useSelectedElement();
  const isSelected = useEditorState(({ selectedNode }) => selectedNode !== undefined);
  const areBindingsShown = useEditorState((state) => state.areBindingsShown);
  const hasThemes = useEditorState(({ stylesheet }) => !!stylesheet?.themes.length);
  const id = place?.node.id;
  const currentElement = (): HTMLElement | undefined => (id === undefined ? undefined : pageElementOf(controller, id));
  useSurface('handles', handles);
  usePosition(
    handles,
    (at) => {
      const block = currentElement();
      if (block) placeHandles(context, at, block);
    },
    id,
  );
  usePosition(
    ring,
    (at) => {
      const place = currentElement();
      const block = place && shownAreaOf(place);
      setShown(at, !!block);
      if (block) setPosition(at, { left: block.left, top: block.top, width: block.width, height: block.height });
    },
    id,
  );
  const reveal = useEffectEvent(() => {
    const block = currentElement()?.getBoundingClientRect();
    if (handles.current && block) revealBlock(context.surfaces, block);
  });
  useEffect(() => reveal(), [id, areBindingsShown]);
  useEffect(() => {
    // The tools are positioned in the frame after a resize.
    const onResize = (): void => void requestAnimationFrame(() => reveal());
    addEventListener('resize', onResize);
    return () => removeEventListener('resize', onResize);
  }, []);
  const editableRoot = useEditorState(() => controller.editableRoot);
  useEffect(() => listenToFileDrops(controller, editableRoot), [controller, editableRoot]);
  useEffect(
    () => listenToElementClipboard(controller, editableRoot, (id) => removeBlock(controller, id)),
    [controller, editableRoot],
  );
  if (!place || id === undefined || !element.isConnected) return null;

  const count = countCopies(controller, place);
  const nameOf = (action: BlockAction): string => (count > 1 ? t(`copies.${action}`, { count }) : t(`block.${action}`));
  const item = (action: BlockAction, command: Command, reason: TextKey): MenuItem => ({
    label: nameOf(action),
    shortcut: action === 'delete' ? undefined : action,
    disabledReason: controller.can(command) ? undefined : t(place.node.errorCount ? 'unavailable.damaged' : reason),
    choose: () => performOnBlock(controller, command, nameOf(action)),
  });
  /** Starts a keyboard drag from an element of the handles. Returns the focus to it after the move. */
  const lift = (target: HTMLElement, payload: DragPayload): void => {
    setLifted(payload.id !== undefined);
    dragByKeyboard(context, payload, target, (hasMoved) => {
      setLifted(false);
      const restoreFocus = (): void => void (target.isConnected && target.focus());
      if (hasMoved && payload.id !== undefined) element.addEventListener('feaasRender', restoreFocus, { once: true });
    });
  };
  const image = imageIn(place);
  // Data-bound content cannot be typed in. A button leads to its path.
  const { content } = bindingsOf(place.node);
  const siblings = place.parent ? resolveChildren(place.parent).filter(isResolvedElement) : [];
  const ownIndex = siblings.findIndex(({ node }) => node.id === id);
  // Every block is reachable by keyboard, even if it has no editable text.
  const neighbors = [
    ['block.outer', place.parent?.parent ? place.parent.node.id : undefined],
    ['block.inner', resolveChildren(place).find(isResolvedElement)?.node.id],
    ['block.before', siblings[ownIndex - 1]?.node.id],
    ['block.next', siblings[ownIndex + 1]?.node.id],
  ] as const;
  const choose = (targetId: number | undefined): void => {
    store.set({ selectedNode: targetId });
    if (targetId === undefined) return;
    const target = pageElementOf(controller, targetId);
    target?.scrollIntoView({ block: 'nearest' });
    const text = target?.textContent?.trim().slice(0, MAX_ANNOUNCED) || target?.getAttribute('alt');
    controller.announce(t('status.chosen', { name: text || (target?.localName ?? '') }));
  };
  return (
    <>
      <div ref={ring} className={isSelected ? 'ring ring--chosen' : 'ring'} />
      <Toolbar.Root ref={handles} className="bar bar--small handles" aria-label={t('editor.block')}>
        <Toolbar.Button
          className="tool tool--grip"
          aria-label={t('block.move')}
          aria-keyshortcuts="Space"
          aria-pressed={isLifted}
          title={t('block.move')}
          onMouseDown={keepFocus}
          onPointerDown={({ nativeEvent }) => dragFrom(context, nativeEvent, () => blockPayload(controller, place))}
          onClick={({ currentTarget }) => {
            currentTarget.focus();
            lift(currentTarget, blockPayload(controller, place));
          }}
        >
          <Icon name="grip" />
        </Toolbar.Button>
        <Menu
          label={t('editor.block')}
          items={() => [
            item('up', shiftBlock(id, -1), 'unavailable.first'),
            item('down', shiftBlock(id, 1), 'unavailable.last'),
            item('duplicate', duplicateBlock(id), 'unavailable.repeated'),
            ...(image === undefined
              ? []
              : [{ label: t('image.edit'), choose: () => store.set({ panel: 'image', panelNode: image }) }]),
            ...editPropertiesOf(controller, place),
            ...neighbors.map(([key, to], at) => ({
              label: t(key),
              hasSeparator: at === 0,
              disabledReason: to === undefined ? t('unavailable.none') : undefined,
              choose: () => choose(to),
            })),
            {
              ...item('delete', deleteBlock(id), 'unavailable.damaged'),
              hasSeparator: true,
              isDestructive: true,
              choose: () => void removeBlock(controller, id),
            },
          ]}
        >
          <Icon name="more" />
        </Menu>
        <ToolbarButton
          icon="plus"
          label={t('block.insert')}
          onPress={() => store.set({ panel: 'insert', panelNode: id })}
        />
        {hasThemes && (
          <ToolbarButton
            icon="theme"
            label={t('block.theme')}
            onPress={() => store.set({ panel: 'theme', panelNode: id })}
          />
        )}
        {content && isSelected && place.node.close > 0 && (
          <Toolbar.Button
            className="tool tool--wide tool--text"
            onMouseDown={keepFocus}
            onClick={() => typeOwnText(controller, id)}
          >
            {t(count > 1 ? 'text.ownCopies' : 'text.own', { count })}
          </Toolbar.Button>
        )}
        {content && isSelected && !areBindingsShown && (
          <Toolbar.Button
            className="tool tool--wide from"
            aria-label={`${t('tool.data')}: ${content}`}
            title={t('tool.data')}
            onMouseDown={keepFocus}
            onClick={() => store.set({ areBindingsShown: true })}
          >
            <Icon name="data" />
            <bdi className="tool__text" dir="ltr">
              {content}
            </bdi>
          </Toolbar.Button>
        )}
      </Toolbar.Root>
    </>
  );
}

/** Asks first if all copies of a repeater are affected. Focuses the text, since the handles of the removed block are gone. */
async function removeBlock(controller: EditorController, id: number): Promise<void> {
  const { store, messages, editorView, session } = controller;
  const resolved = resolveElement(session.snapshot.editor!.document, id);
  const count = resolved ? countCopies(controller, resolved) : 1;
  if (count > 1 && !(await confirm(controller, 'copies.ask', { count }))) return;
  const command = deleteBlock(resolved ? wholeElement(resolved).node.id : id);
  if (!runAndAnnounce(controller, command, messages.t('block.delete')) || store.getState().selectedNode !== id) return;
  store.set({ selectedNode: undefined });
  editorView.focus();
}

/** Ends the binding of a text, and makes the current value editable. */
function typeOwnText(controller: EditorController, id: number): void {
  const { store, messages, editorView } = controller;
  const copy = pageElementOf(controller, id)?.cloneNode(true) as HTMLElement | undefined;
  if (!copy) return;
  for (const each of copy.querySelectorAll(`[${NODE}]`)) each.removeAttribute(NODE);
  const command = unbindContent(id, { html: copy.innerHTML, text: copy.textContent ?? '' });
  if (!runAndAnnounce(controller, command, messages.t('text.own'))) return;
  store.set({ selectedNode: undefined });
  editorView.focus();
}

/** Moves, duplicates or deletes the selected block, for keyboard shortcuts. */
export function runBlockAction(controller: EditorController, action: BlockAction): void {
  const id = selectedNodeId(controller);
  if (id === undefined) return;
  if (action === 'delete') return void removeBlock(controller, id);
  const command = action === 'duplicate' ? duplicateBlock(id) : shiftBlock(id, action === 'up' ? -1 : 1);
  performOnBlock(controller, command, controller.messages.t(`block.${action}`));
}

/** Keeps a block selected that was selected by its handles. Otherwise the text gets the focus again. */
function performOnBlock(controller: EditorController, command: Command, action: string): void {
  const { store, editorView } = controller;
  const isSelected = store.getState().selectedNode !== undefined;
  if (isSelected) editorView.blur();
  if (runAndAnnounce(controller, command, action) && !isSelected) editorView.focus();
}
