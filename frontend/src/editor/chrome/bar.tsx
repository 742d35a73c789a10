/** The bar above what is edited: its tools, and what saves and closes it. */
import { Toolbar } from '@base-ui/react/toolbar';
import { useRef, type ReactNode } from 'react';
import { blockTypeOf, setBlockType } from '../../../../src/utils/editing/commands/block-type';
import { redo, undo } from '../../../../src/utils/editing/commands/undo';
import { can, saveLabel } from '../../../../src/utils/editing/session/snapshot';
import { BLOCK_TYPES, nameOf } from './block-types';
import { put, useChrome, usePlaced, useView } from './context';
import { Icon } from './icons';
import { late } from './late';
import { MarkTools } from './marks';
import { Menu, type MenuItem } from './menu';
import { perform } from './perform';
import { keepFocus, Tool } from './tool';
import { useWidth, widthNow } from './width';

/** Most who edit are alone. */
const Others = late('Others', () => import('../late/others'));

/** Pixels around the target (specification §9): the frame is that much wider and higher than it, and begins above it. */
export const FRAME = { wider: 32, higher: 80, above: 64 } as const;
const EDGE = 8;

function placeBar(bar: HTMLElement, target: DOMRect): void {
  const width = document.documentElement.clientWidth;
  const isNarrow = widthNow() === 'narrow';
  bar.classList.toggle('bar--narrow', isNarrow);
  if (isNarrow) {
    const { height, offsetTop } = visualViewport ?? { height: innerHeight, offsetTop: 0 };
    return put(bar, { left: 0, top: offsetTop + height - bar.offsetHeight, 'max-width': width });
  }
  put(bar, { 'max-width': width - 2 * EDGE });
  const isTurned = getComputedStyle(bar).direction === 'rtl';
  const wanted = isTurned ? target.right + FRAME.wider / 2 - bar.offsetWidth : target.left - FRAME.wider / 2;
  const left = Math.max(EDGE, Math.min(wanted, width - bar.offsetWidth - EDGE));
  const { offsetHeight: height } = bar;
  // Above the target, else below it, else at the edge of what is seen: what is typed is not to be covered.
  const above = target.top - FRAME.above + (FRAME.above - height) / 2;
  const below = target.bottom + EDGE;
  const isBelow = above < EDGE && target.top >= 0 && below + height + EDGE <= innerHeight;
  put(bar, { left, top: isBelow ? below : Math.max(EDGE, Math.min(above, innerHeight - height - EDGE)) });
}

export function Bar(): ReactNode {
  const { editing } = useChrome();
  const view = useView();
  const bar = useRef<HTMLDivElement>(null);
  usePlaced(bar, (element) => placeBar(element, editing.element.getBoundingClientRect()));
  const { session, words, store, shell } = editing;
  const { say } = words;
  const { snapshot, stylesheet, panel } = view;
  const allowed = can(snapshot);
  const block = editing.editorView.block();
  const type = block && blockTypeOf(block);
  const met = useRef(false);
  met.current ||= snapshot.others.length > 0;
  const toggle = (name: NonNullable<typeof panel>): void => store.set({ panel: panel === name ? null : name });
  const width = useWidth();
  const hasThemes = !!stylesheet?.themes.length;
  const theme = (): void => store.set({ panel: 'theme', about: undefined });
  const toggleData = (): void => store.set({ data: !view.data });
  // What there is no room for.
  const rest: readonly MenuItem[] =
    width === 'wide'
      ? []
      : [
          { label: say('tool.data'), checked: view.data, isSwitch: true, choose: toggleData },
          { label: say('tool.width'), choose: () => toggle('preview') },
          { label: say('tool.checks'), choose: () => toggle('checks') },
          ...(hasThemes ? [{ label: say('tool.theme'), choose: theme }] : []),
        ].map((each, at) => ({ ...each, apart: at === 0 }));

  return (
    <Toolbar.Root ref={bar} className="bar bar--main" aria-label={say('editor.tools')}>
      <div className="bar__tools">
        <Tool
          icon="undo"
          label={say('tool.undo')}
          keys="Control+Z"
          disabled={!editing.can(undo)}
          act={() => void perform(editing, undo, say('tool.undo'))}
        />
        <Tool
          icon="redo"
          label={say('tool.redo')}
          keys="Control+Y"
          disabled={!editing.can(redo)}
          act={() => void perform(editing, redo, say('tool.redo'))}
        />
        <span className="bar__line" />
        <Menu
          className="tool tool--wide"
          label={say('tool.type')}
          value={type ? nameOf(type, words) : '–'}
          disabled={!type}
          items={BLOCK_TYPES.map((each) => ({
            label: nameOf(each, words),
            checked: each === type,
            choose: () => void perform(editing, setBlockType(each), nameOf(each, words)),
          }))}
        >
          <Icon name="down" />
        </Menu>
        <MarkTools onlyLink={width === 'narrow'} />
        {width === 'wide' && (
          <>
            <span className="bar__line" />
            {hasThemes && <Tool icon="theme" label={say('tool.theme')} act={theme} />}
            <Tool icon="data" label={say('tool.data')} pressed={view.data} act={toggleData} />
            <Tool icon="width" label={say('tool.width')} act={() => toggle('preview')} />
            <Tool icon="checks" label={say('tool.checks')} pressed={panel === 'checks'} act={() => toggle('checks')} />
          </>
        )}
      </div>
      <div className="bar__actions">
        {met.current && <Others />}
        <Toolbar.Button
          className="button button--main"
          aria-keyshortcuts="Control+S"
          disabled={!allowed.save && !snapshot.conflict}
          onMouseDown={keepFocus}
          onClick={() => void editing.save()}
        >
          {say(snapshot.busy === 'save' ? 'say.saving' : saveLabel(snapshot))}
        </Toolbar.Button>
        <Menu
          label={say('action.menu')}
          items={[
            { label: say('action.unfork'), disabled: !allowed.unfork, choose: () => void editing.unfork() },
            {
              label: say('action.discard'),
              disabled: !allowed.discard,
              choose: () => void (session.discard() && editing.say(say('say.discarded'))),
            },
            ...rest,
            { label: say('tool.history'), apart: true, choose: () => toggle('history') },
            { label: say('tool.forks'), choose: () => toggle('forks') },
            {
              label: say('tool.preview'),
              choose: () => void import('../late/preview-page').then(({ openPreview }) => openPreview(editing)),
            },
            { label: say('keys.title'), choose: () => toggle('keys') },
          ]}
        >
          <Icon name="more" />
        </Menu>
        <Toolbar.Button className="button" onMouseDown={keepFocus} onClick={shell.close}>
          {say('action.close')}
        </Toolbar.Button>
      </div>
    </Toolbar.Root>
  );
}
