/** The main toolbar above the component: tools, save and close. */
import { Toolbar } from '@base-ui/react/toolbar';
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { blockTypeOf, setBlockType } from '../../../../src/utils/editing/model/commands/block-type';
import { redo, undo } from '../../../../src/utils/editing/model/commands/undo';
import { can, saveAction, saveLabel } from '../../../../src/utils/editing/session/snapshot';
import { BLOCK_TYPES } from '../../../../src/utils/editing/model/block-registry';
import { blockName } from './block-name';
import { setPosition, useEditor, usePosition, useEditorState, useSurface, type EditorUIContextValue } from './context';
import { Icon } from './icons';
import { lazyComponent, loadPanels, preload } from './lazy-component';
import { isPageCovered, isPageEnd, visibleArea } from './obstacles';
import { pageElementOf, selectedBox, selectedNodeId } from './selected-element';
import { MarkButtons } from './mark-buttons';
import { Menu } from './menu';
import { runAndAnnounce } from './run-and-announce';
import { placeToolbar } from './toolbar-placement';
import { ariaShortcut } from '../shortcuts';
import { keepFocus, ToolbarButton } from './toolbar-button';
import { useToolbarWidth, currentToolbarWidth } from './toolbar-width';

/** Loads with the panels, because most users edit alone. */
const Presence = lazyComponent('Presence', loadPanels);

/** Pixels around the target (specification §9): how much wider and higher the outline is, and how far above it begins. */
export const OUTLINE = { wider: 32, higher: 80, above: 64 } as const;
const EDGE = 8;

function placeBar({ controller, obstacles }: EditorUIContextValue, bar: HTMLElement): void {
  if (isPageCovered(bar)) return;
  const width = document.documentElement.clientWidth;
  const isNarrow = currentToolbarWidth() === 'narrow';
  const stuck = obstacles.stuckBars();
  bar.classList.toggle('bar--narrow', isNarrow);
  if (isNarrow) {
    const { height, offsetTop } = visibleArea();
    const lowerTop = offsetTop + height - bar.offsetHeight - stuck.bottom;
    const upperTop = Math.max(offsetTop, stuck.top);
    const block = selectedBox(controller);
    // At the end of the page the block cannot be scrolled out from under the toolbar, for example above a keyboard.
    const isUnder = !!block && isPageEnd() && block.bottom > lowerTop && block.top >= upperTop + bar.offsetHeight;
    return setPosition(bar, { left: 0, top: isUnder ? upperTop : lowerTop, 'max-width': width });
  }
  setPosition(bar, { 'max-width': width - 2 * EDGE });
  const target = controller.element.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(bar).direction === 'rtl';
  const preferredLeft = isRightToLeft
    ? target.right + OUTLINE.wider / 2 - bar.offsetWidth
    : target.left - OUTLINE.wider / 2;
  const left = Math.max(EDGE, Math.min(preferredLeft, width - bar.offsetWidth - EDGE));
  const { offsetHeight: height } = bar;
  const [first, last] = [stuck.top + EDGE, innerHeight - stuck.bottom - height - EDGE];
  const above = target.top - OUTLINE.above + (OUTLINE.above - height) / 2;
  const outside = [above, target.bottom + EDGE].filter((top) => top >= first && top <= last);
  // If no position beside the component is visible, the toolbar is at an edge of the window, or within the component.
  const inside = [target.top + EDGE, target.bottom - height - EDGE].map((top) => Math.max(first, Math.min(top, last)));
  const positions = [...outside, last, first, ...inside].map((top) => ({ left, top }));
  const id = selectedNodeId(controller);
  placeToolbar(obstacles, bar, positions, id === undefined ? controller.element : pageElementOf(controller, id));
}

/** The main menu loads after the toolbar. */
let mainMenuItems: typeof import('./main-menu').mainMenuItems | undefined;
const loadMainMenu = (): Promise<void> =>
  loadPanels().then(({ mainMenuItems: loaded }) => void (mainMenuItems = loaded));
preload(loadMainMenu);

/** Milliseconds for which a save is confirmed. */
const CONFIRMATION_TIME = 2500;

/** Whether a save completed within that time. */
function useConfirmation(): boolean {
  const busy = useEditorState(({ snapshot }) => snapshot.busy);
  const hasFailed = useEditorState(({ snapshot }) => !!(snapshot.error ?? snapshot.conflict));
  const previousBusy = useRef(busy);
  const [isSaved, setSaved] = useState(false);
  useLayoutEffect(() => {
    setSaved(previousBusy.current === 'save' && !busy && !hasFailed);
    previousBusy.current = busy;
  }, [busy, hasFailed]);
  useEffect(() => {
    const timer = isSaved ? setTimeout(() => setSaved(false), CONFIRMATION_TIME) : undefined;
    return () => clearTimeout(timer);
  }, [isSaved]);
  return isSaved;
}

