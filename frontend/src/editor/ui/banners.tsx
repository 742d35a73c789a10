/** Notices that do not block editing, each with its actions. */
import { useEffect, useRef, type ReactNode } from 'react';
import { undo } from '../../../../src/utils/editing/model/commands/undo';
import { hasChanges, isUnpublished, saveAction } from '../../../../src/utils/editing/session/snapshot';
import type { EditorController, EditorUIState } from '../types';
import { selectedBox } from './selected-element';
import {
  selectShallow,
  setPosition,
  useEditor,
  usePosition,
  useEditorState,
  type EditorUIContextValue,
} from './context';
import { Icon } from './icons';
import { isRestorable } from '../clean-paste';
import { formatMessage } from './format-message';
import { runAndAnnounce } from './run-and-announce';
import { reasonOf } from './error-reason';
import { areaOf } from './surfaces';
import { keepFocus } from './toolbar-button';
import { currentToolbarWidth } from './toolbar-width';

/** Distance in pixels between notices and the edited element with its outline. */
const CLEAR = 16;

/** On a narrow screen notices are at the top, away from the tools; at the bottom if they would cover the edited element. */
function placeNotices({ controller, obstacles, surfaces }: EditorUIContextValue, list: HTMLElement): void {
  const stuck = obstacles.stuckBars();
  const isNarrow = currentToolbarWidth() === 'narrow';
  const bar = areaOf(surfaces, 'bar');
  // The main toolbar may be at the lower edge of the window.
  const isBarBelow = !isNarrow && !!bar && bar.bottom > innerHeight - stuck.bottom - bar.height;
  const bottom = isBarBelow ? innerHeight - bar.top : stuck.bottom;
  // On a narrow screen the main toolbar may be at the upper edge.
  const top = isNarrow && bar && bar.top < innerHeight / 2 ? bar.bottom : stuck.top;
  setPosition(list, { '--stuck-top': top, '--stuck-bottom': bottom });
  const edited = selectedBox(controller);
  const isCovered = !!edited && edited.bottom > 0 && edited.top < stuck.top + list.offsetHeight + CLEAR;
  list.classList.toggle('banners--top', isNarrow && !isCovered);
}

/** State changes that dismiss notices which may appear again, by id. */
const DISMISSALS: Readonly<Record<string, Partial<EditorUIState>>> = Object.freeze({
  paste: { pasteReport: null },
  full: { isOverLimit: false },
  hidden: { isTextHidden: false },
  part: { isPartMissing: false },
});

interface Notice {
  /** The key of the notice in the list of dismissed ones. */
  readonly id: string;
  readonly text: string;
  readonly isWrong?: boolean;
  readonly actions: readonly { readonly label: string; readonly isMain?: boolean; act(): void }[];
}

/** The part of the state that notices depend on. Typing changes none of it. */
const selectNoticeState = selectShallow(({ snapshot, ...state }) => ({
  restorable: snapshot.restorable,
  newer: snapshot.newer,
  origin: snapshot.origin,
  error: snapshot.error,
  retrying: snapshot.retrying,
  failed: snapshot.failed,
  hasConflict: !!snapshot.conflict,
  busy: snapshot.busy,
  revision: snapshot.version?.revision,
  savedAt: snapshot.version?.modifiedAt,
  isUnpublished: isUnpublished(snapshot),
  saveAction: saveAction(snapshot),
  hasChanges: hasChanges(snapshot),
  panel: state.panel,
  pasteReport: state.pasteReport,
  diagnostics: state.diagnostics,
  isOverLimit: state.isOverLimit,
  isJournalFailing: state.isJournalFailing,
  isTextHidden: state.isTextHidden,
  isPartMissing: state.isPartMissing,
  dismissedNotices: state.dismissedNotices,
}));

