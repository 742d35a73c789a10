/** What is done with a block as a whole: moved, duplicated, deleted, another one inserted behind it. */
import { Toolbar } from '@base-ui/react/toolbar';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { bindingsOf } from '../../../../src/utils/editing/commands/bind';
import { deleteBlock } from '../../../../src/utils/editing/commands/delete-block';
import { duplicateBlock } from '../../../../src/utils/editing/commands/duplicate-block';
import { shiftBlock } from '../../../../src/utils/editing/commands/move-block';
import { resolveChildren, isResolvedElement } from '../../../../src/utils/editing/syntax-tree';
import type { Command } from '../../../../src/utils/editing/state';
import type { Editing } from '../view';
import { editPropertiesOf } from './external/tools';
import { blockCargo, type Cargo } from './drag/cargo';
import { liftByKeys } from './drag/keys';
import { dragFrom } from './drag/pointer';
import { imageIn, listenToFiles } from './files';
import { chosenId, chosenPlace, shownAs } from '../chrome/chosen';
import { put, useChrome, usePlaced, useView } from '../chrome/context';
import { Icon } from '../chrome/icons';
import { Menu, type MenuItem } from '../chrome/menu';
import { perform } from '../chrome/perform';
import { keepFocus, Tool } from '../chrome/tool';
import { widthNow } from '../chrome/width';

/** Pixels between a block and its tools. */
const GAP = 4;
/** Pixels that the ring around a block takes. */
const RING = 8;
/** Characters of what is chosen that are read out. */
const LONGEST = 60;

function placeHandles(element: HTMLElement, block: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = element;
  const isTurned = getComputedStyle(element).direction === 'rtl';
  const right = document.documentElement.clientWidth - width;
  const beside = isTurned ? block.right + GAP : block.left - width - GAP;
  // Where there is no room beside it, they stand on its far corner, clear of where reading begins, else on the near one.
  const inside = (left: number): number => Math.max(0, Math.min(left, right));
  const [start, end] = [inside(block.left), inside(block.right - width)];
  const corners = isTurned ? [start, end] : [end, start];
  const bar = element.parentElement!.querySelector('.bar--main')!.getBoundingClientRect();
  // On a narrow screen they would stand on the text of others wherever they are beside it.
  if (widthNow() === 'narrow') return put(element, { left: isTurned ? GAP : right - GAP, top: bar.top - height - GAP });
  // What stands at a selection is nearer to who selects.
  const taken = [...element.parentElement!.querySelectorAll('.bar:not(.handles), .aside, .panel--aside')].map((each) =>
    each.getBoundingClientRect(),
  );
  const isFree = ({ left, top }: { left: number; top: number }): boolean =>
    left >= 0 &&
    left <= right &&
    top >= 0 &&
    top + height <= innerHeight &&
    !taken.some((each) => covers(each, left, top, width, height));
  const spots = [
    { left: beside, top: block.top },
    ...corners.flatMap((left) => [block.top - height - GAP, block.bottom + GAP].map((top) => ({ left, top }))),
    { left: corners[0]!, top: Math.max(GAP, Math.min(block.top, innerHeight - height)) },
  ];
  put(element, spots.find(isFree) ?? spots.at(-1)!);
}

/** On a narrow screen tools stand on the foot of the page: what is chosen comes out from under them, as far as its top stays. */
function bringForth(handles: HTMLElement, block: DOMRect): void {
  if (widthNow() !== 'narrow') return;
  const feet = [handles, ...handles.parentElement!.querySelectorAll('.panel--aside')];
  const foot = Math.min(...feet.map((each) => each.getBoundingClientRect().top));
  const under = Math.min(block.bottom + RING - foot, block.top - RING);
  if (under > 0) scrollBy({ top: under });
}

const covers = (area: DOMRect, left: number, top: number, width: number, height: number): boolean =>
  left < area.right && left + width > area.left && top < area.bottom && top + height > area.top;

