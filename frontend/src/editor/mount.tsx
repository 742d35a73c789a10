/** `/editor.js` opens the editor for a component of the page: its view, its interface and its shortcuts. */
import { logError } from '../../../src/global/logger';
import { canLink } from '../../../src/utils/editing/model/commands/link-at';
import { redo, undo } from '../../../src/utils/editing/model/commands/undo';
import { elementsOf } from '../../../src/utils/editing/model/syntax-tree';
import type { EditorScript } from '../../../src/utils/frontend/types';
import { adoptStyle, renderRoot, type RenderedRoot } from '../ui-kit/root';
import { boundElementAt } from './view/locate';
import type { BlockAction } from './ui/block-handles';
import { EditorUI } from './ui/editor-ui';
import { loadPanels } from './ui/lazy-component';
import { runWithPart } from './ui/missing-part';
import { runAndAnnounce } from './ui/run-and-announce';
import { tabStopOf, type Surfaces } from './ui/surfaces';
import editorStyle from './ui/styles/editor.css?inline';
import { openEditor } from './open-editor';
import { FrameLostError } from './view/iframe/frame-lost';
import { observePosition } from './position-observer';
import { modalOf, preparePortal } from './portal';
import { addPanelMessages, loadEditorMessages } from './messages';
import { listenToKeys } from './keyboard-shortcuts';

/** Media queries for which the interface has additional styles. */
const ADAPTING_MEDIA = '(pointer: coarse), (prefers-contrast: more), (forced-colors: active)';

/** Requires popovers: the interface is in the browser's top layer, where the page's CSS cannot cover or clip it. */
function requirePopovers(): void {
  if (!('popover' in HTMLElement.prototype))
    throw new Error(
      'the editor cannot open: this browser has no popovers. Use Chrome 114, Edge 114, Firefox 125, Safari 17 or a newer one.',
    );
}

