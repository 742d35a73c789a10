/** Opens the session and the view of one component of the page. */
import { openJournals } from '../../../src/utils/editing/session/journal-db';
import { MAX_BYTES } from '../../../src/utils/editing/session/recording';
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
import { runWithPart } from './ui/missing-part';
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

/** Milliseconds after which a save is announced as in progress. */
const SLOW_SAVE = 1000;

// Not among the panels, because the first click may come before they have loaded.
const loadClicks = (): Promise<typeof import('./ui/click-selection')> => import('./ui/click-selection');
preload(loadClicks);

export interface OpenEditor extends EditorController {
  /** Recreates the view after the page has moved the component and its frame has lost its document. */
  renewView(): Promise<void>;
  /** Removes the view and restores the page's element. */
  leave(): void;
}

/**
 * Opens the editor for a shell.
 * @throws the error that prevented the session from opening
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
  let onSaved = (_version: string): void => {};
  let refreshing: Promise<void> = Promise.resolve();

  let isComposing = false;
  let slowSaveTimer: ReturnType<typeof setTimeout> | undefined;

  const promptWhileUnsaved = (snapshot: Snapshot): void =>
    promptBeforeUnload(isComposing || !!snapshot.busy || isUnfinished(snapshot));

  function refresh(): void {
    const refreshNext = (): Promise<void> => dependencies.engine.refresh(source);
    refreshing = refreshing
      .then(refreshNext)
      .catch((error: unknown) => logError('Could not show the saved content', error));
  }

  function changed(snapshot: Snapshot): void {
    const previous = store.getState().snapshot;
    if (editorView?.isReading) store.setDebounced({ snapshot });
    else store.set({ snapshot });
    promptWhileUnsaved(snapshot);
    if (snapshot.state === 'idle') return leave();
    shell.onStateChange({ forked: snapshot.forked, changed: hasChanges(snapshot) });
    // A new saved state alone does not change the rendered content.
    if (previous.editor && snapshot.editor?.selection !== previous.editor.selection) editorView?.show();
    if (snapshot.editor && snapshot.editor.text !== previous.editor?.text) {
      shell.onStateChange({ view: snapshot.editor.text });
      if (store.getState().isOverLimit) store.set({ isOverLimit: false });
    }
    // Only a slow save is announced before it completes. The notice of a failed save says that it is retried.
    if (snapshot.busy !== 'save' || snapshot.error) clearTimeout(slowSaveTimer);
    else if (!previous.busy) slowSaveTimer = setTimeout(() => announce(messages.t('status.saving')), SLOW_SAVE);
    // Saving a draft does not change the published content. Its caller announces it.
    if (previous.busy && previous.busy !== 'draft' && !snapshot.busy && !snapshot.error && !snapshot.conflict) {
      refresh();
      announce(messages.t(previous.busy === 'save' ? 'status.saved' : 'status.unforked'));
      if (previous.busy === 'save') onSaved(snapshot.version!.id);
    }
    // An open panel is not replaced, since it may have input. A notice leads to the conflict.
    if (snapshot.conflict && !previous.conflict && !store.getState().panel) store.set({ panel: 'conflict' });
    // A repeated error is shown again, even if it was dismissed.
    if (previous.error && !snapshot.error) {
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
    // The saved content is already being rendered.
    restore() {},
    onLateWrite: refresh,
    page: () => pageOf(element),
    // `Date.now` is called each time, since the page may replace it during editing.
    ...{ wait, isTransient: isTransient, changed, name: randomId, now: () => Date.now(), log: logError },
    tooLong: () => store.set({ isOverLimit: true }),
    journal: openJournals({
      now: Date.now,
      failed: (error) => {
        logError('Could not write the journal', error);
        store.set({ isJournalFailing: true });
      },
      works() {
        // The next failure shows again, even if this notice was dismissed.
        const dismissedNotices = store.getState().dismissedNotices.filter((id) => id !== 'unkept');
        store.set({ isJournalFailing: false, dismissedNotices });
      },
      locks: navigator.locks as LockManager | undefined,
    }),
  });

  /** Inputs that are queued during a render are applied before a save or close. */
  const flush = async (): Promise<void> => editorView?.flush();

  // While the view is being recreated, commands run on the session.
  const run = (command: Command): boolean => (editorView ?? session).run(command);
  const insertText = (text: string): void => void editorView?.insertText(text);
  /** Announces a text. A trailing no-break space makes repeated texts different. */
  const announce = (text: string): void =>
    store.set({ announcement: text === store.getState().announcement ? `${text}\u00a0` : text });

  /** Handles clicks on elements that may not be text, such as images. */
  const onClick = (event: MouseEvent): void => {
    const target = event.target as Element;
    // Read at once: a render may replace the target before the module has loaded.
    const isTyped = !!editorView?.area?.contains(target);
    const { panel } = store.getState();
    runWithPart(
      { store },
      'selection by clicks',
      loadClicks(),
      ({ selectClicked }) => editorView && selectClicked(controller!, { target, isTyped, panel, event }),
    );
  };

  function leave(): void {
    isComposing = false;
    clearTimeout(slowSaveTimer);
    promptWhileUnsaved(session.snapshot);
    removeView();
  }

  function removeView(): void {
    editorView?.destroy();
    editorView = undefined;
    editableRoot?.root.removeEventListener('click', onClick, true);
    editableRoot?.close();
    editableRoot = undefined;
  }

  const { library, component, version, instance } = source;
  const target = { library, component, ...(version ? { version } : {}), ...(instance ? { instance } : {}) };
  /** Creates the editable root and the view. */
  async function createView(): Promise<{ readonly editableRoot: EditableRoot; readonly editorView: EditorView }> {
    const createdRoot = await createEditableRoot(element, component, messages, dependencies);
    editableRoot = createdRoot;
    const { root } = createdRoot;
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
        const changes = {
          // An element selected as a whole stays selected while its handles have the focus, and after its text became
          // read-only.
          ...(editorView?.area?.contains(root.ownerDocument.activeElement) ? { selectedNode: undefined } : {}),
          caretMarks: editorView?.marksAtCaret(),
          selectionVersion: store.getState().selectionVersion + 1,
        };
        // A caret that moved by typing does not notify subscribers early.
        if (store.isPending) store.setDebounced(changes);
        else store.set(changes);
      },
      hidden: (isTextHidden) => store.set({ isTextHidden }),
      choose: (copy) => store.set({ selectedNode: copy.id, selectedCopy: copy }),
      paste(data) {
        // Rejects oversized text before it is parsed.
        if (data.getData('text/plain').length > MAX_BYTES) return store.set({ isOverLimit: true });
        const { document, selection } = session.snapshot.editor!;
        const block = blockAt(document, Math.min(selection.anchor, selection.head));
        pasteOf(data, !!block && isPreformatted(block), insertText, ({ command, lost, restoring }) => {
          const isApplied = run(command);
          const restore = isApplied ? restoring?.(session.snapshot.editor!.text) : undefined;
          store.set({ pasteReport: isApplied && lost.length ? { lost, restore } : null });
        });
      },
    });
    editorView = view;
    root.addEventListener('click', onClick, true);
    return { editableRoot: createdRoot, editorView: view };
  }

  if (!(await session.open(target))) throw session.snapshot.error ?? new Error('The editor closed while it opened.');
  try {
    const view = await createView();
    void shell.gateway.versions.stylesheet(library).then(
      (stylesheet) => store.set({ stylesheet }),
      (error: unknown) => logError('The library’s themes are not known', error),
    );
    /** For actions by the user: background requests may have failed to authenticate, and the user may have signed in since. */
    const withFreshAuth =
      <Result>(action: () => Result) =>
      (): Result => {
        shell.gateway.askAgain();
        return action();
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
      save: withFreshAuth(() => {
        // A conflict must be resolved before a save.
        if (session.snapshot.conflict) store.set({ panel: 'conflict' });
        return flush().then(session.save);
      }),
      saveDraft: withFreshAuth(() => flush().then(session.saveDraft)),
      unfork: withFreshAuth(() => flush().then(session.unfork)),
    };
    onSaved = (version) =>
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
