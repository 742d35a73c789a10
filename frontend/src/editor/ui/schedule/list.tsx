/** Lists schedules. Canceling one that affects other items asks for confirmation. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Schedule, ScheduleList as Found } from '../../../../../src/utils/gateway/schedules/schedules';
import { adjustmentNote, type ScheduleMessages } from './messages';
import { timesOf } from './times';

interface ScheduleListProps {
  readonly own: ScheduleMessages;
  readonly found: Found;
  /** Id of the version. */
  readonly id: string;
  readonly label: string;
  readonly cancel: (schedule: Schedule) => void;
}

export function ScheduleList({ own, found, id, label, cancel }: ScheduleListProps): ReactNode {
  const { t } = own;
  const { ofVersion, ofStylesheet, hasMore, canChange } = found;
  const [library] = id.split('/');
  const rows = [
    ...ofVersion.map((schedule) => ({ schedule, subject: id })),
    ...ofStylesheet.map((schedule) => ({ schedule, subject: library! })),
  ].sort((one, other) => (one.schedule.dueAt < other.schedule.dueAt ? -1 : 1));
  return (
    <>
      {rows.length === 0 && <p className="schedule__note">{t('schedule.none')}</p>}
      <ul className="schedule__list" aria-labelledby={label}>
        {rows.map(({ schedule, subject }) => (
          <Row
            key={schedule.id}
            {...{ own, schedule, subject }}
            isOfStylesheet={subject === library}
            cancel={canChange ? () => cancel(schedule) : undefined}
          />
        ))}
      </ul>
      {hasMore && <p className="schedule__note">{t('schedule.more')}</p>}
    </>
  );
}

interface RowProps {
  readonly own: ScheduleMessages;
  readonly schedule: Schedule;
  /** Id of the version, or of the library for its stylesheet. */
  readonly subject: string;
  readonly isOfStylesheet: boolean;
  /** Undefined without permission. */
  readonly cancel: (() => void) | undefined;
}

function Row({ own, schedule, subject, isOfStylesheet, cancel }: RowProps): ReactNode {
  const { t, language } = own;
  const { release, createdBy } = schedule;
  const { text: time, own: localTime } = timesOf(schedule, language);
  const action = actionOf(schedule, subject, own);
  const label = isOfStylesheet ? t('schedule.rowStylesheet', { what: action }) : action;
  const others = release && release.items.length - 1;
  const notes = [
    localTime && t('schedule.yourTime', { time: localTime }),
    adjustmentNote(schedule, own),
    release &&
      (others
        ? t('schedule.releaseWith', { name: release.name, count: others })
        : t('schedule.release', { name: release.name })),
    t('schedule.by', { name: createdBy }),
  ].filter((note) => note);
  const [isAsking, setAsking] = useState(false);
  const question = release ? 'schedule.askRelease' : isOfStylesheet ? 'schedule.askStylesheet' : undefined;
  const button = useRef<HTMLButtonElement>(null);
  const keepButton = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking) keepButton.current?.focus();
    else if (wasAsking.current) button.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  const name = `${t('schedule.cancel')}: ${label}, ${time}`;
  return (
    <li className="schedule__item">
      <strong>{label}</strong>
      <span>{time}</span>
      {notes.map((note) => (
        <span key={note} className="schedule__note">
          {note}
        </span>
      ))}
      {cancel && !isAsking && (
        <button
          ref={button}
          className="button"
          type="button"
          aria-label={name}
          onClick={() => (question ? setAsking(true) : cancel())}
        >
          {t('schedule.cancel')}
        </button>
      )}
      {cancel && question && isAsking && (
        <div className="schedule__question" role="group" aria-label={t(question)}>
          <span>{t(question)}</span>
          <button ref={keepButton} className="button" type="button" onClick={() => setAsking(false)}>
            {t('schedule.keep')}
          </button>
          <button className="button button--danger" type="button" aria-label={name} onClick={cancel}>
            {t('schedule.cancel')}
          </button>
        </div>
      )}
    </li>
  );
}

/** The label of the action on the version or stylesheet. */
function actionOf({ kind, revision, release }: Schedule, subject: string, { t }: ScheduleMessages): string {
  const published = kind === 'RELEASE' ? release?.items.find(({ id }) => id === subject)?.revision : revision;
  return typeof published === 'number' ? t('schedule.rowPublish', { revision: published }) : t('schedule.unpublish');
}
