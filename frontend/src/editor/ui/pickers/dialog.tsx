/**
 * Shows a picker in a modal dialog of the editor. It has its own shadow root, separate from the editor's styles. Escape
 * closes it and restores the focus.
 */
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { logError } from '../../../../../src/global/logger';
import type {
  MountedPicker,
  PickDetail,
  PickerMode,
  PickerOptions,
  PickerShell,
  PickerUse,
} from '../../../../../src/utils/frontend/types';
import { loadPickerMessages } from '../../../picker/messages';
import { mount } from '../../../picker/mount';
import { loadModes } from '../../../picker/picker';
import { useEditor } from '../context';
import { tabStopOf } from '../surfaces';
import { reasonOf } from '../error-reason';

// Preloads the pickers, since the host may be unavailable later. The history is useless without the host.
loadModes(['theme', 'component', 'data', 'media']);
export { loadPickerMessages };

const OPTIONS: Omit<PickerOptions, 'mode'> = Object.freeze({
  ...{ variant: undefined, placeholder: '', dialog: true, value: '', disabled: false, component: undefined },
  ...{ version: undefined, data: undefined, binding: undefined, scope: undefined },
});

/** The initial focus: a field, or the list entry with the tab stop. */
const INITIAL_FOCUS = 'input:not([type=file]):not([type=radio]), [role] > [role=presentation] > [tabindex="0"]';

/** The first such element; undefined while a list before it is still empty. */
function firstIn(root: ShadowRoot): HTMLElement | undefined {
  const found = root.querySelector<HTMLElement>(INITIAL_FOCUS);
  const list = root.querySelector('[role=listbox], [role=tree]');
  const isAfterList = found && list && list.compareDocumentPosition(found) === Node.DOCUMENT_POSITION_FOLLOWING;
  return (!isAfterList && found) || undefined;
}

export interface PickingProps {
  readonly options: Partial<PickerOptions> & { readonly mode: PickerMode };
  readonly use: PickerUse;
  /** Applies the pick. Returns false if that is not possible. */
  take(pick: PickDetail): boolean;
  /** Closes the picker if it is not a panel. */
  close?(): void;
  /** Receives the dialog element while it is mounted. */
  readonly dialog?: { current: HTMLDialogElement | null };
}

export function Picking({ options, use, take, close: end, dialog: outer }: PickingProps): ReactNode {
  const { controller, surfaces } = useEditor();
  const ownDialog = useRef<HTMLDialogElement>(null);
  const dialog = outer ?? ownDialog;
  const container = useRef<HTMLDivElement>(null);
  // The options do not change while the picker is open.
  const [first] = useState({ options, use, take, end });

  // A removed dialog does not return the focus, so it is closed first.
  useLayoutEffect(() => {
    const { store, editableRoot } = controller;
    const element = dialog.current!;
    const wasTyping = editableRoot.root.contains(editableRoot.root.ownerDocument.activeElement);
    element.showModal();
    return () => {
      // An already closed dialog has started another action, which controls the focus.
      const isOpen = element.open;
      const shadowRoot = element.getRootNode() as ShadowRoot;
      element.close();
      if (!isOpen || store.getState().panel !== null) return;
      if (wasTyping && store.getState().selectedNode === undefined) controller.editorView.focus();
      // A click on a picture has dropped the focus, so the picture's handles get it.
      else if (!shadowRoot.activeElement || element.contains(shadowRoot.activeElement))
        tabStopOf(surfaces, 'handles')?.focus();
    };
  }, [controller, surfaces, dialog]);

  useEffect(() => {
    const { shell, dependencies, store, messages } = controller;
    const { panel } = store.getState();
    const root = container.current!.attachShadow({ mode: 'open' });
    const inner = document.createElement('div');
    root.append(inner);
    // Focuses the first element that appears, unless something has the focus.
    const mutationObserver = new MutationObserver(() => {
      const target = root.activeElement ? undefined : firstIn(root);
      if (!target && !root.activeElement) return;
      mutationObserver.disconnect();
      target?.focus();
    });
    mutationObserver.observe(root, { subtree: true, childList: true });
    const close = (): void => {
      if (first.end) first.end();
      // The pick may have opened another panel.
      else if (store.getState().panel === panel) store.set({ panel: null });
    };
    const { source } = shell.content;
    const pickerShell: PickerShell = {
      ...{ element: shell.element, container: inner, gateway: shell.gateway, library: source.library },
      ...{ frontend: shell.frontend, origins: shell.origins, close, cdn: source.cdn, use: first.use, setLabel() {} },
      options: { ...OPTIONS, ...first.options },
      pick(pick) {
        // Dispatches the same event as pickers of the page (E7).
        const event = new CustomEvent('feaasPick', { bubbles: true, composed: true, cancelable: true, detail: pick });
        if (!shell.element.dispatchEvent(event)) return false;
        if (first.take(pick)) close();
        // A revision is restored in the editor, without a request to the host.
        return !pick.restore;
      },
    };
    let picker: MountedPicker | undefined;
    let isUnmounted = false;
    Promise.resolve(mount(pickerShell, dependencies)).then(
      (mounted) => {
        if (isUnmounted) mounted.unmount();
        else picker = mounted;
      },
      (error: Error) => {
        logError('Could not show the picker', error);
        controller.announce(messages.t('failed.action', { reason: reasonOf(error, messages) }));
        close();
      },
    );
    return () => {
      isUnmounted = true;
      mutationObserver.disconnect();
      picker?.unmount();
    };
  }, [controller, first]);

  return (
    <dialog
      ref={dialog}
      className="dialog dialog--pick"
      aria-label={use.title}
      onCancel={(event) => {
        event.preventDefault();
        if (first.end) first.end();
        else controller.store.set({ panel: null });
      }}
    >
      <div ref={container} />
    </dialog>
  );
}
