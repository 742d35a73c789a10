/** Confirmation and progress of actions on the selected customizations. */
import { useEffect, useRef, type ReactNode } from 'react';
import { useCustomizations } from './context';
import type { Kind, BatchState } from './batch-run';

interface ConfirmResetProps {
  readonly kind: Kind;
  readonly count: number;
  answer(isConfirmed: boolean): void;
}

/** Asks for confirmation in a modal dialog. */
export function ConfirmReset({ kind, count, answer }: ConfirmResetProps): ReactNode {
  const { t } = useCustomizations().messages;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const { current } = dialog;
    current!.showModal();
    return () => current!.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="ask"
      aria-label={t(`action.${kind}`)}
      onCancel={(event) => {
        event.preventDefault();
        event.stopPropagation();
        answer(false);
      }}
    >
      <p className="ask__text">{t(`ask.${kind}`, { count })}</p>
      <div className="actions">
        <button className="button" type="button" onClick={() => answer(false)}>
          {t('action.cancel')}
        </button>
        <button className="button button--main" type="button" onClick={() => answer(true)}>
          {t(`action.${kind}`)}
        </button>
      </div>
    </dialog>
  );
}

/** The progress of a batch, or its result with an undo button. */
export function Progress({ work, stop, undo }: { readonly work: BatchState; stop(): void; undo(): void }): ReactNode {
  const { t } = useCustomizations().messages;
  const { kind, isRunning, total, done, failed, undoable } = work;
  if (!kind) return null;
  const finished = done + failed;
  if (isRunning)
    return (
      <div className="progress">
        <label className="progress__label">
          <span>{t(`progress.${kind}`, { done: finished, total })}</span>
          <progress className="progress__bar" value={finished} max={total} />
        </label>
        <button className="button" type="button" onClick={stop}>
          {t('action.stop')}
        </button>
      </div>
    );
  const remaining = total - finished;
  return (
    <div className="progress">
      <p className="progress__label">
        {t(`done.${kind}`, { count: done })} {failed > 0 && t('done.failed', { count: failed })}{' '}
        {remaining > 0 && t('done.stopped', { count: remaining })}
      </p>
      {undoable.length > 0 && (
        <button className="button" type="button" onClick={undo}>
          {t('action.undo')}
        </button>
      )}
    </div>
  );
}
