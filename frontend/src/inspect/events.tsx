/** What a component has told since the inspector opened. */
import type { ReactNode } from 'react';
import { errorText, useSetting, type Shown } from './context';
import type { Happening } from './store';

/** What is told of an event. */
function Told({ render, error }: Pick<Happening, 'render' | 'error'>): ReactNode {
  const { words } = useSetting();
  return (
    <span className="event__text">
      {render && (
        <>
          <span className={`chip-text chip-text--${render.phase}`}>{words.say(`phase.${render.phase}`)}</span>{' '}
          {words.duration(render.milliseconds)}
          {render.stale && ` · ${words.say('status.stale')}`}
        </>
      )}
      {error && <bdi>{errorText(error)}</bdi>}
    </span>
  );
}

export function Events({ item: { happenings, render } }: Shown): ReactNode {
  const { words } = useSetting();
  const { say } = words;
  if (happenings.length === 0 && !render) return <p className="note">{say('events.none')}</p>;
  // What was told before anybody listened: the last of it is known.
  const isEarlier = render && !happenings.some((each) => each.render);
  return (
    <ol className="events" aria-label={say('events.label')}>
      {happenings.map(({ id, type, at, render, error }) => (
        <li key={id} className={error ? 'event event--wrong' : 'event'}>
          <time className="event__time" dateTime={new Date(at).toISOString()}>
            {words.clock(at)}
          </time>
          <code className="event__type" dir="ltr">
            {type}
          </code>
          <Told render={render} error={error} />
        </li>
      ))}
      {isEarlier && (
        <li className="event">
          <span className="event__time">{say('events.before')}</span>
          <code className="event__type" dir="ltr">
            feaasRender
          </code>
          <Told render={render} error={undefined} />
        </li>
      )}
    </ol>
  );
}
