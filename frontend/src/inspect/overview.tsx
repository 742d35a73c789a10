/** The overview of a component: its source, delivery, timing and data. */
import type { ReactNode } from 'react';
import { isDataSettings } from '../../../src/utils/data/is-settings';
import type { DeliveryReport } from '../../../src/utils/inspect/types';
import { errorText, useInspector, type ItemProps } from './context';

export const Overview = ({ item }: ItemProps): ReactNode => (
  <div className="cards">
    <Source item={item} />
    <Delivery item={item} />
    <Timing item={item} />
    <Data item={item} />
  </div>
);

interface FactProps {
  readonly name: string;
  readonly children: ReactNode;
}
const Fact = ({ name, children }: FactProps): ReactNode => (
  <div className="fact">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Source({ item: { source, delivery, error } }: ItemProps): ReactNode {
  const { messages } = useInspector();
  const { t } = messages;
  const [fork] = delivery.filter((each) => each.fork);
  return (
    <section className="card">
      <h4 className="card__title">{t('section.source')}</h4>
      {error && (
        <p className="wrong" role="note">
          <bdi>{errorText(error)}</bdi>
        </p>
      )}
      <dl className="facts">
        {source.parts.map(({ name, value, origin, from }) => (
          <div className="fact" key={name}>
            <dt>
              <code dir="ltr">{name}</code>
            </dt>
            <dd>
              {value === undefined ? (
                <span className="quiet">{t('value.none')}</span>
              ) : (
                <code className="value" dir="ltr">
                  {value}
                </code>
              )}{' '}
              {value !== undefined && (
                <span className={`origin origin--${origin}`}>{t(`origin.${origin}`, { from: from ?? '' })}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {fork && (
        <p className="card__text">
          {t(fork.state === 'there' ? 'fork.shown' : fork.state === 'gone' ? 'fork.gone' : 'fork.failed')}
        </p>
      )}
    </section>
  );
}

const PHASES = ['initial', 'check', 'updated'] as const;

function Phases({ phase }: { readonly phase: DeliveryReport['phase'] }): ReactNode {
  const { messages } = useInspector();
  return (
    <ol className="phases">
      {PHASES.map((each) => (
        <li key={each} className="phase" aria-current={each === phase ? 'step' : undefined}>
          <code dir="ltr">{each}</code>
          <span>{messages.t(`phase.${each}`)}</span>
        </li>
      ))}
    </ol>
  );
}

function Delivery({ item: { delivery, source } }: ItemProps): ReactNode {
  const { messages } = useInspector();
  const { t } = messages;
  return (
    <section className="card">
      <h4 className="card__title">{t('section.delivery')}</h4>
      {source.requests.length === 0 && <p className="quiet">{t('fact.template')}</p>}
      {delivery.map((each) => {
        const { url, state, phase, meta, error, size, shown } = each;
        const from = each.fromServer ? 'server' : each.fromCopy ? 'copy' : 'host';
        return (
          <div key={url} className="delivery">
            <p className="delivery__url">
              <a className="link" href={url} target="_blank" rel="noreferrer" dir="ltr">
                {new URL(url).pathname}
              </a>{' '}
              <span className={`state state--${state}`}>{t(`state.${state}`)}</span>
            </p>
            {shown && <Phases phase={phase} />}
            {error && <p className="wrong">{errorText(error)}</p>}
            <dl className="facts">
              {shown && <Fact name={t('fact.from')}>{t(`from.${from}`)}</Fact>}
              {meta && <Fact name={t('fact.checked')}>{messages.formatAge(meta.checkedAt)}</Fact>}
              {meta && <Fact name={t('fact.fetched')}>{messages.formatAge(meta.fetchedAt)}</Fact>}
              {meta?.lastModified && <Fact name={t('fact.modified')}>{messages.formatTime(meta.lastModified)}</Fact>}
              {meta?.etag && (
                <Fact name={t('fact.etag')}>
                  <code className="value" dir="ltr">
                    {meta.etag}
                  </code>
                </Fact>
              )}
              {size !== undefined && <Fact name={t('fact.size')}>{t('fact.bytes', { count: size })}</Fact>}
            </dl>
          </div>
        );
      })}
    </section>
  );
}

interface BarProps {
  readonly name: string;
  readonly kind: string;
  readonly milliseconds: number;
  readonly max: number;
}

function Bar({ name, kind, milliseconds, max }: BarProps): ReactNode {
  const { messages } = useInspector();
  return (
    <li className="bar">
      <span className="bar__name">{name}</span>
      <span className="bar__track">
        <span
          className={`bar__fill bar__fill--${kind}`}
          style={{ inlineSize: `${Math.max(1.5, (100 * milliseconds) / max)}%` }}
        />
      </span>
      <span className="bar__value">{messages.formatDuration(milliseconds)}</span>
    </li>
  );
}

function Timing({ item: { delivery, render, events } }: ItemProps): ReactNode {
  const { messages } = useInspector();
  const { t } = messages;
  const request = delivery.find(({ shown }) => shown)?.timing?.duration;
  const renders = events.filter((each) => each.render);
  const max = Math.max(request ?? 0, render?.milliseconds ?? 0, 1);
  return (
    <section className="card">
      <h4 className="card__title">{t('section.timing')}</h4>
      {request === undefined && !render && <p className="quiet">{t('timing.none')}</p>}
      <ul className="bars">
        {request !== undefined && <Bar name={t('timing.request')} kind="request" milliseconds={request} max={max} />}
        {render && <Bar name={t('timing.render')} kind="render" milliseconds={render.milliseconds} max={max} />}
      </ul>
      {renders.length > 0 && <p className="quiet">{t('timing.renders', { count: renders.length })}</p>}
    </section>
  );
}

/** The data before sources were fetched, with their settings. */
function dataSettingsOf(element: HTMLElement): unknown {
  const { data } = element as { data?: unknown };
  if (typeof data !== 'string') return data;
  try {
    return JSON.parse(data);
  } catch {
    return undefined;
  }
}

const member = (data: unknown, name: string): unknown =>
  typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[name] : undefined;

function Data({ item: { element, explanation } }: ItemProps): ReactNode {
  const { messages } = useInspector();
  const { t } = messages;
  const { data } = explanation;
  const settingsByName = dataSettingsOf(element);
  const entries = typeof data === 'object' && data !== null && !Array.isArray(data) ? Object.entries(data) : [];
  const sizeOf = (value: unknown): string =>
    Array.isArray(value)
      ? t('data.list', { count: value.length })
      : typeof value === 'object' && value !== null
        ? t('data.object', { count: Object.keys(value).length })
        : JSON.stringify(value);
  return (
    <section className="card">
      <h4 className="card__title">{t('section.data')}</h4>
      {entries.length === 0 && <p className="quiet">{Array.isArray(data) ? sizeOf(data) : t('data.none')}</p>}
      <dl className="facts">
        {entries.map(([name, value]) => {
          const settings = member(settingsByName, name);
          return (
            <div className="fact" key={name}>
              <dt>
                <code dir="ltr">{name}</code>
              </dt>
              <dd>
                {sizeOf(value)}{' '}
                {isDataSettings(settings) && (
                  <span className="origin origin--src">{t('data.fetched', { url: settings.url })}</span>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}
