/** The library's customizations in a full-page dialog. Escape closes it and restores the focus. */
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { logError } from '../../../../src/global/logger';
import { mountForks } from '../../customizations/mount';
import { useEditor } from './context';

export function CustomizationsPanel(): ReactNode {
  const { store, messages, shell } = useEditor().controller;
  const dialog = useRef<HTMLDialogElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const close = useCallback(() => {
    dialog.current!.close();
    store.set({ panel: null });
  }, [store]);
  useEffect(() => {
    const { current } = dialog;
    current!.showModal();
    // The editor's styles must not apply to the content of this shadow root.
    const root = container.current!.shadowRoot ?? container.current!.attachShadow({ mode: 'open' });
    const host = document.createElement('div');
    host.style.blockSize = '100%';
    root.append(host);
    let isUnmounted = false;
    let unmount = (): void => {};
    const { gateway, library } = shell;
    mountForks(host, { gateway, library, language: messages.language, close }).then(
      (unmountForks) => {
        unmount = unmountForks;
        if (isUnmounted) unmount();
      },
      (error: unknown) => logError('Could not show the customizations', error),
    );
    return () => {
      isUnmounted = true;
      unmount();
      host.remove();
      current!.close();
    };
  }, [shell, messages, close]);
  return (
    <dialog
      ref={dialog}
      className="dialog dialog--page"
      aria-label={messages.t('tool.forks')}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <div ref={container} className="dialog__whole" />
    </dialog>
  );
}