function noticesOf(controller: EditorController, view: ReturnType<typeof selectNoticeState>): Notice[] {
  const { messages, session, store } = controller;
  const { t, formatTime } = messages;
  const { restorable, newer, origin, error, retrying, failed } = view;
  const found: Notice[] = [];
  if (error) {
    const key = retrying ? 'failed.retrying' : 'failed.action';
    const act = (): void => void (failed === 'unfork' ? controller.unfork() : controller.save());
    // An error without a failed action is retried where the action is.
    const actions = failed ? [{ label: t('action.retry'), isMain: true, act }] : [];
    const text = t(key, { reason: reasonOf(error, messages) });
    found.push({ id: `error ${error.message}`, text, isWrong: true, actions });
  }
  if (restorable) {
    const actions = [
      { label: t('action.preview'), act: () => store.set({ panel: 'restore' }) },
      { label: t('restore.discard'), act: () => session.dismiss() },
      { label: t('restore.do'), isMain: true, act: () => void session.restore() },
    ];
    found.push({ id: 'restore', text: t('restore.offer', { time: formatTime(restorable.time) }), actions });
  }
  if (origin) {
    const actions = [{ label: t('action.compare'), isMain: true, act: () => store.set({ panel: 'origin' }) }];
    found.push({ id: `origin ${origin.at}`, text: t('origin.changed'), actions });
  }
  if (view.hasConflict && view.panel !== 'conflict') {
    const actions = [{ label: t('action.compare'), isMain: true, act: () => store.set({ panel: 'conflict' }) }];
    found.push({ id: 'conflict', text: t('conflict.title'), isWrong: true, actions });
  } else if (newer && !(view.busy && newer.author === null)) {
    // The notification of our own write may arrive before its response, which identifies the author.
    const { at, author, revision, isReset } = newer;
    const compare = async (): Promise<void> => {
      if (await session.compare()) store.set({ panel: 'conflict' });
    };
    // Without local changes, the editor already shows the new revision.
    const isShown = view.revision === revision;
    const actions = [
      { label: t('newer.take'), act: () => void session.takeTheirs() },
      { label: t('action.compare'), isMain: true, act: () => void compare() },
    ];
    const values = { name: author ?? '', time: formatTime(at) };
    const [key, keyBy] = isReset
      ? (['newer.reset', 'newer.resetBy'] as const)
      : (['newer.saved', 'newer.savedBy'] as const);
    const text = t(author === null ? key : keyBy, values);
    found.push({ id: `newer ${revision}`, text, actions: isShown ? [] : actions });
  }
  // Explains why saving is offered without changes.
  if (
    view.isUnpublished &&
    !view.hasChanges &&
    !view.busy &&
    !error &&
    !newer &&
    !view.hasConflict &&
    view.panel !== 'schedule'
  ) {
    const values = { time: formatTime(view.savedAt!), save: t(view.saveAction) };
    const actions = [{ label: t('tool.history'), act: () => store.set({ panel: 'history' }) }];
    found.push({ id: `draft ${view.revision}`, text: t('draft.unpublished', values), actions });
  }
  if (view.pasteReport) {
    const list = view.pasteReport.lost.map((message) => formatMessage(messages, message)).join(' · ');
    const undoPaste = (): void => {
      store.set({ pasteReport: null });
      runAndAnnounce(controller, undo, t('tool.undo'));
    };
    const { lost, restore } = view.pasteReport;
    const restoreLost = (): void => {
      if (!runAndAnnounce(controller, restore!, t('paste.restore'))) return;
      const remaining = lost.filter((message) => !isRestorable(message));
      store.set({ pasteReport: remaining.length ? { lost: remaining } : null });
    };
    const actions = [
      { label: t('tool.undo'), act: undoPaste },
      ...(restore && controller.can(restore) ? [{ label: t('paste.restore'), isMain: true, act: restoreLost }] : []),
    ];
    found.push({ id: 'paste', text: t('paste.lost', { list }), actions });
  }
  if (view.diagnostics.length > 0 && view.panel !== 'checks' && !view.hasChanges) {
    const actions = [{ label: t('tool.checks'), isMain: true, act: () => store.set({ panel: 'checks' }) }];
    const id = `checks ${view.revision}`;
    found.push({ id, text: t('checks.count', { count: view.diagnostics.length }), actions });
  }
  if (view.isOverLimit) found.push({ id: 'full', text: t('failed.full'), isWrong: true, actions: [] });
  if (view.isPartMissing) {
    const text = t('failed.action', { reason: t('reason.unreachable') });
    found.push({ id: 'part', text, isWrong: true, actions: [] });
  }
  if (view.isTextHidden) found.push({ id: 'hidden', text: t('text.hidden'), actions: [] });
  if (view.isJournalFailing) found.push({ id: 'unkept', text: t('failed.journal'), isWrong: true, actions: [] });
  return found.filter(({ id }) => !view.dismissedNotices.includes(id));
}

export function Banners(): ReactNode {
  const context = useEditor();
  const { controller } = context;
  const view = useEditorState(selectNoticeState);
  const { store, messages } = controller;
  const notices = noticesOf(controller, view);
  const list = useRef<HTMLUListElement>(null);
  usePosition(list, (element) => placeNotices(context, element));
  const announcement = notices.map(({ text }) => text).join('\n');
  useEffect(() => {
    if (announcement) controller.announce(announcement);
  }, [announcement, controller]);
  // Removing a focused notice drops the focus. The text gets it, unless something else did.
  const focused = useRef<HTMLElement>(undefined);
  const ids = notices.map(({ id }) => id).join();
  useEffect(() => {
    if (!focused.current || focused.current.isConnected) return;
    focused.current = undefined;
    if (document.activeElement === document.body) controller.editorView.focus();
  }, [ids, controller]);
  if (!notices.length) return null;
  const hide = (id: string): void =>
    store.set(DISMISSALS[id] ?? { dismissedNotices: [...store.getState().dismissedNotices, id] });
  return (
    <ul ref={list} className="banners" onFocus={({ target }) => (focused.current = target)}>
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
                {messages.t('action.dismiss')}
              </button>
            )}
          </div>
        </li>
      ))}
    </ul>
  );
}
