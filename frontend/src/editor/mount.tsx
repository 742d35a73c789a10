/** What `/editor.js` is for: a component of the page is edited where it stands, with the chrome around it. */
import { logError } from '../../../src/global/logger';
import { canLink } from '../../../src/utils/editing/commands/set-link';
import { redo, undo } from '../../../src/utils/editing/commands/undo';
import { elementsOf } from '../../../src/utils/editing/syntax-tree';
import type { EditorScript } from '../../../src/utils/frontend/types';
import { languageOf } from '../frame/language';
import { adoptStyle, draw } from '../frame/root';
import { boundAt } from './view/locate';
import { Chrome } from './chrome/chrome';
import { perform } from './chrome/perform';
import chromeStyle from './chrome/chrome.css?inline';
import { openEditing } from './editing';
import { follow } from './follow';
import { homeFor } from './home';
import { listenToKeys } from './keys';
import { wordsFor } from './words';

/** Who the chrome is adapted to. */
const ADAPTS = '(pointer: coarse), (prefers-contrast: more), (forced-colors: active)';

/** What has the focus, through shadow roots. */
function focused(): Element | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}

/** Opens the component that the shell is about. */
export const mount: EditorScript['mount'] = async (shell, ports) => {
  const before = focused();
  const words = await wordsFor(languageOf(shell.element));
  const editing = await openEditing(shell, ports, words);
  const { session, element, store, stage } = editing;
  const home = homeFor(element, shell.container);
  const follower = follow(element);
  follower.on(stage.update);
  // Who reaches for the chrome finds it as things are.
  const told = (): void => {
    editing.editorView.settle();
    store.flush();
  };
  let stopKeys = (): void => {};
  let drawn: { unmount(): void } | undefined;
  /** Nobody is here any more: not for others either. */
  function end(): void {
    stopKeys();
    for (const kind of ['pointerdown', 'focusin'] as const) home.place.removeEventListener(kind, told, true);
    follower.stop();
    store.value.asked?.answer(false);
    session.abandon();
    editing.leave();
  }
  function clear(): void {
    drawn?.unmount();
    home.remove();
  }
  try {
    // The first of its styles: the others add to it, whichever comes next.
    adoptStyle(home.place, chromeStyle);
    const style = (arrives: Promise<{ default: string }>): Promise<void> =>
      arrives.then(
        (arrived) => adoptStyle(home.place, arrived.default),
        (error: Error) => logError(`the editor lacks a style, so that parts of it look plain: ${error.message}`),
      );
    void style(import('./late/late.css?inline'));
    // Whoever it is about sees nothing without it; the others may come to need it.
    const adapting = import('./chrome/adapt.css?inline');
    if (matchMedia(ADAPTS).matches) await adapting;
    // What somebody pressed on has its number once it is painted.
    if (shell.content.point) await element.whenRendered?.().catch(() => {});
    drawn = await draw(home.place, Chrome, { editing, follower }, chromeStyle);
    void style(adapting);
    for (const kind of ['pointerdown', 'focusin'] as const) home.place.addEventListener(kind, told, true);
    const tools = (): HTMLElement | null => home.place.querySelector('.bar--main [tabindex="0"]');

    const framed = stage.root.ownerDocument.defaultView!;
    // A menu does not hear of what is pressed in a frame.
    if (framed !== window)
      framed.addEventListener('pointerdown', () =>
        home.place.querySelectorAll<HTMLElement>('[popover=auto]').forEach((menu) => menu.hidePopover()),
      );
    const isCovered = (): boolean => !!home.place.querySelector('dialog:modal');
    // What a key does is done before the next one: Ctrl+Z right behind it takes it back.
    const handles = import('./late/handles');
    let act: Awaited<typeof handles>['act'] | undefined;
    handles.then(
      (late) => (act = late.act),
      () => {}, // told where it is asked for
    );
    stopKeys = listenToKeys(
      {
        isCovered,
        save: () => void editing.save(),
        // What stands beside what is edited goes first, wherever the focus is.
        close() {
          if (!store.value.panel) return shell.close();
          store.set({ panel: null });
          editing.editorView.focus();
        },
        link: () => editing.editorView.area && editing.run(canLink) && store.set({ panel: 'link' }),
        history: (action) => void perform(editing, action === 'undo' ? undo : redo, words.say(`tool.${action}`)),
        shortcuts() {
          if (store.value.panel === 'keys') store.set({ panel: null });
          else if (!isCovered()) store.set({ panel: 'keys' });
        },
        cross() {
          const inTools = home.place.contains((home.place.getRootNode() as ShadowRoot).activeElement);
          if (inTools) editing.editorView.focus();
          else tools()?.focus();
        },
        remove() {
          if (store.value.chosen === undefined) return false;
          if (act) act(editing, 'delete');
          else void handles.then(({ act }) => act(editing, 'delete'));
          return true;
        },
        block: (action) => (act ? act(editing, action) : void handles.then(({ act }) => act(editing, action))),
      },
      new Set([window, framed]),
    );
    const { point } = shell.content;
    const bound = point && boundAt(stage.content, point);
    // What data says is not typed: it is chosen, and its tools say where it comes from.
    if (bound === undefined) editing.editorView.focus(point && stage.fromPage(point));
    editing.say(words.say('say.ready'));
    // Where nothing can be typed in, all of it can still be chosen, bound, moved.
    const [first] = elementsOf(session.snapshot.editor!.document);
    const chosen = bound ?? first?.node.id;
    if (!editing.editorView.active && store.value.chosen === undefined && chosen !== undefined) {
      store.set({ chosen });
      tools()?.focus();
    }

    // Opened by a key, a component has lost the focus by now: it can not have it while it is edited.
    const lost = shell.content.point ? null : (element as HTMLElement);
    const back = before && before !== document.body ? (before as HTMLElement) : lost;
    let left = false;
    /** Nothing of the editor is left on the page, and the focus is where it was. */
    function leave(): void {
      if (left) return;
      left = true;
      end();
      home.place.querySelector<HTMLElement>('[popover]')?.hidePopover();
      // A component can have the focus again once its editor counts as closed.
      setTimeout(() => back?.isConnected && back.focus({ preventScroll: true }));
    }

    return {
      async close() {
        if (!(await session.close())) return false;
        leave();
        return true;
      },
      async save() {
        await editing.save();
        await editing.refreshed();
      },
      async unfork() {
        await editing.unfork();
        await editing.refreshed();
      },
      async discard() {
        session.discard();
      },
      unmount() {
        leave();
        clear();
      },
    };
  } catch (error) {
    // What is open without its chrome could be closed by nobody.
    end();
    clear();
    throw error;
  }
};
