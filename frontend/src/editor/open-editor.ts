/** Session and view of one component of the page, brought together. */
import { openJournals } from '../../../src/utils/editing/session/journal-db';
import { MOST_BYTES } from '../../../src/utils/editing/session/recording';
import { createSession } from '../../../src/utils/editing/session/session';
import { hasChanges, IDLE, isUnfinished, type Snapshot } from '../../../src/utils/editing/session/snapshot';
import { blockAt } from '../../../src/utils/editing/model/blocks';
import { isPreformatted } from '../../../src/utils/editing/model/inline-tokens';
import type { Command } from '../../../src/utils/editing/model/state';
import type { EditorShell, ScriptDependencies } from '../../../src/utils/frontend/types';
import { isTransient } from '../../../src/utils/gateway/transient-errors';
import { logError } from '../../../src/global/logger';
import { randomId } from '../../../src/global/random-id';
import { pageOf } from './page-address';
import { pasteOf } from './paste';
import { createEditableRoot } from './editable-root';
import { createStore } from './store';
import { preload } from './ui/lazy-component';
import { promptBeforeUnload } from './unload-prompt';
import { createEditorView } from './view/editor-view';
import { loadTextEditor } from './view/text/load';
import type { EditorController, EditorUIState, EditorMessages } from './types';
import type { ContentElement, EditableRoot, EditorView } from './view/types';

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

/** Milliseconds after which a save is told of as one that goes on. */
const SLOW_SAVE = 1000;

const loadClicks = (): Promise<typeof import('./ui/click-selection')> => import('./ui/click-selection');
preload(loadClicks);

export interface OpenEditor extends EditorController {
  /** Makes the view anew where the page has moved what is edited, and its frame has lost its document. Resolves once it is there. */
  renewView(): Promise<void>;
  /** Takes the view away; the page has its own element again. */
  leave(): void;
}

/**
 * Opens what a shell is about.
 * @throws what kept the session from opening.
 */
