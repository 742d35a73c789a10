/** What should be looked at before saving, each with a way to its place; it warns, and blocks nothing. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Finding } from '../../../../src/utils/editing/checks/checks';
import { useChrome, useView } from '../chrome/context';
import { shownAs } from '../chrome/chosen';
import { typableBlocks } from '../canvas/root';
import type { Editing } from '../view';
import { useAside } from './aside';
import { look } from './look';

/** Goes to a finding: its text is selected, else its element is chosen, and its tools have the focus. */
function go(editing: Editing, { id, from, to }: Finding, chrome: ShadowRoot): void {
  const { session, store, canvas } = editing;
  const { document: view } = session.snapshot.editor!;
  shownAs(editing, id)?.scrollIntoView({ block: 'center' });
  const blocks = typableBlocks(view);
  // The text in it, or the text that it stands in.
  const inner = blocks.find((block) => block.from >= from && block.to <= to);
  if (!inner && !blocks.some((block) => block.from <= from && block.to >= to)) {
    canvas.blur();
    store.set({ chosen: id });
    // They are drawn, and stand there, by the next frame.
    requestAnimationFrame(() => chrome.querySelector<HTMLElement>('.handles [tabindex="0"]')?.focus());
    return;
  }
  session.dispatch({ splices: [], selection: { anchor: inner?.from ?? from, head: inner?.to ?? to } });
  canvas.focus();
}

export function Checks(): ReactNode {
  const { editing } = useChrome();
  const { findings, snapshot } = useView();
  const { words, store } = editing;
  const { say } = words;
  // What was found before the panel was opened is not what holds now.
  const [isLooked, setLooked] = useState(false);
  useEffect(() => void look(editing).then(() => setLooked(true)), [editing, snapshot.editor?.document]);
  const section = useRef<HTMLElement>(null);
  useAside(section);
  return (
    <section
      ref={section}
      className="aside"
      aria-label={say('tool.checks')}
      data-escape=""
      aria-busy={!isLooked}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        store.set({ panel: null });
        editing.canvas.focus();
      }}
    >
      <h2 className="aside__title">
        {findings.length ? say('checks.count', { count: findings.length }) : say('checks.none')}
      </h2>
      <ul className="aside__list">
        {findings.map((each) => (
          <li key={`${each.key} ${each.id}`} className="finding">
            <span className="finding__text">{words.fill(each)}</span>
            <button
              className="button"
              type="button"
              onClick={(event) => go(editing, each, event.currentTarget.getRootNode() as ShadowRoot)}
            >
              {say('checks.go')}
            </button>
          </li>
        ))}
      </ul>
      <button className="button" type="button" onClick={() => store.set({ panel: null })}>
        {say('action.close')}
      </button>
    </section>
  );
}