export function BlockHandles(): ReactNode {
  const chrome = useChrome();
  const { editing } = chrome;
  useView();
  const [isLifted, setLifted] = useState(false);
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
  useEffect(() => {
    const block = area();
    if (handles.current && block) bringForth(handles.current, block);
  }, [id, store.value.data]);
  useEffect(() => listenToFiles(editing), [editing]);
  if (!place || id === undefined || !element.isConnected) return null;

  const item = (label: string, command: Command): MenuItem => ({
    label,
    disabled: !editing.can(command),
    choose: () => performOnBlock(editing, command, label),
  });
  /** Carries something by keys that an element of the tools has; it has the focus again where that has moved. */
  const lift = (target: HTMLElement, cargo: Cargo): void => {
    setLifted(cargo.id !== undefined);
    liftByKeys(chrome, cargo, target, (hasMoved) => {
      setLifted(false);
      const back = (): void => void (target.isConnected && target.focus());
      if (hasMoved && cargo.id !== undefined) element.addEventListener('feaasRender', back, { once: true });
    });
  };
  const remove = (): void => removeBlock(editing, id);
  const image = imageIn(place);
  // It can not be typed; where it comes from is a press away.
  const { content } = bindingsOf(place.node);
  const beside = place.parent ? resolveChildren(place.parent).filter(isResolvedElement) : [];
  const own = beside.findIndex(({ node }) => node.id === id);
  // Everything can be reached by the keyboard, whether or not anything can be typed in it.
  const ways = [
    ['block.outer', place.parent?.parent ? place.parent.node.id : undefined],
    ['block.inner', resolveChildren(place).find(isResolvedElement)?.node.id],
    ['block.before', beside[own - 1]?.node.id],
    ['block.next', beside[own + 1]?.node.id],
  ] as const;
  const choose = (to: number | undefined): void => {
    store.set({ chosen: to });
    if (to === undefined) return;
    const shown = shownAs(editing, to);
    shown?.scrollIntoView({ block: 'nearest' });
    const text = shown?.textContent?.trim().slice(0, LONGEST) || shown?.getAttribute('alt');
    editing.say(say('say.chosen', { name: text || (shown?.localName ?? '') }));
  };
  return (
    <>
      <div ref={ring} className={store.value.chosen === undefined ? 'ring' : 'ring ring--chosen'} />
      <Toolbar.Root ref={handles} className="bar bar--small handles" aria-label={say('editor.block')}>
        <Toolbar.Button
          className="tool tool--grip"
          aria-label={say('block.move')}
          aria-keyshortcuts="Space"
          aria-pressed={isLifted}
          title={say('block.move')}
          onMouseDown={keepFocus}
          onPointerDown={({ nativeEvent }) => dragFrom(chrome, nativeEvent, () => blockCargo(editing, place))}
          onClick={({ currentTarget }) => {
            currentTarget.focus();
            lift(currentTarget, blockCargo(editing, place));
          }}
        >
          <Icon name="grip" />
        </Toolbar.Button>
        <Menu
          label={say('editor.block')}
          items={() => [
            item(say('block.up'), shiftBlock(id, -1)),
            item(say('block.down'), shiftBlock(id, 1)),
            item(say('block.duplicate'), duplicateBlock(id)),
            { ...item(say('block.delete'), deleteBlock(id)), choose: remove },
            ...(image === undefined
              ? []
              : [{ label: say('image.edit'), choose: () => store.set({ panel: 'image', about: image }) }]),
            ...editPropertiesOf(editing, place),
            ...ways.map(([key, to], at) => ({
              label: say(key),
              apart: at === 0,
              disabled: to === undefined,
              choose: () => choose(to),
            })),
          ]}
        >
          <Icon name="more" />
        </Menu>
        <Tool icon="plus" label={say('block.insert')} act={() => store.set({ panel: 'insert', about: id })} />
        {!!store.value.stylesheet?.themes.length && (
          <Tool icon="theme" label={say('block.theme')} act={() => store.set({ panel: 'theme', about: id })} />
        )}
        {content && store.value.chosen !== undefined && !store.value.data && (
          <Toolbar.Button
            className="tool tool--wide from"
            aria-label={`${say('tool.data')}: ${content}`}
            title={say('tool.data')}
            onMouseDown={keepFocus}
            onClick={() => store.set({ data: true })}
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

/** With what was chosen its tools are gone, and the focus would be nowhere. */
function removeBlock(editing: Editing, id: number): void {
  const { store, words, editorView } = editing;
  if (!perform(editing, deleteBlock(id), words.say('block.delete')) || store.value.chosen !== id) return;
  store.set({ chosen: undefined });
  editorView.focus();
}

/** Moves, copies or deletes the block that is chosen: what keys do. */
export function act(editing: Editing, action: 'up' | 'down' | 'duplicate' | 'delete'): void {
  const id = chosenId(editing);
  if (id === undefined) return;
  if (action === 'delete') return removeBlock(editing, id);
  const command = action === 'duplicate' ? duplicateBlock(id) : shiftBlock(id, action === 'up' ? -1 : 1);
  performOnBlock(editing, command, editing.words.say(`block.${action}`));
}

/** Who has chosen a block by its tools stays there; else the text would have the focus again. */
function performOnBlock(editing: Editing, command: Command, action: string): void {
  if (editing.store.value.chosen !== undefined) editing.editorView.blur();
  perform(editing, command, action);
}