export async function openEditor(
  shell: EditorShell,
  dependencies: ScriptDependencies,
  messages: EditorMessages,
): Promise<OpenEditor> {
  const { source } = shell.content;
  const element = shell.content.element as ContentElement;
  const store = createStore<EditorUIState>({
    ...{
      snapshot: IDLE,
      caretMarks: undefined,
      selectionVersion: 0,
      confirmation: null,
      panel: null,
      selectedNode: undefined,
      selectedCopy: undefined,
      areBindingsShown: false,
      announcement: '',
    },
    ...{
      panelNode: undefined,
      pasteReport: null,
      diagnostics: [],
      dismissedNotices: [],
      stylesheet: null,
      isJournalFailing: false,
      isOverLimit: false,
      isTextHidden: false,
      isPartMissing: false,
    },
  });
  let editorView: EditorView | undefined;
  let controller: OpenEditor | undefined;
  let editableRoot: EditableRoot | undefined;
  let saved = (_version: string): void => {};
  let refreshing: Promise<void> = Promise.resolve();

  let isComposing = false;

  const promptWhileUnsaved = (snapshot: Snapshot): void =>
    promptBeforeUnload(isComposing || !!snapshot.busy || isUnfinished(snapshot));

  function refresh(): void {
    const next = (): Promise<void> => dependencies.engine.refresh(source);
    refreshing = refreshing.then(next).catch((error: unknown) => logError('Could not show the saved content', error));
  }

  function changed(snapshot: Snapshot): void {
    const before = store.getState().snapshot;
    if (editorView?.isReading) store.setDebounced({ snapshot });
    else store.set({ snapshot });
    promptWhileUnsaved(snapshot);
    if (snapshot.state === 'idle') return leave();
    shell.onStateChange({ forked: snapshot.forked, changed: hasChanges(snapshot) });
    // That the host has a text now changes nothing that is shown.
    if (before.editor && snapshot.editor?.selection !== before.editor.selection) editorView?.show();
    if (snapshot.editor && snapshot.editor.text !== before.editor?.text) {
      shell.onStateChange({ view: snapshot.editor.text });
      if (store.getState().isOverLimit) store.set({ isOverLimit: false });
    }
    // What is done in a moment is told once it is done.
    if (!before.busy && snapshot.busy === 'save')
      setTimeout(() => store.getState().snapshot.busy === 'save' && announce(messages.t('status.saving')), SLOW_SAVE);
    // A draft changes nothing that is shown, and who saves one says so.
    if (before.busy && before.busy !== 'draft' && !snapshot.busy && !snapshot.error && !snapshot.conflict) {
      refresh();
      announce(messages.t(before.busy === 'save' ? 'status.saved' : 'status.unforked'));
      if (before.busy === 'save') saved(snapshot.version!.id);
    }
    // Nothing that is open, and typed in perhaps, is taken away for it: a notice leads there.
    if (snapshot.conflict && !before.conflict && !store.getState().panel) store.set({ panel: 'conflict' });
    // What fails again is told again.
    if (before.error && !snapshot.error) {
      const dismissedNotices = store.getState().dismissedNotices.filter((id) => !id.startsWith('error '));
      if (dismissedNotices.length < store.getState().dismissedNotices.length) store.set({ dismissedNotices });
    }
  }

  const session = createSession({
    store: async () => shell.gateway.versions,
    loaded: () => document.fonts.ready,
    confirm: (question) =>
      new Promise((resolve) =>
        store.set({
          confirmation: {
            question,
            answer(yes) {
              store.set({ confirmation: null });
              resolve(yes);
            },
          },
        }),
      ),
    // What was saved is on its way to the page already.
    restore() {},
    late: refresh,
    page: () => pageOf(element),
    // The clock is asked anew each time: somebody may set the page's while it is edited.
    ...{ wait, passes: isTransient, changed, name: randomId, now: () => Date.now(), log: logError },
    tooLong: () => store.set({ isOverLimit: true }),
    journal: openJournals({
      now: Date.now,
      failed: (error) => {
        logError('Could not write the journal', error);
        store.set({ isJournalFailing: true });
      },
      locks: navigator.locks as LockManager | undefined,
    }),
  });

  /** Keys that wait for a render go before what is saved, or closed. */
  const flush = async (): Promise<void> => editorView?.flush();

  const run = (command: Command): boolean => editorView?.run(command) ?? false;
  const insertText = (text: string): void => void editorView?.insertText(text);
  /** The same words twice are told apart by a space that nobody hears. */
  const announce = (text: string): void =>
    store.set({ announcement: text === store.getState().announcement ? `${text}\u00a0` : text });

  /** What is clicked may be no text: an image, for one. */
  const clicked = (event: MouseEvent): void => {
    const target = event.target as Element;
    // When the code comes later the target may have been rendered anew, under the hands of who goes on typing.
    const isTyped = !!editorView?.area?.contains(target);
    const { panel } = store.getState();
    void loadClicks().then(
      ({ selectClicked }) => editorView && selectClicked(controller!, { target, isTyped, panel, event }),
    );
  };

  function leave(): void {
    isComposing = false;
    promptWhileUnsaved(session.snapshot);
    removeView();
  }

  function removeView(): void {
    editorView?.destroy();
    editorView = undefined;
    editableRoot?.root.removeEventListener('click', clicked, true);
    editableRoot?.close();
    editableRoot = undefined;
  }

  const { library, component, version, instance } = source;
  const target = { library, component, ...(version ? { version } : {}), ...(instance ? { instance } : {}) };
  /** Makes what is edited ready to be typed in. */
  async function createView(): Promise<{ readonly editableRoot: EditableRoot; readonly editorView: EditorView }> {
    const made = await createEditableRoot(element, component, messages, dependencies);
    editableRoot = made;
    const { root } = made;
    const createTextEditor = await loadTextEditor(root.ownerDocument, dependencies.trustedTypes);
    if (!session.snapshot.editor) throw new Error('The editor closed while it opened.');
    const view = createEditorView({
      ...{ element, root, createTextEditor },
      state: () => session.snapshot.editor!,
      run: session.run,
      dispatch: session.dispatch,
      composing(isOn) {
        isComposing = isOn;
        promptWhileUnsaved(session.snapshot);
      },
      moved() {
        const news = {
          // What is chosen as a whole stays so while its tools have the focus, and when its text can not be typed in any more.
          ...(editorView?.area?.contains(root.ownerDocument.activeElement) ? { selectedNode: undefined } : {}),
          caretMarks: editorView?.marksAtCaret(),
          selectionVersion: store.getState().selectionVersion + 1,
        };
        // A caret that is moved by typing is no news of its own.
        if (store.isPending) store.setDebounced(news);
        else store.set(news);
      },
      hidden: (isTextHidden) => store.set({ isTextHidden }),
      choose: (copy) => store.set({ selectedNode: copy.id, selectedCopy: copy }),
      paste(data) {
        // Nobody waits for what has no room.
        if (data.getData('text/plain').length > MOST_BYTES) return store.set({ isOverLimit: true });
        const { document, selection } = session.snapshot.editor!;
        const block = blockAt(document, Math.min(selection.anchor, selection.head));
        pasteOf(data, !!block && isPreformatted(block), insertText, ({ command, lost, restoring }) => {
          const done = run(command);
          const restore = done ? restoring?.(session.snapshot.editor!.text) : undefined;
          store.set({ pasteReport: done && lost.length ? { lost, restore } : null });
        });
      },
    });
    editorView = view;
    root.addEventListener('click', clicked, true);
    return { editableRoot: made, editorView: view };
  }

  if (!(await session.open(target))) throw session.snapshot.error ?? new Error('The editor closed while it opened.');
  try {
    const view = await createView();
    void shell.gateway.versions.stylesheet(library).then(
      (stylesheet) => store.set({ stylesheet }),
      (error: unknown) => logError('The library’s themes are not known', error),
    );
    /** What ran by itself may have asked in vain who this is; who presses a button may have signed in meanwhile. */
    const byHand =
      <Result>(act: () => Result) =>
      (): Result => {
        shell.gateway.askAgain();
        return act();
      };
    controller = {
      ...{ store, messages, shell, dependencies, element, session, run, announce, leave },
      ...view,
      async renewView() {
        removeView();
        try {
          Object.assign(controller!, await createView());
        } catch (error) {
          removeView();
          throw error;
        }
      },
      can: (command) => !!session.snapshot.editor && command(session.snapshot.editor),
      refreshed: () => refreshing,
      flush,
      async close() {
        editorView?.endComposition();
        await flush();
        return session.close();
      },
      discard() {
        void flush();
        return session.discard();
      },
      save: byHand(() => {
        // Nothing is saved before somebody has said how.
        if (session.snapshot.conflict) store.set({ panel: 'conflict' });
        return flush().then(session.save);
      }),
      saveDraft: byHand(() => flush().then(session.saveDraft)),
      unfork: byHand(() => flush().then(session.unfork)),
    };
    saved = (version) =>
      void import('./ui/after-save').then(
        ({ afterSave }) => afterSave(controller!, version),
        (error: unknown) => logError('Could not check the saved content', error),
      );
    return controller;
  } catch (error) {
    session.abandon();
    leave();
    throw error;
  }
}
