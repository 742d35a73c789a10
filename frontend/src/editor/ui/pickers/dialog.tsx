/**
 * A picker in a modal dialog of the editor, in a shadow root of its own: its styles are whole, and none of the editor's is in it.
 * Escape closes it, and the focus is where it was.
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

// When one is first shown the host may be away. Without it there is no history either.
loadModes(['theme', 'component', 'data', 'media']);
export { loadPickerMessages };

const OPTIONS: Omit<PickerOptions, 'mode'> = Object.freeze({
  ...{ variant: undefined, placeholder: '', dialog: true, value: '', disabled: false, component: undefined },
  ...{ version: undefined, data: undefined, binding: undefined, scope: undefined },
});

/** Where somebody goes on: a field, or the entry of a list that Tab leads to. */
const FIRST = 'input:not([type=file]):not([type=radio]), [role] > [role=presentation] > [tabindex="0"]';

/** The first of them; undefined while a list that stands before it has yet to be filled. */
function firstIn(root: ShadowRoot): HTMLElement | undefined {
  const found = root.querySelector<HTMLElement>(FIRST);
  const list = root.querySelector('[role=listbox], [role=tree]');
  const isBehind = found && list && list.compareDocumentPosition(found) === Node.DOCUMENT_POSITION_FOLLOWING;
  return (!isBehind && found) || undefined;
}

export interface PickingProps {
  readonly options: Partial<PickerOptions> & { readonly mode: PickerMode };
  readonly use: PickerUse;
  /** Does what was picked; false where it could not be done. */
  take(pick: PickDetail): boolean;
  /** Takes it away, where it is no panel. */
  close?(): void;
  /** Hears of the dialog while it is there. */
  readonly dialog?: { current: HTMLDialogElement | null };
}

export function Picking({ options, use, take, close: end, dialog: outer }: PickingProps): ReactNode {
  const { controller, surfaces } = useEditor();
  const own = useRef<HTMLDialogElement>(null);
  const dialog = outer ?? own;
  const place = useRef<HTMLDivElement>(null);
  // What it is about does not change while it is open.
  const [first] = useState({ options, use, take, end });

  // A dialog that is taken away gives no focus back: it is closed before.
  useLayoutEffect(() => {
    const { store, editorView, editableRoot } = controller;
    const at = dialog.current!;
    const wasTyping = editableRoot.root.contains(editableRoot.root.ownerDocument.activeElement);
    at.showModal();
    return () => {
      // One that is closed already has something on its way, which is about another place.
      const isOpen = at.open;
      const shadowRoot = at.getRootNode() as ShadowRoot;
      at.close();
      if (!isOpen || store.getState().panel !== null) return;
      if (wasTyping && store.getState().selectedNode === undefined) editorView.focus();
      // A click on a picture has taken the focus from all: it goes on with the tools of that picture.
      else if (!shadowRoot.activeElement || at.contains(shadowRoot.activeElement))
        tabStopOf(surfaces, 'handles')?.focus();
    };
  }, [controller, surfaces, dialog]);

  useEffect(() => {
    const { shell, dependencies, store, messages } = controller;
    const { panel } = store.getState();
    const root = place.current!.attachShadow({ mode: 'open' });
    const inner = document.createElement('div');
    root.append(inner);
    // What is there first has the focus, unless somebody was faster.
    const arriving = new MutationObserver(() => {
      const target = root.activeElement ? undefined : firstIn(root);
      if (!target && !root.activeElement) return;
      arriving.disconnect();
      target?.focus();
    });
    arriving.observe(root, { subtree: true, childList: true });
    const close = (): void => {
      if (first.end) first.end();
      // What was picked may have opened another one.
      else if (store.getState().panel === panel) store.set({ panel: null });
    };
    const { source } = shell.content;
    const pickerShell: PickerShell = {
      ...{ element: shell.element, container: inner, gateway: shell.gateway, library: source.library },
      ...{ frontend: shell.frontend, origins: shell.origins, close, cdn: source.cdn, use: first.use, setLabel() {} },
      options: { ...OPTIONS, ...first.options },
      pick(pick) {
        // As a picker of the page emits it (E7).
        const event = new CustomEvent('feaasPick', { bubbles: true, composed: true, cancelable: true, detail: pick });
        if (!shell.element.dispatchEvent(event)) return false;
        if (first.take(pick)) close();
        // Whoever restores here asks the host for nothing.
        return !pick.restore;
      },
    };
    let picker: MountedPicker | undefined;
    let isLeft = false;
    Promise.resolve(mount(pickerShell, dependencies)).then(
      (mounted) => {
        if (isLeft) mounted.unmount();
        else picker = mounted;
      },
      (error: Error) => {
        logError('Could not show the picker', error);
        controller.announce(messages.t('failed.action', { reason: reasonOf(error, messages) }));
        close();
      },
    );
    return () => {
      isLeft = true;
      arriving.disconnect();
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
      <div ref={place} />
    </dialog>
  );
}
