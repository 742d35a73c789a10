/** Session and canvas of one component of the page, brought together. */
import { NODE } from '../../../src/utils/editing/annotate';
import { openJournals } from '../../../src/utils/editing/session/journal-db';
import { CLEANUP_DELAY, READY_DELAY } from '../../../src/utils/editing/session/ports';
import { createSession } from '../../../src/utils/editing/session/session';
import { hasChanges, IDLE, type Snapshot } from '../../../src/utils/editing/session/snapshot';
import type { Command } from '../../../src/utils/editing/state';
import type { EditorShell, Ports } from '../../../src/utils/frontend/contract';
import { passes } from '../../../src/utils/gateway/passes';
import { logError } from '../../../src/global/logger';
import { createCanvas, type Canvas, type ContentElement } from './canvas/canvas';
import { pasteOf } from './paste';
import { createStore } from './store';
import type { Editing, View, Words } from './view';

/** The element waits for these itself. */
const OF_THE_SHELL: readonly number[] = [READY_DELAY, CLEANUP_DELAY];

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (OF_THE_SHELL.includes(milliseconds)) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}

/** `crypto.randomUUID` is for secure pages only. */
const newName = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export interface OpenEditing extends Editing {
  /** Takes the canvas away; the page has its own element again. */
  leave(): void;
}

/**
 * Opens what a shell is about.
 * @throws what kept the session from opening.
 */
export async function openEditing(shell: EditorShell, ports: Ports, words: Words): Promise<OpenEditing> {
  const { source } = shell.content;
  const element = shell.content.element as ContentElement;
  const store = createStore<View>({
    ...{ snapshot: IDLE, tick: 0, asked: null, panel: null, chosen: undefined, data: false, said: '' },
    ...{ image: undefined, pasted: null, findings: [], hidden: [], stylesheet: null, unkept: false },
  });
  let canvas: Canvas | undefined;
  let saved = (): void => {};
  let refreshing: Promise<void> = Promise.resolve();

  function refresh(): void {
    const next = (): Promise<void> => ports.engine.refresh(source);
    refreshing = refreshing.then(next).catch((error: unknown) => logError('What was saved can not be shown', error));
  }

  function changed(snapshot: Snapshot): void {
    const before = store.value.snapshot;
    store.set({ snapshot });
    if (snapshot.state === 'idle') return leave();
    shell.tell({ forked: snapshot.forked, changed: hasChanges(snapshot) });
    if (snapshot.editor !== before.editor && before.editor) canvas?.show();
    if (snapshot.editor && snapshot.editor.text !== before.editor?.text) shell.tell({ view: snapshot.editor.text });
    if (before.busy && !snapshot.busy && !snapshot.error && !snapshot.conflict) {
      refresh();
      say(words.say(before.busy === 'save' ? 'say.saved' : 'say.unforked'));
      if (before.busy === 'save') saved();
    }
    if (snapshot.conflict && !before.conflict) store.set({ panel: 'conflict' });
  }

  const session = createSession({
    store: async () => shell.gateway.versions,
    loaded: () => document.fonts.ready,
    confirm: (question) =>
      new Promise((resolve) =>
        store.set({
          asked: {
            question,
            answer(yes) {
              store.set({ asked: null });
              resolve(yes);
            },
          },
        }),
      ),
    // What was saved is on its way to the page already.
    restore() {},
    ...{ wait, passes, changed, name: newName, now: Date.now, log: logError },
    journal: openJournals({
      now: Date.now,
      failed: (error) => {
        logError('The journal can not be written', error);
        store.set({ unkept: true });
      },
      locks: navigator.locks as LockManager | undefined,
    }),
  });

  const run = (command: Command): boolean => canvas?.run(command) ?? false;
  /** The same words twice are told apart by a space that nobody hears. */
  const say = (text: string): void => store.set({ said: text === store.value.said ? `${text}\u00a0` : text });

  /** An image is no text: a click on it is about its address. */
  const clicked = ({ target }: Event): void => {
    const id = target instanceof HTMLImageElement ? target.getAttribute(NODE) : null;
    if (id !== null) store.set({ panel: 'image', image: Number(id), chosen: Number(id) });
    else if (store.value.panel === 'image' || store.value.panel === 'link') store.set({ panel: null });
  };

  function leave(): void {
    canvas?.destroy();
    canvas = undefined;
    element.removeEventListener('click', clicked, true);
  }

  const { library, component, version, instance } = source;
  const target = { library, component, ...(version ? { version } : {}), ...(instance ? { instance } : {}) };
  if (!(await session.open(target)))
    throw session.snapshot.error ?? new Error('The editor was closed while it opened.');
  const tick = (): void => store.set({ tick: store.value.tick + 1 });
  canvas = createCanvas({
    element,
    state: () => session.snapshot.editor!,
    run: session.run,
    dispatch: session.dispatch,
    moved() {
      store.set({ chosen: undefined });
      tick();
    },
    choose: (id) => store.set({ chosen: id }),
    paste(data) {
      pasteOf(data, (command, lost) => {
        const apply = (): void => {
          store.set({ pasted: null });
          run(command);
        };
        if (lost.length) store.set({ pasted: { lost, apply } });
        else apply();
      });
      return undefined;
    },
  });
  void shell.gateway.versions.stylesheet(library).then(
    (stylesheet) => store.set({ stylesheet }),
    (error: unknown) => logError('The library’s themes are not known', error),
  );
  element.addEventListener('click', clicked, true);
  const editing: OpenEditing = {
    ...{ store, words, shell, ports, element, session, run, say, leave },
    canvas,
    can: (command) => !!session.snapshot.editor && command(session.snapshot.editor),
    refreshed: () => refreshing,
  };
  saved = () => void import('./late/look').then(({ look }) => look(editing));
  return editing;
}
