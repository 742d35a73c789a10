/** Schedules publishing or unpublishing of the edited version. Lists and cancels pending schedules. */
import { useCallback, useEffect, useId, useMemo, useRef, useState, type ReactNode } from 'react';
import { graphqlSchedules } from '../../../../../src/utils/gateway/schedules/graphql';
import type { LocalTime, Schedule, ScheduleList as Found } from '../../../../../src/utils/gateway/schedules/schedules';
import { hasChanges } from '../../../../../src/utils/editing/session/snapshot';
import catalog from '../../../messages/schedule.json';
import { loadMessages } from '../../../ui-kit/messages';
import { useEditor, useEditorState } from '../context';
import { isUnsupported, reasonOf } from '../error-reason';
import { reportMissingPart } from '../missing-part';
import { Modal } from '../modal';
import { ScheduleForm, type ScheduleAction } from './form';
import { ScheduleList } from './list';
import { adjustmentNote, type ScheduleMessages } from './messages';
import { timesOf } from './times';

export function SchedulePanel(): ReactNode {
  const { controller } = useEditor();
  const { language } = controller.messages;
  const [own, setOwn] = useState<ScheduleMessages>();
  useEffect(() => {
    let isUnmounted = false;
    loadMessages(catalog, language).then(
      (loaded) => isUnmounted || setOwn(loaded),
      (error: unknown) => isUnmounted || reportMissingPart(controller, 'messages of schedules', error, { panel: null }),
    );
    return () => void (isUnmounted = true);
  }, [controller, language]);
  return own ? <ScheduleDialog own={own} /> : null;
}

/** The version that can be scheduled. */
function useSubject() {
  const { snapshot } = useEditor().controller.session;
  const { writeTarget } = snapshot.opening!;
  const isFork = writeTarget.instance !== undefined;
  const version = useEditorState((state) => state.snapshot.version);
  const isForked = useEditorState((state) => state.snapshot.forked);
  const isChanged = useEditorState((state) => hasChanges(state.snapshot));
  // A customization that was reset is not in use, so it cannot be published or unpublished before it changes.
  const saved = version && (isForked || !isFork) ? version : null;
  return { id: writeTarget.id, isFork, saved, isChanged };
}

function ScheduleDialog({ own }: { readonly own: ScheduleMessages }): ReactNode {
  const { controller } = useEditor();
  const { shell, messages } = controller;
  const { t, language } = own;
  const { id, isFork, saved, isChanged } = useSubject();
  const schedules = useMemo(() => graphqlSchedules(shell.gateway.client), [shell]);
  const [found, setFound] = useState<Found>();
  const [action, setAction] = useState<ScheduleAction>('publish');
  const [failure, setFailure] = useState<Error>();
  const [note, setNote] = useState('');
  const [isBusy, setBusy] = useState(false);
  const first = useRef<HTMLSelectElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const label = useId();

  /** Runs an action and displays its outcome. Resolves with whether it succeeded. */
  const attempt = useCallback(
    async (work: () => Promise<string | undefined>): Promise<boolean> => {
      setBusy(true);
      setFailure(undefined);
      setNote('');
      // The user may have signed in since the last refusal.
      shell.gateway.askAgain();
      try {
        const outcome = await work();
        // The action has succeeded, even if the list fails to load.
        setNote(outcome ?? '');
        setFound(await schedules.list(id));
        return outcome !== undefined;
      } catch (error) {
        setFailure(error as Error);
        return false;
      } finally {
        setBusy(false);
      }
    },
    [shell, schedules, id],
  );
  const load = useCallback(() => void attempt(async () => ''), [attempt]);
  useEffect(load, [load]);
  const isLoaded = found !== undefined;
  // The form was not rendered when the dialog opened.
  useEffect(() => {
    if (isLoaded) first.current?.focus();
  }, [isLoaded]);

  const submit = async (time: LocalTime): Promise<boolean> =>
    // A double click must not schedule twice.
    !isBusy &&
    attempt(async () => {
      const added = action === 'publish' ? await publish(time) : await schedules.unpublish(id, time);
      if (!added) return undefined;
      return [t('schedule.added', { time: timesOf(added, language).text }), adjustmentNote(added, own)]
        .filter((each) => each)
        .join(' ');
    });
  /** Resolves with undefined if the user declines to save the required draft. */
  async function publish(time: LocalTime): Promise<Schedule | undefined> {
    const version = isChanged ? await controller.saveDraft() : saved;
    return version ? schedules.publish(id, version.revision, time) : undefined;
  }
  const cancel = (schedule: Schedule): void => {
    if (isBusy) return;
    void attempt(async () => {
      await schedules.cancel(schedule.id);
      return t('schedule.canceled');
    }).then((isDone) => isDone && heading.current?.focus());
  };

  const meaning = (): string => {
    if (action === 'unpublish') return t(isFork ? 'schedule.withdrawFork' : 'schedule.withdraw');
    if (isChanged || !saved) return t('schedule.draft');
    const { revision, published } = saved;
    return t(published === revision ? 'schedule.published' : 'schedule.revision', { revision });
  };
  const reason = (error: Error): string => {
    if (error.name === 'ConflictError') return t('schedule.conflict');
    return error.name === 'ForbiddenError' ? t('schedule.denied') : reasonOf(error, messages);
  };
  const hasForm = found?.canChange && (isChanged || saved !== null);
  const isDraft = isChanged && action === 'publish';
  return (
    <Modal title={messages.t('tool.schedule')}>
      {hasForm && (
        <ScheduleForm
          {...{ own, action, first, submit, isBusy }}
          label={t(isDraft ? 'schedule.addDraft' : 'schedule.add')}
          choose={setAction}
          canUnpublish={saved !== null}
          meaning={meaning()}
        />
      )}
      {found && !hasForm && (
        <p className="schedule__note">{t(found.canChange ? 'schedule.nothing' : 'schedule.denied')}</p>
      )}
      <p className="field__wrong schedule__outcome" role="alert">
        {failure && reason(failure)}
      </p>
      {failure && !found && !isUnsupported(failure) && (
        <button className="button" type="button" onClick={load}>
          {t('schedule.retry')}
        </button>
      )}
      <p className="schedule__outcome" role="status">
        {isBusy && !found ? t('schedule.loading') : note}
      </p>
      {found && (
        <>
          <h3 ref={heading} id={label} className="schedule__title" tabIndex={-1}>
            {t('schedule.pending')}
          </h3>
          <ScheduleList {...{ own, found, id, label, cancel }} />
        </>
      )}
    </Modal>
  );
}