/** The focused element, through shadow roots. */
function focusedElement(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

/** Opens the editor for the shell's component. */
export const mount: EditorScript['mount'] = async (shell, dependencies) => {
  requirePopovers();
  const previousFocus = focusedElement();
  const messages = await loadEditorMessages(shell.frontend);
  const openPortal = await preparePortal(shell.content.element, shell.container);
  const controller = await openEditor(shell, dependencies, messages);
  const { session, element, store } = controller;
  let portal = openPortal();
  const positionObserver = observePosition(element);
  const surfaces: Surfaces = new Map();
  positionObserver.subscribe(() => controller.editableRoot.update());
  // Renders the current state before a tool is used.
  const update = (): void => {
    void controller.flush();
    store.flush();
  };
  let stopKeys = (): void => {};
  let renderedRoot: RenderedRoot<object> | undefined;
  /** The styles of the interface, for a new portal. Later ones are added to the first. */
  const styles = [editorStyle];
  const addStyle = (css: string): void => {
    styles.push(css);
    adoptStyle(portal.container, css);
  };
  /** Renders the interface into its portal. */
  async function renderInterface(): Promise<void> {
    const { container } = portal;
    for (const each of styles) adoptStyle(container, each);
    renderedRoot = await renderRoot(container, EditorUI, { controller, positionObserver, surfaces }, editorStyle);
    startListening();
  }
  function startListening(): void {
    for (const kind of ['pointerdown', 'focusin'] as const) portal.container.addEventListener(kind, update, true);
  }
  /** Ends the session and the user's presence. */
  function end(): void {
    stopKeys();
    stopListening();
    positionObserver.disconnect();
    store.getState().confirmation?.answer(false);
    session.abandon();
    controller.leave();
  }
  function stopListening(): void {
    for (const kind of ['pointerdown', 'focusin'] as const) portal.container.removeEventListener(kind, update, true);
  }
  function clear(): void {
    renderedRoot?.unmount();
    renderedRoot = undefined;
    portal.remove();
  }
  try {
    adoptStyle(portal.container, editorStyle);
    const loadStyle = (loading: Promise<{ default: string }>): Promise<void> =>
      loading.then(
        (module) => addStyle(module.default),
        (error: Error) =>
          logError(`the editor lacks a style, so that parts of it look plain. Reload the page: ${error.message}`),
      );
    void loadStyle(import('./ui/styles/panels.css?inline'));
    // Waits only if the styles apply now. Otherwise they load for a later change of media.
    const adapting = import('./ui/styles/adaptations.css?inline');
    if (matchMedia(ADAPTING_MEDIA).matches) await adapting;
    // The pressed element gets its node id in the first render.
    if (shell.content.point) await element.whenRendered?.().catch(() => {});
    await renderInterface();
    void loadStyle(adapting);
    const tools = (): HTMLElement | undefined => tabStopOf(surfaces, 'bar');

    const isCovered = (): boolean => !!portal.container.querySelector('dialog:modal');
    // Loaded in advance, so that a shortcut takes effect before the next key, such as Ctrl+Z.
    const handles = Promise.all([import('./ui/block-handles'), addPanelMessages(messages)]).then(([module]) => module);
    let runAction: Awaited<typeof handles>['runBlockAction'] | undefined;
    handles.then(
      (module) => (runAction = module.runBlockAction),
      () => {}, // reported where it is used
    );
    const runOnBlock = (action: BlockAction): void =>
      runAction
        ? runAction(controller, action)
        : runWithPart(controller, 'block handles', handles, ({ runBlockAction }) => runBlockAction(controller, action));
    const listen = (): void => {
      const frameWindow = controller.editableRoot.root.ownerDocument.defaultView!;
      // A click in a frame does not close the popovers of the page.
      if (frameWindow !== window)
        frameWindow.addEventListener('pointerdown', () =>
          portal.container.querySelectorAll<HTMLElement>('[popover=auto]').forEach((menu) => menu.hidePopover()),
        );
      stopKeys = listenToKeys(
        {
          isCovered,
          save: () => void controller.save(),
          leave: () =>
            runWithPart(controller, 'Escape', loadPanels(), ({ handleEscape }) => handleEscape(controller, tools)),
          link: () => controller.editorView.area && controller.run(canLink) && store.set({ panel: 'link' }),
          history: (action) =>
            void runAndAnnounce(controller, action === 'undo' ? undo : redo, messages.t(`tool.${action}`)),
          shortcuts() {
            if (store.getState().panel === 'keys') store.set({ panel: null });
            else if (!isCovered()) store.set({ panel: 'keys' });
          },
          cross() {
            const inTools = portal.container.contains((portal.container.getRootNode() as ShadowRoot).activeElement);
            if (inTools) controller.editorView.focus();
            else tools()?.focus({ focusVisible: true });
          },
          remove() {
            if (store.getState().selectedNode === undefined) return false;
            runOnBlock('delete');
            return true;
          },
          block: runOnBlock,
        },
        element,
        () => portal.container,
        new Set([window, frameWindow]),
      );
    };
    listen();
    const { point } = shell.content;
    const { editableRoot } = controller;
    const bound = point && boundElementAt(editableRoot.content, point);
    // Data-bound content is not editable. It is selected, and its toolbar shows the binding.
    if (bound === undefined) controller.editorView.focus(point && editableRoot.fromPage(point));
    controller.announce(messages.t('status.ready'));
    // Without editable text, elements can still be selected, bound and moved.
    const [first] = elementsOf(session.snapshot.editor!.document);
    const selectedNode = bound?.id ?? first?.node.id;
    if (!controller.editorView.active && store.getState().selectedNode === undefined && selectedNode !== undefined) {
      store.set({ selectedNode, selectedCopy: bound });
      tools()?.focus();
    }

    let isClosed = false;
    let isMoving = false;
    /** Remembers the text focus if the page moves the component again before the view is recreated. */
    let wasTyping = false;
    /**
     * Follows the component when the page moves it into or out of a modal dialog or popover, or opens or closes one
     * around it. A frame that is moved loses its document.
     */
    async function followPage(): Promise<void> {
      const isFrameLost = element.isConnected && controller.editableRoot.isLost();
      const isInPlace =
        modalOf(element, shell.container) === portal.modal && (!portal.modal || portal.container.isConnected);
      if (isClosed || (isInPlace && !isFrameLost)) return;
      isMoving = true;
      try {
        const [open, { moveInterface }] = await Promise.all([preparePortal(element, shell.container), loadPanels()]);
        if (isClosed) return;
        const hadFocus = portal.container.contains((portal.container.getRootNode() as Document).activeElement);
        if (isFrameLost) {
          const isNowhere = !hadFocus && document.activeElement === document.body;
          wasTyping = isNowhere && (wasTyping || !!controller.editorView.area);
          await controller.renewView();
          if (isClosed) return controller.leave();
          stopKeys();
          listen();
          if (wasTyping) controller.editorView.focus();
          wasTyping = false;
          // Subscribers of the frame get the new one.
          store.set({});
        }
        if (isInPlace) return;
        stopListening();
        const previousPortal = portal;
        portal = open();
        moveInterface(previousPortal.container, portal.container, renderedRoot!);
        previousPortal.remove();
        startListening();
      } finally {
        isMoving = false;
        if (!isClosed) positionObserver.update();
      }
    }
    let followedVersion = -1;
    positionObserver.subscribe(() => {
      if (isMoving || positionObserver.version === followedVersion) return;
      followedVersion = positionObserver.version;
      followPage().catch((error: unknown) => {
        // The page has moved it again. Tries again when it has moved or is back.
        if (error instanceof FrameLostError) followedVersion = -1;
        else logError('Could not move the tools of the editor. Save, and open the editor again', error);
      });
    });
    /** Closes the editor and restores the focus, unless the user has focused something in the page. */
    function leave(): void {
      if (isClosed) return;
      isClosed = true;
      const isInInterface = (): boolean =>
        portal.container.contains((portal.container.getRootNode() as ShadowRoot).activeElement);
      // After a key in the tools, the focus stays visible. Some browsers hide it if the last press was by mouse.
      const focusVisible = isInInterface() && focusedElement()!.matches(':focus-visible');
      end();
      portal.container.querySelector<HTMLElement>('[popover]')?.hidePopover();
      // A component that was clicked, or opened by keyboard, has lost the focus. It is focusable again once its editor
      // counts as closed.
      setTimeout(() => {
        // Some browsers keep the focus in the hidden interface until it is removed.
        if (focusedElement() !== document.body && !isInInterface()) return;
        const isThere = previousFocus?.isConnected && previousFocus !== document.body;
        const target = (isThere ? previousFocus : element) as HTMLElement;
        target.focus({ preventScroll: true, ...(focusVisible ? { focusVisible } : {}) });
      });
    }

    return {
      async close() {
        if (!(await controller.close())) return false;
        leave();
        return true;
      },
      async save() {
        await controller.save();
        await controller.refreshed();
      },
      async unfork() {
        await controller.unfork();
        await controller.refreshed();
      },
      async discard() {
        controller.discard();
      },
      unmount() {
        leave();
        clear();
      },
    };
  } catch (error) {
    // An open session without an interface could not be closed.
    end();
    clear();
    throw error;
  }
};
