/** The bar above what is edited: its tools, and what saves and closes it. */
import { Toolbar } from '@base-ui/react/toolbar';
import { useRef, useState, type ReactNode } from 'react';
import { blockTypeOf, setBlockType } from '../../../../src/utils/editing/model/commands/block-type';
import { redo, undo } from '../../../../src/utils/editing/model/commands/undo';
import { can, saveLabel } from '../../../../src/utils/editing/session/snapshot';
import { BLOCK_TYPES } from '../../../../src/utils/editing/model/block-registry';
import { blockName } from './block-name';
import { selectShallow, setPosition, useEditor, usePosition, useEditorState } from './context';
import { Icon } from './icons';
import { lazyComponent } from './lazy-component';
import { MarkButtons } from './mark-buttons';
import { Menu, type MenuItem } from './menu';
import { runAndAnnounce } from './run-and-announce';
import { ariaShortcut } from '../shortcuts';
import { keepFocus, ToolbarButton } from './toolbar-button';
import { useToolbarWidth, currentToolbarWidth } from './toolbar-width';

/** Most who edit are alone. */
const Presence = lazyComponent('Presence', () => import('./presence'));

/** Pixels around the target (specification §9): the frame is that much wider and higher than it, and begins above it. */
export const OUTLINE = { wider: 32, higher: 80, above: 64 } as const;
const EDGE = 8;

function placeBar(bar: HTMLElement, target: DOMRect): void {
  const width = document.documentElement.clientWidth;
  const isNarrow = currentToolbarWidth() === 'narrow';
  bar.classList.toggle('bar--narrow', isNarrow);
  if (isNarrow) {
    const { height, offsetTop } = visualViewport ?? { height: innerHeight, offsetTop: 0 };
    return setPosition(bar, { left: 0, top: offsetTop + height - bar.offsetHeight, 'max-width': width });
  }
  setPosition(bar, { 'max-width': width - 2 * EDGE });
  const isTurned = getComputedStyle(bar).direction === 'rtl';
  const wanted = isTurned ? target.right + OUTLINE.wider / 2 - bar.offsetWidth : target.left - OUTLINE.wider / 2;
  const left = Math.max(EDGE, Math.min(wanted, width - bar.offsetWidth - EDGE));
  const { offsetHeight: height } = bar;
  // Above the target, else below it, else at the edge of what is seen: what is typed is not to be covered.
  const above = target.top - OUTLINE.above + (OUTLINE.above - height) / 2;
  const below = target.bottom + EDGE;
  const isBelow = above < EDGE && target.top >= 0 && below + height + EDGE <= innerHeight;
  setPosition(bar, { left, top: isBelow ? below : Math.max(EDGE, Math.min(above, innerHeight - height - EDGE)) });
}

const selectAllowed = selectShallow(({ snapshot }) => can(snapshot));

export function MainToolbar(): ReactNode {
  const { controller } = useEditor();
  const panel = useEditorState((state) => state.panel);
  const areBindingsShown = useEditorState((state) => state.areBindingsShown);
  const hasThemes = useEditorState(({ stylesheet }) => !!stylesheet?.themes.length);
  const allowed = useEditorState(selectAllowed);
  const label = useEditorState(({ snapshot }) => (snapshot.busy === 'save' ? 'status.saving' : saveLabel(snapshot)));
  const hasConflict = useEditorState(({ snapshot }) => !!snapshot.conflict);
  const hasOthers = useEditorState(({ snapshot }) => snapshot.others.length > 0);
  const canUndo = useEditorState(() => controller.can(undo));
  const canRedo = useEditorState(() => controller.can(redo));
  const type = useEditorState(() => {
    const block = controller.editorView.block();
    return block && blockTypeOf(block);
  });
  const bar = useRef<HTMLDivElement>(null);
  usePosition(bar, (element) => placeBar(element, controller.element.getBoundingClientRect()));
  const { messages, store, shell } = controller;
  const { t } = messages;
  // Who was here once leaves an announcement when they go.
  const [hadOthers, setHadOthers] = useState(hasOthers);
  if (hasOthers && !hadOthers) setHadOthers(true);
  const toggle = (name: NonNullable<typeof panel>): void => store.set({ panel: panel === name ? null : name });
  const width = useToolbarWidth();
  const theme = (): void => store.set({ panel: 'theme', panelNode: undefined });
  const toggleData = (): void => store.set({ areBindingsShown: !areBindingsShown });
  // What there is no room for.
  const rest: readonly MenuItem[] =
    width === 'wide'
      ? []
      : [
          { label: t('tool.data'), checked: areBindingsShown, isSwitch: true, choose: toggleData },
          { label: t('tool.width'), choose: () => toggle('preview') },
          { label: t('tool.checks'), choose: () => toggle('checks') },
          ...(hasThemes ? [{ label: t('tool.theme'), choose: theme }] : []),
        ].map((each, at) => ({ ...each, apart: at === 0 }));

  return (
    <Toolbar.Root ref={bar} className="bar bar--main" aria-label={t('editor.tools')}>
      <div className="bar__tools">
        <ToolbarButton
          icon="undo"
          label={t('tool.undo')}
          shortcut="undo"
          disabled={!canUndo}
          act={() => void runAndAnnounce(controller, undo, t('tool.undo'))}
        />
        <ToolbarButton
          icon="redo"
          label={t('tool.redo')}
          shortcut="redo"
          disabled={!canRedo}
          act={() => void runAndAnnounce(controller, redo, t('tool.redo'))}
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
            choose: () => void runAndAnnounce(controller, setBlockType(each), blockName(each, messages)),
          }))}
        >
          <Icon name="down" />
        </Menu>
        <MarkButtons onlyLink={width === 'narrow'} />
        {width === 'wide' && (
          <>
            <span className="bar__line" />
            {hasThemes && <ToolbarButton icon="theme" label={t('tool.theme')} act={theme} />}
            <ToolbarButton icon="data" label={t('tool.data')} pressed={areBindingsShown} act={toggleData} />
            <ToolbarButton icon="width" label={t('tool.width')} act={() => toggle('preview')} />
            <ToolbarButton
              icon="checks"
              label={t('tool.checks')}
              pressed={panel === 'checks'}
              act={() => toggle('checks')}
            />
          </>
        )}
      </div>
      <div className="bar__actions">
        {hadOthers && <Presence />}
        <Toolbar.Button
          className="button button--main"
          aria-keyshortcuts={ariaShortcut('save')}
          disabled={!allowed.save && !hasConflict}
          onMouseDown={keepFocus}
          onClick={() => void controller.save()}
        >
          {t(label)}
        </Toolbar.Button>
        <Menu
          label={t('action.menu')}
          items={[
            { label: t('action.unfork'), disabled: !allowed.unfork, choose: () => void controller.unfork() },
            {
              label: t('action.discard'),
              disabled: !allowed.discard,
              choose: () => void (controller.discard() && controller.announce(t('status.discarded'))),
            },
            ...rest,
            { label: t('tool.history'), apart: true, choose: () => toggle('history') },
            { label: t('tool.forks'), choose: () => toggle('forks') },
            {
              label: t('tool.preview'),
              choose: () => void import('./preview-page').then(({ openPreview }) => openPreview(controller)),
            },
            { label: t('keys.title'), shortcut: 'shortcuts', choose: () => toggle('keys') },
          ]}
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
