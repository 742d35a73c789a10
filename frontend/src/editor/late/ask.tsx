/** What is asked before something is lost, or seen by others: a modal dialog. */
import { useEffect, useId, useRef, type ReactNode } from 'react';
import type { MessageKey, Question } from '../../../../src/utils/editing/messages/messages';
import { isUnfinished } from '../../../../src/utils/editing/session/snapshot';
import { useChrome, useView } from '../chrome/context';
import { holdCaret } from './give-back';

/** What agreeing to a question is called. */
const YES: Readonly<Record<Question, MessageKey>> = Object.freeze({
  'ask.close': 'confirm.close',
  'ask.unfork': 'confirm.unfork',
  'ask.save': 'save.customization',
});

export function Ask(): ReactNode {
  const { editing } = useChrome();
  const { words } = editing;
  const { asked, snapshot } = useView();
  const dialog = useRef<HTMLDialogElement>(null);
  const giveBack = useRef(() => {});
  const id = useId();
  useEffect(() => {
    if (!asked) return;
    giveBack.current = holdCaret(editing);
    dialog.current!.showModal();
  }, [asked, editing]);
  const answer = (yes: boolean): void => {
    // The dialog gives the focus back when it closes, not when it is taken away.
    dialog.current?.close();
    giveBack.current();
    asked?.answer(yes);
  };
  // Somebody wanted to close while it was saved: once that is done, and shown, nothing is lost any more.
  const isNeedless = asked?.question === 'ask.close' && !snapshot.busy && !isUnfinished(snapshot);
  useEffect(() => {
    if (!isNeedless) return undefined;
    let isWanted = true;
    void editing.refreshed().then(() => isWanted && answer(true));
    return () => void (isWanted = false);
  }, [isNeedless, asked, editing]);
  if (!asked) return null;
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
