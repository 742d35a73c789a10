/** A modal dialog of the editor with a heading. Escape closes it and restores the focus. */
import { useEffect, useId, useRef, type ReactNode } from 'react';
import { useEditor } from './context';
import { saveCaret } from './restore-focus';

interface ModalProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Actions in addition to the close button. */
  readonly actions?: ReactNode;
  readonly isWide?: boolean;
}

export function Modal({ title, children, actions, isWide = false }: ModalProps): ReactNode {
  const { controller } = useEditor();
  const { store, messages } = controller;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const { current } = dialog;
    const restoreFocus = saveCaret(controller);
    current!.showModal();
    return () => {
      current!.close();
      restoreFocus();
    };
  }, [controller]);
  const close = (): void => {
    dialog.current!.close();
    store.set({ panel: null });
  };
  return (
    <dialog
      ref={dialog}
      className={isWide ? 'dialog dialog--wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <h2 id={id} className="dialog__title">
        {title}
      </h2>
      {children}
      <div className="dialog__actions">
        <button className="button" type="button" onClick={close}>
          {messages.t('action.close')}
        </button>
        {actions}
      </div>
    </dialog>
  );
}
