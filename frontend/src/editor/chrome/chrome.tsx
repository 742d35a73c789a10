/** All that an editor shows, in the browser's top layer: nothing of the page lies over it, and nothing of it moves. */
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, type ComponentType, type ReactNode } from 'react';
import type { Follower } from '../follow';
import type { Editing, Panel } from '../view';
import { Ask } from './ask';
import { Banners } from './banners';
import { Bar, FRAME } from './bar';
import { Chromes, put, useChrome, usePlaced, useView } from './context';
import { SelectionTools } from './selection';

function FrameAround(): ReactNode {
  const { editing } = useChrome();
  const frame = useRef<HTMLDivElement>(null);
  usePlaced(frame, (element) => {
    const { left, top, width, height } = editing.element.getBoundingClientRect();
    put(element, {
      left: left - FRAME.wider / 2,
      top: top - FRAME.above,
      width: width + FRAME.wider,
      height: height + FRAME.higher,
    });
  });
  return <div ref={frame} className="frame" />;
}

/** A part of the chrome that is loaded when it is shown first. */
const late = <Name extends string>(name: Name, load: () => Promise<Record<Name, ComponentType>>) =>
  lazy(async () => ({ default: (await load())[name] }));

const PANELS: Readonly<Record<Panel, ComponentType>> = Object.freeze({
  link: late('LinkPanel', () => import('../late/link')),
  image: late('ImagePanel', () => import('../late/image')),
  checks: late('Checks', () => import('../late/checks')),
  conflict: late('Conflict', () => import('../late/compare')),
  origin: late('Origin', () => import('../late/compare')),
  preview: late('Now', () => import('../late/preview')),
  restore: late('Restorable', () => import('../late/preview')),
});
const BlockHandles = late('BlockHandles', () => import('../late/handles'));
const DataMode = late('DataMode', () => import('../late/data'));

/** Everything beside the bar that is open right now. */
function Rest(): ReactNode {
  const { panel, said, data } = useView();
  const Open = panel && PANELS[panel];
  return (
    <>
      <SelectionTools />
      <Banners />
      <Suspense fallback={null}>
        {data && <DataMode />}
        {Open && <Open />}
      </Suspense>
      <Ask />
      <p className="said" role="status">
        {said}
      </p>
    </>
  );
}

export function Chrome({ editing, follower }: { readonly editing: Editing; readonly follower: Follower }): ReactNode {
  const layer = useRef<HTMLDivElement>(null);
  const { words, shell, canvas, store } = editing;
  useLayoutEffect(() => layer.current!.showPopover(), []);
  // What is drawn otherwise may stand elsewhere.
  useEffect(() => store.subscribe(follower.look), [store, follower]);
  const back = <span className="edge" tabIndex={0} onFocus={() => canvas.focus()} />;
  return (
    <Chromes value={{ editing, follower }}>
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
        {back}
        <Suspense fallback={null}>
          <BlockHandles />
        </Suspense>
        <Bar />
        <Rest />
        {back}
      </div>
    </Chromes>
  );
}
