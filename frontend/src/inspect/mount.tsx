/** `/inspect.js` opens a panel that explains the content of each component on the page. */
import type { InspectScript } from '../../../src/utils/inspect/types';
import { adoptStyle, renderRoot } from '../ui-kit/root';
import detail from './detail.css?inline';
import findings from './findings.css?inline';
import { Highlight } from './highlight';
import style from './inspect.css?inline';
import { Panel } from './panel';
import { Store } from './store';
import { loadInspectorMessages } from './messages';

export const mount: InspectScript['mount'] = async ({ container, page, close }) => {
  const messages = await loadInspectorMessages(document.documentElement.lang || navigator.language);
  const store = new Store(page);
  await store.look();
  const highlight = new Highlight(container);
  const previousFocus = document.activeElement as HTMLElement | null;
  const own = (container.getRootNode() as ShadowRoot).host;
  // The order matters: the last sheet overrides the others, depending on the panel's size and on media features.
  for (const each of [style, detail, findings]) adoptStyle(container, each);
  const root = await renderRoot(container, Panel, { store, messages, highlight, own, close }, style);
  return {
    unmount() {
      const hadFocus = document.activeElement === own;
      store.stop();
      highlight.remove();
      root.unmount();
      if (hadFocus && previousFocus?.isConnected) previousFocus.focus({ preventScroll: true });
    },
  };
};
