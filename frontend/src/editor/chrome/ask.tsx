/** What is asked before something is lost, or seen by others: a modal dialog. */
import { useEffect, useId, useRef, type ReactNode } from 'react';
import type { MessageKey, Question } from '../../../../src/utils/editing/messages';
import { useChrome, useView } from './context';

/** What agreeing to a question is called. */
const YES: Readonly<Record<Question, MessageKey>> = Object.freeze({
  'ask.close': 'confirm.close',
  'ask.unfork': 'confirm.unfork',
  'ask.save': 'save.customization',
});

export function Ask(): ReactNode {
  const { words } = useChrome().editing;
  const { asked } = useView();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    if (asked) dialog.current!.showModal();
  }, [asked]);
  if (!asked) return null;
  const answer = (yes: boolean): void => {
    // The dialog gives the focus back when it closes, not when it is taken away.
    dialog.current!.close();
    asked.answer(yes);
  };
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
        {words.say(asked.question)}
      </p>
      <div className="dialog__actions">
        <button className="button" type="button" autoFocus onClick={() => answer(false)}>
          {words.say('action.cancel')}
        </button>
        <button className="button button--main" type="button" onClick={() => answer(true)}>
          {words.say(YES[asked.question])}
        </button>
      </div>
    </dialog>
  );
}
