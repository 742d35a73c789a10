/** What who edits should know, without being stopped by it: each notice with what can be done about it. */
import { useEffect, useRef, type ReactNode } from 'react';
import { undo } from '../../../../src/utils/editing/commands/undo';
import { hasChanges } from '../../../../src/utils/editing/session/snapshot';
import type { Editing, View } from '../view';
import { chosenId, shownAs } from './chosen';
import { useChrome, usePlaced, useView } from './context';
import { Icon } from './icons';
import { perform } from './perform';
import { reasonOf } from './reason';
import { keepFocus } from './tool';
import { widthNow } from './width';

/** Pixels that notices keep clear of what is edited, its ring included. */
const CLEAR = 16;

/** On a narrow screen notices stand at the top, away from the tools; at the foot where they would cover what is edited. */
function placeNotices(list: HTMLElement, editing: Editing): void {
  const id = chosenId(editing);
  const edited = id === undefined ? undefined : shownAs(editing, id)?.getBoundingClientRect();
  const isCovered = !!edited && edited.bottom > 0 && edited.top < list.offsetHeight + CLEAR;
  list.classList.toggle('banners--top', widthNow() === 'narrow' && !isCovered);
}

interface Notice {
  /** Names it among those that were put away. */
  readonly id: string;
  readonly text: string;
  readonly isWrong?: boolean;
  readonly actions: readonly { readonly label: string; readonly isMain?: boolean; act(): void }[];
}

function noticesOf(editing: Editing, view: View): Notice[] {
  const { words, session, store } = editing;
  const { say, time } = words;
  const { restorable, newer, origin, error, retrying, failed } = view.snapshot;
  const found: Notice[] = [];
  if (error) {
    const key = retrying ? 'failed.retrying' : 'failed.action';
    const act = (): void => void (failed === 'unfork' ? editing.unfork() : editing.save());
    // What was only asked for is asked for again where it was.
    const actions = failed ? [{ label: say('action.retry'), isMain: true, act }] : [];
    const text = say(key, { reason: reasonOf(error, words) });
    found.push({ id: `error ${error.message}`, text, isWrong: true, actions });
  }
  if (restorable) {
    const actions = [
      { label: say('action.preview'), act: () => store.set({ panel: 'restore' }) },
      { label: say('restore.discard'), act: () => session.dismiss() },
      { label: say('restore.do'), isMain: true, act: () => void session.restore() },
    ];
    found.push({ id: 'restore', text: say('restore.offer', { time: time(restorable.time) }), actions });
  }
  if (origin) {
    const actions = [{ label: say('action.compare'), isMain: true, act: () => store.set({ panel: 'origin' }) }];
    found.push({ id: `origin ${origin.at}`, text: say('origin.changed'), actions });
  }
  if (view.snapshot.conflict && view.panel !== 'conflict') {
    const actions = [{ label: say('action.compare'), isMain: true, act: () => store.set({ panel: 'conflict' }) }];
    found.push({ id: 'conflict', text: say('conflict.title'), isWrong: true, actions });
  } else if (newer && !(view.snapshot.busy && newer.author === null)) {
    // Word of a write under way comes before its answer, which tells whose it is.
    const { at, author, revision } = newer;
    const compare = async (): Promise<void> => {
      if (await session.compare()) store.set({ panel: 'conflict' });
    };
    // What nobody has changed here is shown as they saved it already.
    const isTaken = view.snapshot.version?.revision === revision;
    const actions = [
      { label: say('newer.take'), act: () => void session.takeTheirs() },
      { label: say('action.compare'), isMain: true, act: () => void compare() },
    ];
    const values = { name: author ?? '', time: time(at) };
    const text = say(author === null ? 'newer.saved' : 'newer.savedBy', values);
    found.push({ id: `newer ${revision}`, text, actions: isTaken ? [] : actions });
  }
  if (view.pasted) {
    const list = view.pasted.lost.map((message) => words.fill(message)).join(' · ');
    const takeBack = (): void => {
      store.set({ pasted: null });
      perform(editing, undo, say('tool.undo'));
    };
    const actions = [{ label: say('tool.undo'), act: takeBack }];
    found.push({ id: 'paste', text: say('paste.lost', { list }), actions });
  }
  if (view.findings.length > 0 && view.panel !== 'checks' && !hasChanges(view.snapshot)) {
    const actions = [{ label: say('tool.checks'), isMain: true, act: () => store.set({ panel: 'checks' }) }];
    const id = `checks ${view.snapshot.version?.revision}`;
    found.push({ id, text: say('checks.count', { count: view.findings.length }), actions });
  }
  if (view.full) found.push({ id: 'full', text: say('failed.full'), isWrong: true, actions: [] });
  if (view.unkept) found.push({ id: 'unkept', text: say('failed.journal'), isWrong: true, actions: [] });
  return found.filter(({ id }) => !view.hidden.includes(id));
}

export function Banners(): ReactNode {
  const { editing } = useChrome();
  const view = useView();
  const { store, words } = editing;
  const notices = noticesOf(editing, view);
  const list = useRef<HTMLUListElement>(null);
  usePlaced(list, (element) => placeNotices(element, editing));
  const told = notices.map(({ text }) => text).join('\n');
  useEffect(() => {
    if (told) editing.say(told);
  }, [told, editing]);
  // A notice that goes away under a key takes the focus with it: the text has it again, unless something else took it.
  const held = useRef<HTMLElement>(undefined);
  useEffect(() => {
    if (!held.current || held.current.isConnected) return;
    held.current = undefined;
    if (document.activeElement === document.body) editing.editorView.focus();
  });
  if (!notices.length) return null;
  const hide = (id: string): void =>
    store.set(
      id === 'paste' ? { pasted: null } : id === 'full' ? { full: false } : { hidden: [...store.value.hidden, id] },
    );
  return (
    <ul ref={list} className="banners" onFocus={({ target }) => (held.current = target)}>
      {notices.map(({ id, text, isWrong, actions }) => (
        <li key={id} className={isWrong ? 'banner banner--wrong' : 'banner'}>
          <Icon name="warning" />
          <p className="banner__text">{text}</p>
          <div className="banner__actions" onMouseDown={keepFocus}>
            {actions.map(({ label, isMain, act }) => (
              <button key={label} className={isMain ? 'button button--main' : 'button'} type="button" onClick={act}>
                {label}
              </button>
            ))}
            {id !== 'restore' && id !== 'conflict' && (
              <button className="button" type="button" onClick={() => hide(id)}>
                {words.say('action.dismiss')}
              </button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
