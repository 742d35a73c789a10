/** The details of one component, in four tabs. */
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { Bindings } from './bindings';
import { TABS, useInspector, type Tab } from './context';
import { Events } from './events';
import { Icon } from './icons';
import { Node } from './node';
import { Overview } from './overview';
import type { Item } from './store';

interface DetailProps {
  readonly item: Item;
  readonly tab: Tab;
  readonly picked: Element | undefined;
  setTab(tab: Tab): void;
  back(): void;
}

export function Detail({ item, tab, picked, setTab, back }: DetailProps): ReactNode {
  const { messages, highlight, store } = useInspector();
  const { t } = messages;
  const id = useId();
  const { element, name, source, status, explanation, missing, cleaned } = item;
  const sourceParts = source.parts.filter((part) => part.name !== 'cdn' && part.name !== 'instance');
  const isPickedInside = picked && (picked === element || explanation.root.contains(picked));

  const keyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const isRTL = getComputedStyle(event.currentTarget).direction === 'rtl';
    const step = { ArrowRight: isRTL ? -1 : 1, ArrowLeft: isRTL ? 1 : -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = TABS[(TABS.indexOf(tab) + step + TABS.length) % TABS.length]!;
    setTab(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-tab=${next}]`)?.focus();
  };

  return (
    <section className="detail" aria-label={name}>
      <div className="head">
        <button className="tool head__back" type="button" aria-label={t('back')} title={t('back')} onClick={back}>
          <Icon name="back" />
        </button>
        <div className="head__names">
          <h3 className="head__name">
            <bdi>{name}</bdi>
            <span className={`state state--${status}`}>{t(`status.${status}`)}</span>
          </h3>
          {source.requests.length > 0 && (
            <code className="head__source" dir="ltr">
              {sourceParts.map(({ value }) => value).join('/')}
            </code>
          )}
        </div>
        <button
          className="tool"
          type="button"
          aria-label={t('action.scroll')}
          title={t('action.scroll')}
          onClick={() => {
            element.scrollIntoView({ block: 'center' });
            highlight.show(element);
          }}
          onBlur={() => highlight.show()}
        >
          <Icon name="scroll" />
        </button>
        <button
          className="tool"
          type="button"
          aria-label={t('action.refresh')}
          title={t('action.refresh')}
          disabled={source.requests.length === 0}
          onClick={() => void store.page.refresh(element).then(() => store.look())}
        >
          <Icon name="refresh" />
        </button>
      </div>
      <div className="tabs" role="tablist" aria-label={name} onKeyDown={keyDown}>
        {TABS.map((each) => (
          <button
            key={each}
            className="tab"
            type="button"
            role="tab"
            id={`${id}-${each}`}
            aria-controls={`${id}-page`}
            aria-selected={each === tab}
            tabIndex={each === tab ? 0 : -1}
            data-tab={each}
            onClick={() => setTab(each)}
          >
            {t(`tab.${each}`)}
            {each === 'bindings' && missing + cleaned > 0 && <span className="tab__count">{missing + cleaned}</span>}
          </button>
        ))}
      </div>
      <div
        key={`${item.id} ${tab}`}
        className="page"
        role="tabpanel"
        id={`${id}-page`}
        aria-labelledby={`${id}-${tab}`}
        tabIndex={0}
      >
        {tab === 'overview' && <Overview item={item} />}
        {tab === 'bindings' && <Bindings key={item.id} item={item} />}
        {tab === 'node' && <Node item={item} element={isPickedInside ? picked : undefined} />}
        {tab === 'events' && <Events item={item} />}
      </div>
    </section>
  );
}
