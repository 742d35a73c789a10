/** What is asked before something is lost, or seen by others: a modal dialog. */
import { useEffect, useEffectEvent, useId, useRef, type ReactNode } from 'react';
import type { TextKey, Question } from '../../../../src/utils/editing/messages/messages';
import { isUnfinished } from '../../../../src/utils/editing/session/snapshot';
import { useEditor, useEditorState } from './context';
import { saveCaret } from './restore-focus';

/** What agreeing to a question is called. */
const YES: Readonly<Record<Question, TextKey>> = Object.freeze({
  'ask.close': 'confirm.close',
  'ask.unfork': 'confirm.unfork',
  'ask.save': 'save.customization',
});

export function ConfirmDialog(): ReactNode {
  const { controller } = useEditor();
  const { messages } = controller;
  const confirmation = useEditorState((state) => state.confirmation);
  const isSaved = useEditorState(({ snapshot }) => !snapshot.busy && !isUnfinished(snapshot));
  const dialog = useRef<HTMLDialogElement>(null);
  const giveBack = useRef(() => {});
  const id = useId();
  useEffect(() => {
    if (!confirmation) return;
    giveBack.current = saveCaret(controller);
    dialog.current!.showModal();
  }, [confirmation, controller]);
  const answer = (yes: boolean): void => {
    // The dialog gives the focus back when it closes, not when it is taken away.
    dialog.current?.close();
    giveBack.current();
    confirmation?.answer(yes);
  };
  // Somebody wanted to close while it was saved: once that is done, and shown, nothing is lost any more.
  const isNeedless = confirmation?.question === 'ask.close' && isSaved;
  const agree = useEffectEvent(() => answer(true));
  useEffect(() => {
    if (!isNeedless) return undefined;
    let isWanted = true;
    void controller.refreshed().then(() => isWanted && agree());
    return () => void (isWanted = false);
  }, [isNeedless, confirmation, controller]);
  if (!confirmation) return null;
  return (
    <dialog
      ref={dialog}
      className="dialog"
      role="alertdialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        answer(false);
      }}
    >
      <p id={id} className="dialog__text">
        {messages.t(confirmation.question)}
      </p>
      <div className="dialog__actions">
        <button className="button" type="button" autoFocus onClick={() => answer(false)}>
          {messages.t('action.cancel')}
        </button>
        <button className="button button--main" type="button" onClick={() => answer(true)}>
          {messages.t(YES[confirmation.question])}
        </button>
      </div>
    </dialog>
  );
}
