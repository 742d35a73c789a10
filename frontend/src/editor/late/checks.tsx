/** What should be looked at before saving, each with a way to its place; it warns, and blocks nothing. */
import { useEffect, type ReactNode } from 'react';
import { useChrome, useView } from '../chrome/context';
import { shownAs } from '../chrome/chosen';
import type { Editing } from '../view';
import { look } from './look';

/** Goes to a finding: its text is selected, else its element is chosen. */
function go(editing: Editing, { id, from, to }: { id: number; from: number; to: number }): void {
  editing.session.dispatch({ splices: [], selection: { anchor: from, head: to } });
  shownAs(editing, id)?.scrollIntoView({ block: 'center' });
  editing.canvas.focus();
  editing.store.set({ chosen: id });
}

export function Checks(): ReactNode {
  const { editing } = useChrome();
  const { findings, snapshot } = useView();
  const { words, store } = editing;
  const { say } = words;
  useEffect(() => void look(editing), [editing, snapshot.editor?.document]);
  return (
    <section
      className="aside"
      aria-label={say('tool.checks')}
      data-escape=""
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
            <button className="button" type="button" onClick={() => go(editing, each)}>
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
