/** All that an editor shows, in the browser's top layer: nothing of the page lies over it, and nothing of it moves. */
import { DirectionProvider } from '@base-ui/react/direction-provider';
import { useEffect, useLayoutEffect, useRef, type ComponentType, type FocusEvent, type ReactNode } from 'react';
import { resetZoom } from '../../../../src/utils/frontend/zoom';
import type { Follower } from '../follow';
import type { Editing, Panel } from '../view';
import { Bar, FRAME } from './bar';
import { Chromes, put, useChrome, usePlaced, useView } from './context';
import { late, loadLate } from './late';

function FrameAround(): ReactNode {
  const { editing } = useChrome();
  const frame = useRef<HTMLDivElement>(null);
  usePlaced(frame, (element) => {
    const { left, top, width, height } = editing.element.getBoundingClientRect();
    // Where its sides are out of sight its line would be one on the neighbors: it stands on the component's own edges.
    element.classList.toggle('frame--whole', width + FRAME.wider > innerWidth);
    put(element, {
      left: left - FRAME.wider / 2,
      top: top - FRAME.above,
      width: width + FRAME.wider,
      height: height + FRAME.higher,
    });
  });
  return <div ref={frame} className="frame" />;
}

const PANELS: Readonly<Record<Panel, ComponentType>> = Object.freeze({
  link: late('LinkPanel', () => import('../late/link')),
  image: late('ImagePanel', () => import('../late/pick/image')),
  theme: late('ThemePanel', () => import('../late/pick/theme')),
  insert: late('InsertPanel', () => import('../late/pick/insert')),
  history: late('HistoryPanel', () => import('../late/pick/history')),
  external: late('ExternalPanel', () => import('../late/external/panel'), true),
  checks: late('Checks', () => import('../late/checks')),
  forks: late('Customizations', () => import('../late/forks'), true),
  conflict: late('Conflict', () => import('../late/compare')),
  origin: late('Origin', () => import('../late/compare')),
  keys: late('Shortcuts', () => import('../late/shortcuts')),
  preview: late('Now', () => import('../late/preview')),
  restore: late('Restorable', () => import('../late/preview')),
});
const Ask = late('Ask', () => import('../late/ask'));
const BlockHandles = late('BlockHandles', () => import('../late/handles'));
const Banners = late('Banners', () => import('./banners'));
const SelectionTools = late('SelectionTools', () => import('./selection'));
const DataMode = late('DataMode', () => import('../late/data'));

/** Everything beside the bar that is open right now. */
function Rest(): ReactNode {
  const { panel, said, data, snapshot } = useView();
  // Of what is closed there is nothing to show: it may be closed before the chrome is gone.
  const isOpen = !!snapshot.editor;
  const Open = isOpen && panel && PANELS[panel];
  return (
    <>
      <SelectionTools />
      <Banners />
      {isOpen && data && <DataMode />}
      {Open && <Open />}
      <Ask />
      <p className="said" role="status">
        {said}
      </p>
    </>
  );
}

export function Chrome({ editing, follower }: { readonly editing: Editing; readonly follower: Follower }): ReactNode {
  const layer = useRef<HTMLDivElement>(null);
  const { words, shell, editorView, store } = editing;
  useLayoutEffect(() => layer.current!.showPopover(), []);
  useEffect(loadLate, []);
  useLayoutEffect(() => follower.on(() => layer.current && resetZoom(layer.current)), [follower]);
  // What is drawn otherwise may stand elsewhere.
  useEffect(() => store.subscribe(follower.look), [store, follower]);
  const back = <span className="edge" tabIndex={0} onFocus={() => editorView.focus()} />;
  /** From the tools Shift+Tab leads to the text; from the text, which is before them, Tab leads to the tools. */
  const ahead = ({ relatedTarget }: FocusEvent): void => {
    if (layer.current!.contains(relatedTarget as Node | null)) editorView.focus();
    else layer.current!.querySelector<HTMLElement>('.bar--main [tabindex="0"]')?.focus();
  };
  return (
    <Chromes value={{ editing, follower }}>
      <DirectionProvider direction={words.direction}>
        <div
          ref={layer}
          className="layer"
          popover="manual"
          role="group"
          aria-label={words.say('editor.label', { component: shell.target.component })}
          lang={words.language}
          dir={words.direction}
        >
          <FrameAround />
          <span className="edge" tabIndex={0} onFocus={ahead} />
          <BlockHandles />
          <Bar />
          <Rest />
          {back}
        </div>
      </DirectionProvider>
    </Chromes>
  );
}
