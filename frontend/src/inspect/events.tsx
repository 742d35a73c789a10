/** The events of a component since the inspector was opened. */
import type { ReactNode } from 'react';
import { errorText, useInspector, type ItemProps } from './context';
import type { EventEntry } from './store';

/** The details of an event. */
function EventDetails({ render, error }: Pick<EventEntry, 'render' | 'error'>): ReactNode {
  const { messages } = useInspector();
  return (
    <span className="event__text">
      {render && (
        <>
          <span className={`chip-text chip-text--${render.phase}`}>{messages.t(`phase.${render.phase}`)}</span>{' '}
          {messages.formatDuration(render.milliseconds)}
          {render.stale && ` · ${messages.t('status.stale')}`}
        </>
      )}
      {error && <bdi>{errorText(error)}</bdi>}
    </span>
  );
}

export function Events({ item: { events, render } }: ItemProps): ReactNode {
  const { messages } = useInspector();
  const { t } = messages;
  if (events.length === 0 && !render) return <p className="note">{t('events.none')}</p>;
  // The last render before the inspector was opened.
  const isEarlier = render && !events.some((each) => each.render);
  return (
    <ol className="events" aria-label={t('events.label')}>
      {events.map(({ id, type, time, render, error }) => (
        <li key={id} className={error ? 'event event--wrong' : 'event'}>
          <time className="event__time" dateTime={new Date(time).toISOString()}>
            {messages.formatClock(time)}
          </time>
          <code className="event__type" dir="ltr">
            {type}
          </code>
          <EventDetails render={render} error={error} />
        </li>
      ))}
      {isEarlier && (
        <li className="event">
          <span className="event__time">{t('events.before')}</span>
          <code className="event__type" dir="ltr">
            feaasRender
          </code>
          <EventDetails render={render} error={undefined} />
        </li>
      )}
    </ol>
  );
}
