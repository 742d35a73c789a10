/** A form that schedules publishing or unpublishing. */
import { useId, useRef, useState, type FormEvent, type ReactNode, type RefObject } from 'react';
import type { LocalTime } from '../../../../../src/utils/gateway/schedules/schedules';
import type { ScheduleMessages } from './messages';
import { formatMoment, localNow, timeZones, zoneName } from './times';

export type ScheduleAction = 'publish' | 'unpublish';

interface ScheduleFormProps {
  readonly own: ScheduleMessages;
  readonly action: ScheduleAction;
  readonly choose: (action: ScheduleAction) => void;
  readonly canUnpublish: boolean;
  /** Explains the effect of the action for visitors. */
  readonly meaning: string;
  /** Label of the submit button. */
  readonly label: string;
  readonly isBusy: boolean;
  readonly first: RefObject<HTMLSelectElement | null>;
  /** Resolves with whether the action was scheduled. */
  readonly submit: (time: LocalTime) => Promise<boolean>;
}

interface Problem {
  readonly field: 'date' | 'time';
  readonly text: string;
}

export function ScheduleForm(props: ScheduleFormProps): ReactNode {
  const { own, action, choose, canUnpublish, meaning, label, isBusy, first, submit } = props;
  const { t, language } = own;
  const [zones] = useState(timeZones);
  const [problem, setProblem] = useState<Problem>();
  const date = useRef<HTMLInputElement>(null);
  const time = useRef<HTMLInputElement>(null);
  const hintId = useId();

  const send = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const timeZone = String(new FormData(event.currentTarget).get('zone'));
    const found = problemOf(timeZone);
    setProblem(found);
    if (found) return void (found.field === 'date' ? date : time).current!.focus();
    void submit({ localTime: `${date.current!.value}T${time.current!.value}`, timeZone }).then((isDone) => {
      if (!isDone || !date.current || !time.current) return;
      // Clears the time for the next schedule.
      date.current.value = time.current.value = '';
    });
  };

  function problemOf(zone: string): Problem | undefined {
    const [day, clock] = [date.current!.value, time.current!.value];
    if (!day) return { field: 'date', text: t('schedule.noDate') };
    if (!clock) return { field: 'time', text: t('schedule.noTime') };
    const now = localNow(zone);
    if (`${day}T${clock}` > now) return undefined;
    const text = t('schedule.past', { now: formatMoment(new Date(), zone, language) });
    return { field: day < now.slice(0, 10) ? 'date' : 'time', text };
  }
  /** ARIA attributes of a field with a problem. */
  const errorProps = (field: Problem['field']) =>
    problem?.field === field ? { 'aria-invalid': true, 'aria-describedby': `${hintId}-problem` } : {};

  return (
    <form className="schedule" noValidate onSubmit={send}>
      <label className="field schedule__wide">
        <span className="field__name">{t('schedule.action')}</span>
        <select
          ref={first}
          className="field__input"
          aria-describedby={hintId}
          value={action}
          onChange={({ currentTarget }) => choose(currentTarget.value as ScheduleAction)}
        >
          <option value="publish">{t('schedule.publish')}</option>
          {canUnpublish && <option value="unpublish">{t('schedule.unpublish')}</option>}
        </select>
      </label>
      <p id={hintId} className="schedule__note schedule__wide">
        {meaning}
      </p>
      <label className="field">
        <span className="field__name">{t('schedule.date')}</span>
        <input ref={date} className="field__input" type="date" {...errorProps('date')} />
      </label>
      <label className="field">
        <span className="field__name">{t('schedule.time')}</span>
        <input ref={time} className="field__input" type="time" {...errorProps('time')} />
      </label>
      <label className="field schedule__wide">
        <span className="field__name">{t('schedule.zone')}</span>
        <select className="field__input" name="zone">
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zoneName(zone)}
            </option>
          ))}
        </select>
      </label>
      <p id={`${hintId}-problem`} className="field__wrong schedule__wide" role="alert">
        {problem?.text}
      </p>
      <button className="button button--main schedule__submit" type="submit" aria-disabled={isBusy}>
        {label}
      </button>
    </form>
  );
}
