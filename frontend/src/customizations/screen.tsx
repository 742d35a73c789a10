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
  const [pendingKind, setPendingKind] = useState<Kind | null>(null);
  const batch = useMemo(() => createBatchRun(versions, randomId), [versions]);
  const state = useSyncExternalStore(batch.subscribe, () => batch.state);
  const { isRunning } = state;
  useEffect(() => batch.stop, [batch]);
  useEffect(() => setWantsAll(false), [load]);
  // A selection made while another list was loading is kept for the rows that are in it.
  useEffect(() => {
    if (items.length === 0 && !isWhole) return;
    const listed = items.filter(({ id }) => selected.has(id));
    if (listed.length < selected.size) setSelected(new Set(listed.map(({ id }) => id)));
  }, [items, isWhole, selected]);

  const change = useCallback((changes: Partial<Listing>) => setListing((before) => ({ ...before, ...changes })), []);
  const loadMore = useCallback(() => pages.more(), [pages]);
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
  const actionable = items.filter(({ id }) => selected.has(id) && state.outcomes.get(id)?.state !== kind);
  const run = async (action: Kind, targets: typeof items): Promise<void> => {
    setSelected(NONE);
    await batch.run(action, targets);
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
          disabled={actionable.length === 0 || isRunning || wantsAll}
          onClick={() => setPendingKind(kind)}
        >
          {t(`action.${kind}`)}
        </button>
      </div>
      <div className="outcome" aria-live={isRunning ? 'off' : 'polite'}>
        <Progress work={state} stop={batch.stop} undo={() => void run('back', state.undoable)} />
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
          onEnd={loadMore}
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
      {pendingKind && (
        <ConfirmReset
          kind={pendingKind}
          count={actionable.length}
          answer={(isConfirmed) => {
            setPendingKind(null);
            if (isConfirmed) void run(pendingKind, actionable);
          }}
        />
      )}
    </section>
  );
}

export const Screen = (value: CustomizationsContextValue): ReactNode => (
  <CustomizationsContext value={value}>
    <Content />
  </CustomizationsContext>
);
