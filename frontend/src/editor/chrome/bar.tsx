/** The bar above what is edited: its tools, and what saves and closes it. */
import { Toolbar } from '@base-ui/react/toolbar';
import { useRef, type ReactNode } from 'react';
import { blockTypeOf, setBlockType } from '../../../../src/utils/editing/commands/block-type';
import { setTheme } from '../../../../src/utils/editing/commands/set-theme';
import { redo, undo } from '../../../../src/utils/editing/commands/undo';
import { can, saveLabel } from '../../../../src/utils/editing/session/snapshot';
import { BLOCK_TYPES, nameOf } from './block-types';
import { put, useChrome, usePlaced, useView } from './context';
import { Icon } from './icons';
import { MarkTools } from './marks';
import { Menu } from './menu';
import { keepFocus, Tool } from './tool';

/** Pixels around the target (specification §9): the frame is that much wider and higher than it, and begins above it. */
export const FRAME = { wider: 32, higher: 80, above: 64 } as const;
/** Below this width of the viewport, in CSS pixels, the bar stands at its lower edge. */
const NARROW = 640;
const EDGE = 8;

function placeBar(bar: HTMLElement, target: DOMRect): void {
  const width = document.documentElement.clientWidth;
  const isNarrow = width < NARROW;
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
  const block = editing.canvas.block();
  const type = block && blockTypeOf(block);
  const themes = stylesheet?.themes ?? [];
  const toggle = (name: NonNullable<typeof panel>): void => store.set({ panel: panel === name ? null : name });

  return (
    <Toolbar.Root ref={bar} className="bar bar--main" aria-label={say('editor.tools')}>
      <div className="bar__tools">
        <Tool
          icon="undo"
          label={say('tool.undo')}
          keys="Control+Z"
          disabled={!editing.can(undo)}
          act={() => void (editing.run(undo) && editing.say(say('say.done', { action: say('tool.undo') })))}
        />
        <Tool
          icon="redo"
          label={say('tool.redo')}
          keys="Control+Y"
          disabled={!editing.can(redo)}
          act={() => void (editing.run(redo) && editing.say(say('say.done', { action: say('tool.redo') })))}
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
            choose: () => void editing.run(setBlockType(each)),
          }))}
        >
          <Icon name="down" />
        </Menu>
        <MarkTools />
        <span className="bar__line" />
        {themes.length > 0 && (
          <Menu
            label={say('tool.theme')}
            items={[
              { label: say('tool.noTheme'), choose: () => void editing.run(setTheme(null)) },
              ...themes.map(({ id, name }) => ({
                label: name,
                choose: () => void editing.run(setTheme(`-theme--${id}`)),
              })),
            ]}
          >
            <Icon name="theme" />
          </Menu>
        )}
        <Tool icon="data" label={say('tool.data')} pressed={view.data} act={() => store.set({ data: !view.data })} />
        <Tool icon="width" label={say('tool.width')} act={() => toggle('preview')} />
        <Tool icon="checks" label={say('tool.checks')} pressed={panel === 'checks'} act={() => toggle('checks')} />
      </div>
      <div className="bar__actions">
        <Toolbar.Button
          className="button button--main"
          aria-keyshortcuts="Control+S"
          disabled={!allowed.save}
          onMouseDown={keepFocus}
          onClick={() => void session.save()}
        >
          {say(snapshot.busy === 'save' ? 'say.saving' : saveLabel(snapshot))}
        </Toolbar.Button>
        <Menu
          label={say('action.menu')}
          items={[
            { label: say('action.unfork'), disabled: !allowed.unfork, choose: () => void session.unfork() },
            {
              label: say('action.discard'),
              disabled: !allowed.discard,
              choose: () => void (session.discard() && editing.say(say('say.discarded'))),
            },
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
