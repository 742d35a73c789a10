/** All that an editor shows, in the browser's top layer: nothing of the page lies over it, and nothing of it moves. */
import { useEffect, useLayoutEffect, useRef, type ReactNode } from 'react';
import type { Follower } from '../follow';
import type { Editing } from '../view';
import { Ask } from './ask';
import { Bar, FRAME } from './bar';
import { Chromes, put, useChrome, usePlaced, useView } from './context';
import { BlockHandles } from './handles';
import { LinkPanel } from './link';
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

/** Everything beside the bar that is open right now. */
function Rest(): ReactNode {
  const { panel, said } = useView();
  return (
    <>
      <SelectionTools />
      {panel === 'link' && <LinkPanel />}
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
        <BlockHandles />
        <Bar />
        <Rest />
        {back}
      </div>
    </Chromes>
  );
}
