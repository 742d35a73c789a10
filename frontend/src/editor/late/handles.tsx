/** What is done with a block as a whole: moved, duplicated, deleted, another one inserted behind it. */
import { Toolbar } from '@base-ui/react/toolbar';
import { useRef, type ReactNode } from 'react';
import { deleteBlock } from '../../../../src/utils/editing/commands/delete-block';
import { duplicateBlock } from '../../../../src/utils/editing/commands/duplicate-block';
import { insertBlock } from '../../../../src/utils/editing/commands/insert-block';
import { shiftBlock } from '../../../../src/utils/editing/commands/move-block';
import { walk } from '../../../../src/utils/editing/nodes';
import type { Command } from '../../../../src/utils/editing/state';
import type { Editing } from '../view';
import { palette } from './palette';
import { chosenId, chosenPlace, shownAs } from '../chrome/chosen';
import { put, useChrome, usePlaced, useView } from '../chrome/context';
import { Icon } from '../chrome/icons';
import { Menu, type MenuItem } from '../chrome/menu';

/** Pixels between a block and its tools. */
const GAP = 4;

function placeHandles(element: HTMLElement, block: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = element;
  const isTurned = getComputedStyle(element).direction === 'rtl';
  const right = document.documentElement.clientWidth - width;
  const beside = isTurned ? block.right + GAP : block.left - width - GAP;
  // Where there is no room beside it, they stand on its far corner, clear of where reading begins.
  const corner = Math.max(0, Math.min(isTurned ? block.left : block.right - width, right));
  const bar = element.parentElement!.querySelector('.bar--main')!.getBoundingClientRect();
  const isFree = ({ left, top }: { left: number; top: number }): boolean =>
    left >= 0 && left <= right && top >= 0 && top + height <= innerHeight && !covers(bar, left, top, width, height);
  const spots = [
    { left: beside, top: block.top },
    { left: corner, top: block.top - height - GAP },
    { left: corner, top: block.bottom + GAP },
    { left: corner, top: Math.max(GAP, Math.min(block.top, innerHeight - height)) },
  ];
  put(element, spots.find(isFree) ?? spots.at(-1)!);
}

const covers = (area: DOMRect, left: number, top: number, width: number, height: number): boolean =>
  left < area.right && left + width > area.left && top < area.bottom && top + height > area.top;

export function BlockHandles(): ReactNode {
  const { editing } = useChrome();
  useView();
  const handles = useRef<HTMLDivElement>(null);
  const ring = useRef<HTMLDivElement>(null);
  const { words, store, element } = editing;
  const { say } = words;
  const place = chosenPlace(editing);
  const id = place?.node.id;
  const area = (): DOMRect | undefined =>
    id === undefined ? undefined : shownAs(editing, id)?.getBoundingClientRect();
  usePlaced(handles, (at) => {
    const block = area();
    if (block) placeHandles(at, block);
  });
  usePlaced(ring, (at) => {
    const block = area();
    if (block) put(at, { left: block.left, top: block.top, width: block.width, height: block.height });
  });
  if (!place || id === undefined || !element.isConnected) return null;

  const item = (label: string, command: Command): MenuItem => ({
    label,
    disabled: !editing.can(command),
    choose: () => void (editing.run(command) && editing.say(say('say.done', { action: label }))),
  });
  const image = [...walk(place)].find(({ node }) => node.kind === 'element' && node.tag === 'img')?.node.id;
  const outer = place.parent?.parent ? place.parent.node.id : undefined;
  return (
    <>
      <div ref={ring} className={store.value.chosen === undefined ? 'ring' : 'ring ring--chosen'} />
      <Toolbar.Root ref={handles} className="bar bar--small handles" aria-label={say('editor.block')}>
        <Menu
          label={say('editor.block')}
          items={[
            item(say('block.up'), shiftBlock(id, -1)),
            item(say('block.down'), shiftBlock(id, 1)),
            item(say('block.duplicate'), duplicateBlock(id)),
            item(say('block.delete'), deleteBlock(id)),
            ...(image === undefined
              ? []
              : [{ label: say('image.edit'), choose: () => store.set({ panel: 'image', image }) }]),
            {
              label: say('block.outer'),
              apart: true,
              disabled: outer === undefined,
              choose: () => store.set({ chosen: outer }),
            },
          ]}
        >
          <Icon name="grip" />
        </Menu>
        <Menu
          label={say('block.insert')}
          items={palette(words).map(({ label, html }) => item(label, insertBlock(html, { after: id })))}
        >
          <Icon name="plus" />
        </Menu>
      </Toolbar.Root>
    </>
  );
}

/** Moves or copies the block that is chosen: what keys do. */
export function act(editing: Editing, action: 'up' | 'down' | 'duplicate'): void {
  const id = chosenId(editing);
  if (id === undefined) return;
  editing.run(action === 'duplicate' ? duplicateBlock(id) : shiftBlock(id, action === 'up' ? -1 : 1));
}