function SaveButton(): ReactNode {
  const { controller } = useEditor();
  const { t } = controller.messages;
  const action = useEditorState(({ snapshot }) => saveAction(snapshot));
  const label = useEditorState(({ snapshot }) => (snapshot.busy === 'save' ? 'status.saving' : saveLabel(snapshot)));
  const isEnabled = useEditorState(({ snapshot }) => can(snapshot).save || !!snapshot.conflict);
  const isConfirmed = useConfirmation() && label === 'save.upToDate';
  const labels = [action, 'save.upToDate', 'status.saving', 'status.saved'] as const;
  return (
    <Toolbar.Button
      className={isConfirmed ? 'button button--main button--saved' : 'button button--main'}
      aria-keyshortcuts={ariaShortcut('save')}
      // As wide as the widest of its labels, so that its neighbors do not move.
      data-labels={labels.map((each) => t(each)).join('\n')}
      disabled={!isEnabled}
      onMouseDown={keepFocus}
      onClick={() => void controller.save()}
    >
      {t(isConfirmed ? 'status.saved' : label)}
    </Toolbar.Button>
  );
}

export function MainToolbar(): ReactNode {
  const context = useEditor();
  const { controller } = context;
  const panel = useEditorState((state) => state.panel);
  const areBindingsShown = useEditorState((state) => state.areBindingsShown);
  const hasThemes = useEditorState(({ stylesheet }) => !!stylesheet?.themes.length);
  const hasOthers = useEditorState(({ snapshot }) => snapshot.others.length > 0);
  const canUndo = useEditorState(() => controller.can(undo));
  const canRedo = useEditorState(() => controller.can(redo));
  const type = useEditorState(() => {
    const block = controller.editorView.block();
    return block && blockTypeOf(block);
  });
  const { messages, store, shell } = controller;
  const { t } = messages;
  const bar = useRef<HTMLDivElement>(null);
  useSurface('bar', bar);
  usePosition(bar, (element) => placeBar(context, element));
  // Stays mounted after the last user left, to announce that.
  const [hadOthers, setHadOthers] = useState(hasOthers);
  if (hasOthers && !hadOthers) setHadOthers(true);
  const toggle = (name: NonNullable<typeof panel>): void => store.set({ panel: panel === name ? null : name });
  const width = useToolbarWidth();
  const theme = (): void => store.set({ panel: 'theme', panelNode: undefined });
  const toggleData = (): void => store.set({ areBindingsShown: !areBindingsShown });
  return (
    <Toolbar.Root ref={bar} className="bar bar--main" aria-label={t('editor.tools')}>
      <div className="bar__tools">
        <ToolbarButton
          icon="undo"
          label={t('tool.undo')}
          shortcut="undo"
          disabled={!canUndo}
          onPress={() => void runAndAnnounce(controller, undo, t('tool.undo'))}
        />
        <ToolbarButton
          icon="redo"
          label={t('tool.redo')}
          shortcut="redo"
          disabled={!canRedo}
          onPress={() => void runAndAnnounce(controller, redo, t('tool.redo'))}
        />
        <span className="bar__line" />
        <Menu
          className="tool tool--wide"
          label={t('tool.type')}
          value={type ? blockName(type, messages) : '–'}
          disabled={!type}
          items={BLOCK_TYPES.map((each) => ({
            label: blockName(each, messages),
            checked: each === type,
            choose() {
              runAndAnnounce(controller, setBlockType(each), blockName(each, messages));
              controller.editorView.focus();
            },
          }))}
        >
          <Icon name="down" />
        </Menu>
        <MarkButtons onlyLink={width === 'narrow'} />
        {width === 'wide' && (
          <>
            <span className="bar__line" />
            {hasThemes && <ToolbarButton icon="theme" label={t('tool.theme')} onPress={theme} />}
            <ToolbarButton icon="data" label={t('tool.data')} pressed={areBindingsShown} onPress={toggleData} />
            <ToolbarButton icon="width" label={t('tool.width')} onPress={() => toggle('preview')} />
            <ToolbarButton
              icon="checks"
              label={t('tool.checks')}
              pressed={panel === 'checks'}
              onPress={() => toggle('checks')}
            />
          </>
        )}
      </div>
      <div className="bar__actions">
        {hadOthers && <Presence />}
        <SaveButton />
        <Menu
          label={t('action.menu')}
          items={() => mainMenuItems?.(controller) ?? []}
          prepare={() => (mainMenuItems ? undefined : loadMainMenu())}
        >
          <Icon name="more" />
        </Menu>
        <Toolbar.Button className="button" onMouseDown={keepFocus} onClick={shell.close}>
          {t('action.close')}
        </Toolbar.Button>
      </div>
    </Toolbar.Root>
  );
}
