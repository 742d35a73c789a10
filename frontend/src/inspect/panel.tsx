/** The panel of the inspector: toolbar, list of components, and details of the selected one. */
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { parentOf } from '../../../src/utils/element/inherit';
import { InspectorContext, type InspectorContextValue, type Tab } from './context';
import { Detail } from './detail';
import type { Highlight } from './highlight';
import { Icon } from './icons';
import { Badge, List } from './list';
import { startPicking } from './picking';
import { Resizer, useSize } from './size';
import type { Item, Store } from './store';
import type { InspectorMessages } from './messages';

interface PanelProps {
  readonly store: Store;
  readonly messages: InspectorMessages;
  readonly highlight: Highlight;
  /** The inspector's own element. */
  readonly own: Element;
  close(): void;
}

/** The innermost component that contains an element. */
function itemOf(element: Element, items: readonly Item[]): Item | undefined {
  for (let ancestor: Element | null = element; ancestor; ancestor = parentOf(ancestor)) {
    const found = items.find((each) => each.element === ancestor);
    // The component itself counts for its own element.
    if (found) return found;
  }
  return undefined;
}

/** The number of problems on the whole page. */
function Notes({ items }: { readonly items: readonly Item[] }): ReactNode {
  return (['missing', 'cleaned'] as const).map((kind) => {
    const count = items.reduce((sum, item) => sum + item[kind], 0);
    return count > 0 && <Badge key={kind} kind={kind} count={count} />;
  });
}

export function Panel({ store, messages, highlight, own, close }: PanelProps): ReactNode {
  const { t } = messages;
  const items = useSyncExternalStore(store.subscribe, () => store.items);
  const [dock, setDock] = useState<'bottom' | 'side'>('bottom');
  const [chosen, setChosen] = useState<number | undefined>(items[0]?.id);
  /** The visible part if there is room for only one. */
  const [view, setView] = useState<'list' | 'detail'>('list');
  const [tab, setTab] = useState<Tab>('overview');
  const [picked, setPicked] = useState<Element | undefined>();
  const [isPicking, setPicking] = useState(false);
  const pickButton = useRef<HTMLButtonElement>(null);
  const size = useSize(dock);
  const item = items.find(({ id }) => id === chosen);

  const show = useCallback(
    (element: Element): void => {
      const found = itemOf(element, store.items);
      if (!found) return;
      setPicked(element);
      setChosen(found.id);
      setView('detail');
      setTab(element === found.element ? 'overview' : 'node');
    },
    [store],
  );
  // An effect event, so that other changes do not restart picking.
  const pick = useEffectEvent((): (() => void) | undefined => {
    const start = picked?.isConnected ? picked : (item ?? store.items[0])?.element;
    if (!start) return void setPicking(false);
    return startPicking({
      highlight,
      start,
      own,
      onEnd(element) {
        setPicking(false);
        pickButton.current?.focus();
        if (element) show(element);
      },
    });
  });
  useEffect(() => (isPicking ? pick() : undefined), [isPicking]);
  // Moves the focus into the panel when it opens.
  useEffect(() => pickButton.current?.focus({ preventScroll: true }), []);

  const contextValue = useMemo<InspectorContextValue>(
    () => ({ store, messages, highlight, show }),
    [store, messages, highlight, show],
  );
  const otherDock = dock === 'bottom' ? 'side' : 'bottom';
  return (
    <InspectorContext value={contextValue}>
      <aside
        className={`panel panel--${dock}`}
        aria-label={t('title')}
        lang={messages.language}
        dir={messages.direction}
        style={size.style}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !isPicking && view === 'detail') setView('list');
        }}
      >
        <Resizer size={size} dock={dock} label={t('resize')} />
        <header className="top">
          <button
            ref={pickButton}
            className="tool tool--pick"
            type="button"
            aria-pressed={isPicking}
            aria-label={t('pick')}
            title={t('pick')}
            onClick={() => setPicking(!isPicking)}
          >
            <Icon name="pick" />
          </button>
          <h2 className="top__title">{t('title')}</h2>
          <p className="top__count" role="status">
            {isPicking ? (
              t('picking')
            ) : (
              <>
                {t('list.count', { count: items.length })}
                <Notes items={items} />
              </>
            )}
          </p>
          <button
            className="tool tool--dock"
            type="button"
            aria-label={t(`dock.${otherDock}`)}
            title={t(`dock.${otherDock}`)}
            onClick={() => setDock(otherDock)}
          >
            <Icon name={otherDock} />
          </button>
          <button className="tool" type="button" aria-label={t('close')} title={t('close')} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        <div className="body" data-view={view}>
          <List
            items={items}
            chosen={item?.id}
            choose={(id, opens) => {
              setChosen(id);
              setPicked(undefined);
              if (opens) setView('detail');
            }}
          />
          {item ? (
            <Detail item={item} tab={tab} setTab={setTab} picked={picked} back={() => setView('list')} />
          ) : (
            <p className="detail detail--none">{t(items.length ? 'list.choose' : 'list.none')}</p>
          )}
        </div>
      </aside>
    </InspectorContext>
  );
}
