/** The screen of a library's customizations: search, select, and reset or restore many at once. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { randomId } from '../../../src/global/random-id';
import { usePages } from '../ui-kit/load';
import { ErrorNote } from '../ui-kit/error-note';
import { ConfirmReset, Progress } from './actions';
import { CustomizationsContext, useCustomizations, type CustomizationsContextValue } from './context';
import { loader, type Listing } from './list';
import { Table } from './table';
import { ListControls } from './list-controls';
import { createBatchRun, type Kind } from './batch-run';

const NONE: ReadonlySet<string> = new Set();

function Content(): ReactNode {
  const { library, forks, versions, messages, close } = useCustomizations();
  const { t } = messages;
  const [listing, setListing] = useState<Listing>({ shown: 'all', order: 'NEWEST', search: '' });
  const load = useMemo(() => loader(forks, library, listing), [forks, library, listing]);
  const [{ items, isLoading, isWhole, error }, pages] = usePages(load);
  const [selected, setSelected] = useState(NONE);
  /** Whether rows that are not loaded yet are to be selected, too. */
  const [wantsAll, setWantsAll] = useState(false);
  const [asked, setAsked] = useState<Kind | null>(null);
  const work = useMemo(() => createBatchRun(versions, randomId), [versions]);
  const state = useSyncExternalStore(work.subscribe, () => work.state);
  const { isRunning } = state;
  useEffect(() => work.stop, [work]);
  useEffect(() => setWantsAll(false), [load]);
  // A selection made while another list was loading is kept for the rows that are in it.
  useEffect(() => {
    if (items.length === 0 && !isWhole) return;
    const listed = items.filter(({ id }) => selected.has(id));
    if (listed.length < selected.size) setSelected(new Set(listed.map(({ id }) => id)));
  }, [items, isWhole, selected]);

  const change = useCallback((news: Partial<Listing>) => setListing((before) => ({ ...before, ...news })), []);
  const more = useCallback(() => pages.more(), [pages]);
  useEffect(() => {
    if (!wantsAll) return;
    if (isWhole) {
      setSelected(new Set(items.map(({ id }) => id)));
      setWantsAll(false);
    } else if (error) setWantsAll(false);
    else if (!isLoading) pages.more();
  }, [wantsAll, isWhole, isLoading, error, items, pages]);

  const select = (from: number, to: number, isSelected: boolean): void => {
    const next = new Set(selected);
    for (const { id } of items.slice(Math.min(from, to), Math.max(from, to) + 1)) {
      if (isSelected) next.add(id);
      else next.delete(id);
    }
    setSelected(next);
  };
  const selectAll = (isSelected: boolean): void => {
    setWantsAll(isSelected);
    setSelected(isSelected ? new Set(items.map(({ id }) => id)) : NONE);
  };

  const kind: Kind = listing.shown === 'reset' ? 'back' : 'reset';
  // Customizations that were just processed are still listed, and are not processed again.
  const open = items.filter(({ id }) => selected.has(id) && state.outcomes.get(id)?.state !== kind);
  const run = async (what: Kind, which: typeof items): Promise<void> => {
    setSelected(NONE);
    await work.run(what, which);
  };

  return (
    <section className="surface screen" aria-label={t('title')} lang={messages.language} dir={messages.direction}>
      <header className="head">
        <div>
          <h1 className="head__title">{t('title')}</h1>
          <p className="head__text">{t('explain', { library })}</p>
        </div>
        {close && (
          <button className="button" type="button" onClick={close}>
            {t('action.close')}
          </button>
        )}
      </header>
      <ListControls listing={listing} isBusy={isRunning} change={change} />
      <div className="bar">
        <p className="bar__text" role="status">
          {wantsAll
            ? t('select.more')
            : selected.size > 0
              ? t('select.count', { count: selected.size })
              : items.length > 0 || isWhole
                ? t(isWhole ? 'list.count' : 'list.more', { count: items.length })
                : isLoading && t('list.loading')}
        </p>
        <button
          className="button button--main"
          type="button"
          disabled={open.length === 0 || isRunning || wantsAll}
          onClick={() => setAsked(kind)}
        >
          {t(`action.${kind}`)}
        </button>
      </div>
      <div className="outcome" aria-live={isRunning ? 'off' : 'polite'}>
        <Progress work={state} stop={work.stop} undo={() => void run('back', state.undoable)} />
      </div>
      {items.length > 0 ? (
        <Table
          items={items}
          isWhole={isWhole}
          selected={selected}
          outcomes={state.outcomes}
          isBusy={isRunning}
          select={select}
          selectAll={selectAll}
          onEnd={more}
        />
      ) : (
        !error &&
        !isLoading &&
        isWhole && (
          <p className="note">{t(listing.search || listing.shown !== 'all' ? 'list.notFound' : 'list.none')}</p>
        )
      )}
      {error && (
        <ErrorNote
          text={t('list.failed', { reason: error.message })}
          action={t('action.retry')}
          retry={() => pages.more(true)}
        />
      )}
      {asked && (
        <ConfirmReset
          kind={asked}
          count={open.length}
          answer={(yes) => {
            setAsked(null);
            if (yes) void run(asked, open);
          }}
        />
      )}
    </section>
  );
}

export const Screen = (setting: CustomizationsContextValue): ReactNode => (
  <CustomizationsContext value={setting}>
    <Content />
  </CustomizationsContext>
);
