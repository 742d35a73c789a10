/** What `/editor.js` is for: a component of the page is edited where it stands, with the chrome around it. */
import type { EditorScript } from '../../../src/utils/frontend/contract';
import { draw } from '../frame/root';
import { Chrome } from './chrome/chrome';
import chromeStyle from './chrome/chrome.css?inline';
import lateStyle from './late/late.css?inline';
import { openEditing } from './editing';
import { follow } from './follow';
import { homeFor } from './home';
import { listenToKeys } from './keys';
import { languageOf, wordsFor } from './words';

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
  const { session, element, store } = editing;
  const home = homeFor(element, shell.place);
  const follower = follow(element);
  const drawn = await draw(home.place, Chrome, { editing, follower }, chromeStyle + lateStyle);
  const tools = (): HTMLElement | null => home.place.querySelector('.bar--main [tabindex="0"]');

  const stopKeys = listenToKeys({
    save: () => void session.save(),
    close: shell.close,
    link: () => store.set({ panel: 'link' }),
    cross() {
      const inTools = home.place.contains((home.place.getRootNode() as ShadowRoot).activeElement);
      if (inTools) editing.canvas.focus();
      else tools()?.focus();
    },
    block: (action) => void import('./late/handles').then(({ act }) => act(editing, action)),
  });
  editing.canvas.focus(shell.content.point);
  editing.say(words.say('say.ready'));

  // Opened by a key, a component has lost the focus by now: it can not have it while it is edited.
  const lost = shell.content.point ? null : (element as HTMLElement);
  const back = before && before !== document.body ? (before as HTMLElement) : lost;
  let left = false;
  /** Nothing of the editor is left on the page, and the focus is where it was. */
  function leave(): void {
    if (left) return;
    left = true;
    stopKeys();
    follower.stop();
    store.value.asked?.answer(false);
    session.abandon();
    editing.leave();
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
      await session.save();
      await editing.refreshed();
    },
    async unfork() {
      await session.unfork();
      await editing.refreshed();
    },
    async discard() {
      session.discard();
    },
    unmount() {
      leave();
      drawn.unmount();
      home.remove();
    },
  };
};
