/** The editor's interface. It is in the browser's top layer, so the page cannot cover it and does not shift. */
import { DirectionProvider } from '@base-ui/react/direction-provider';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentType,
  type FocusEvent,
  type ReactNode,
} from 'react';
import { resetZoom } from '../../../../src/utils/frontend/zoom';
import type { PositionObserver } from '../position-observer';
import type { EditorController, PanelName } from '../types';
import { MainToolbar, OUTLINE } from './main-toolbar';
import { EditorUIContext, setPosition, setShown, shownAreaOf, useEditor, usePosition, useEditorState } from './context';
import { createObstacles } from './obstacles';
import { tabStopOf, type Surfaces } from './surfaces';
import { lazyComponent, loadPanels, preload, preloadLazyComponents } from './lazy-component';

function EditorOutline(): ReactNode {
  const { controller } = useEditor();
  const frame = useRef<HTMLDivElement>(null);
  usePosition(frame, (element) => {
    const area = shownAreaOf(controller.element);
    setShown(element, !!area);
    if (!area) return;
    const { left, top, width, height } = area;
    // If its sides are outside of the viewport, the outline would touch neighbors. It then follows the component's own
    // edges.
    element.classList.toggle('frame--whole', width + OUTLINE.wider > innerWidth);
    setPosition(element, {
      left: left - OUTLINE.wider / 2,
      top: top - OUTLINE.above,
      width: width + OUTLINE.wider,
      height: height + OUTLINE.higher,
    });
  });
  return <div ref={frame} className="frame" />;
}

const PANELS: Readonly<Record<PanelName, ComponentType>> = Object.freeze({
  link: lazyComponent('LinkPanel', loadPanels),
  image: lazyComponent('ImagePanel', loadPanels),
  theme: lazyComponent('ThemePanel', loadPanels),
  insert: lazyComponent('InsertPanel', loadPanels),
  history: lazyComponent('HistoryPanel', loadPanels),
  external: lazyComponent('ExternalPanel', () => import('./external/panel'), true),
  checks: lazyComponent('LintPanel', loadPanels),
  forks: lazyComponent('CustomizationsPanel', () => import('./customizations-panel'), true),
  previewLinks: lazyComponent('PreviewLinksPanel', loadPanels),
  schedule: lazyComponent('SchedulePanel', () => import('./schedule/panel'), true),
  conflict: lazyComponent('ConflictPanel', loadPanels),
  origin: lazyComponent('UpstreamPanel', loadPanels),
  path: lazyComponent('PathPanel', loadPanels),
  language: lazyComponent('LanguagePanel', loadPanels),
  keys: lazyComponent('ShortcutsPanel', loadPanels),
  preview: lazyComponent('WidthPreview', loadPanels),
  restore: lazyComponent('DraftPreview', loadPanels),
});
// Pickers and checks have their own messages.
preload(async ({ language }) => (await loadPanels()).loadCheckMessages(language));
preload(async ({ language }) => (await loadPanels()).loadPickerMessages(language));
const ConfirmDialog = lazyComponent('ConfirmDialog', loadPanels);
const SelectionToolbar = lazyComponent('SelectionToolbar', loadPanels);
const DataBindings = lazyComponent('DataBindings', loadPanels);
// The toolbar of a block is needed at once. Banners display that other parts did not load.
const BlockHandles = lazyComponent('BlockHandles', () => import('./block-handles'));
const Banners = lazyComponent('Banners', () => import('./banners'));

/** All open surfaces except the main toolbar. */
function OpenPanels(): ReactNode {
  const panel = useEditorState((state) => state.panel);
  const announcement = useEditorState((state) => state.announcement);
  const areBindingsShown = useEditorState((state) => state.areBindingsShown);
  // A closed session has no content. The session may close before its interface is removed.
  const isOpen = useEditorState(({ snapshot }) => !!snapshot.editor);
  const Open = isOpen && panel && PANELS[panel];
  return (
    <>
      <SelectionToolbar />
      <Banners />
      {isOpen && areBindingsShown && <DataBindings />}
      {Open && <Open />}
      <ConfirmDialog />
      <p className="said" role="status">
        {announcement}
      </p>
    </>
  );
}

/** Focuses an element that is not interactive. It loses its `tabindex` on blur, so that a click does not focus it. */
function focusOnce(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true });
}

export function EditorUI({
  controller,
  positionObserver,
  surfaces,
}: {
  readonly controller: EditorController;
  readonly positionObserver: PositionObserver;
  readonly surfaces: Surfaces;
}): ReactNode {
  const layer = useRef<HTMLDivElement>(null);
  const { messages, shell, store } = controller;
  const [context] = useState(() => ({
    ...{ controller, positionObserver, surfaces },
    obstacles: createObstacles(
      shell.element,
      positionObserver,
      () => controller.editableRoot.root.ownerDocument.defaultView?.frameElement ?? null,
    ),
  }));
  // Renders again when the language changes.
  useSyncExternalStore(store.subscribe, () => messages.language);
  useLayoutEffect(() => layer.current!.showPopover(), []);
  useEffect(() => preloadLazyComponents(messages), [messages]);
  useLayoutEffect(
    () => positionObserver.subscribe(() => layer.current && resetZoom(layer.current)),
    [positionObserver],
  );
  // A change of state may move elements.
  useEffect(() => store.subscribe(positionObserver.update), [store, positionObserver]);
  useLayoutEffect(() => positionObserver.observe(layer.current!), [positionObserver]);
  const isTextHidden = useSyncExternalStore(store.subscribe, () => store.getState().isTextHidden);
  const { ownerDocument: page } = useSyncExternalStore(store.subscribe, () => controller.editableRoot).root;
  useEffect(() => {
    const { activeElement } = layer.current!.getRootNode() as ShadowRoot;
    const isNowhere =
      page.activeElement === page.body && (page === document || document.activeElement === controller.element);
    if (isTextHidden && isNowhere) focusOnce(layer.current!);
    else if (!isTextHidden && activeElement === layer.current) controller.editorView.focus();
  }, [isTextHidden, controller, page]);
  const focusReturn = <span className="edge" tabIndex={0} onFocus={() => controller.editorView.focus()} />;
  /** Shift+Tab from the toolbar leads to the text. Tab from the text, which precedes the interface, leads to the toolbar. */
  const onEdgeFocus = ({ relatedTarget }: FocusEvent): void => {
    if (layer.current!.contains(relatedTarget as Node | null)) controller.editorView.focus();
    else tabStopOf(surfaces, 'bar')?.focus();
  };
  return (
    <EditorUIContext value={context}>
      <DirectionProvider direction={messages.direction}>
        <div
          ref={layer}
          className="layer"
          popover="manual"
          role="group"
          aria-label={messages.t('editor.label', { component: shell.target.component })}
          lang={messages.language}
          dir={messages.direction}
        >
          <EditorOutline />
          <span className="edge" tabIndex={0} onFocus={onEdgeFocus} />
          <BlockHandles />
          <MainToolbar />
          <OpenPanels />
          {focusReturn}
        </div>
      </DirectionProvider>
    </EditorUIContext>
  );
}
