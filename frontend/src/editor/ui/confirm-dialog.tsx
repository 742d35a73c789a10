/** A modal dialog that asks for confirmation before something is lost or published. */
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react';
import type { TextKey, Question } from '../../../../src/utils/editing/messages/messages';
import { isUnfinished, saveLabel } from '../../../../src/utils/editing/session/snapshot';
import { useEditor, useEditorState } from './context';
import { saveCaret } from './restore-focus';

/** Labels of the confirming button, by question. */
const CONFIRM_LABELS: Readonly<Record<Question, TextKey>> = Object.freeze({
  'ask.close': 'confirm.close',
  'ask.unfork': 'confirm.unfork',
  'ask.save': 'save.customization',
});
/** Additional explanations, by question. */
const EXPLANATIONS: Readonly<Record<string, TextKey | undefined>> = Object.freeze({ 'ask.unfork': 'unfork.history' });

export function ConfirmDialog(): ReactNode {
  const { controller } = useEditor();
  const { messages, store } = controller;
  const { t } = messages;
  const confirmation = useEditorState((state) => state.confirmation);
  const isSaved = useEditorState(({ snapshot }) => !snapshot.busy && !isUnfinished(snapshot));
  const saveName = useEditorState(({ snapshot }) => saveLabel(snapshot));
  const dialog = useRef<HTMLDialogElement>(null);
  /** The safe action, which gets the initial focus. */
  const first = useRef<HTMLButtonElement>(null);
  const restoreFocus = useRef(() => {});
  const id = useId();
  useEffect(() => {
    if (!confirmation) return;
    restoreFocus.current = saveCaret(controller);
    dialog.current!.showModal();
    first.current?.focus();
  }, [confirmation, controller]);
  /** The dialog returns the focus when it closes, but not when it is removed. */
  const close = (): void => {
    dialog.current?.close();
    restoreFocus.current();
  };
  const answer = (yes: boolean): void => {
    close();
    confirmation?.answer(yes);
  };
  /** Saves instead of discarding. Confirms once everything is saved and rendered. */
  const save = async (): Promise<void> => {
    close();
    // Saving may open another confirmation.
    store.set({ confirmation: null });
    const isDone = (await controller.save()) && !isUnfinished(controller.session.snapshot);
    if (isDone) await controller.refreshed();
    confirmation?.answer(isDone);
  };
  // If a save in progress completes, closing loses nothing, so the question is confirmed after the render.
  const isNeedless = confirmation?.question === 'ask.close' && isSaved;
  const agree = useEffectEvent(() => answer(true));
  useEffect(() => {
    if (!isNeedless) return undefined;
    let isWanted = true;
    void controller.refreshed().then(() => isWanted && agree());
    return () => void (isWanted = false);
  }, [isNeedless, confirmation, controller]);
  if (!confirmation) return null;
  const { question, values } = confirmation;
  const explanation = EXPLANATIONS[question];
  const isAboutCopies = question === 'copies.ask';
  const isClosing = question === 'ask.close';
  return (
    <dialog
      ref={dialog}
      className="dialog"
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={explanation && `${id}-more`}
      onCancel={(event) => {
        event.preventDefault();
        answer(false);
      }}
    >
      <p id={id} className="dialog__text">
        {isAboutCopies ? t(question, values!) : t(question)}
      </p>
      {explanation && (
        <p id={`${id}-more`} className="dialog__text dialog__text--more">
          {t(explanation)}
        </p>
      )}
      <div className="dialog__actions">
        <button ref={isClosing ? undefined : first} className="button" type="button" onClick={() => answer(false)}>
          {t('action.cancel')}
        </button>
        <button
          className={question === 'ask.save' ? 'button button--main' : 'button button--danger'}
          type="button"
          onClick={() => answer(true)}
        >
          {isAboutCopies ? t('copies.delete', values!) : t(CONFIRM_LABELS[question])}
        </button>
        {isClosing && (
          <button ref={first} className="button button--main" type="button" onClick={() => void save()}>
            {t(saveName)}
          </button>
        )}
      </div>
    </dialog>
  );
}
