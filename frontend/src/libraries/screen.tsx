/** A library's components in pages, filtered by search and collection. */
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useLoaded, usePages } from '../ui-kit/load';
import { ErrorNote } from '../ui-kit/error-note';
import { SearchField } from '../ui-kit/search-field';
import { SelectField } from '../ui-kit/select-field';
import { Card } from './card';
import { LibraryContext, useLibrary, type LibraryContextValue } from './context';

function Content(): ReactNode {
  const { library, messages, overview, collections: readCollections } = useLibrary();
  const { t } = messages;
  const [search, setSearch] = useState('');
  const [collection, setCollection] = useState('');
  const list = useRef<HTMLUListElement>(null);
  /** Index of the card that gets the focus once it is rendered. */
  const focusIndex = useRef<number | undefined>(undefined);
  // Without permission to read collections, the list is shown without them.
  const read = useCallback(() => readCollections(library).catch(() => []), [readCollections, library]);
  const { value: collections = [] } = useLoaded(read);
  const load = useCallback(
    (after: string | undefined, signal: AbortSignal) =>
      overview(library, { search, collection, signal, ...(after ? { after } : {}) }),
    [overview, library, search, collection],
  );
  const [{ items, isLoading, isStale, isWhole, error }, pages] = usePages(load, true);
  useEffect(() => {
    const index = focusIndex.current;
    if (index === undefined || items.length <= index) return;
    focusIndex.current = undefined;
    list.current!.children[index]!.querySelector<HTMLElement>('.card__name')!.focus();
  }, [items]);
  const showMore = (): void => {
    focusIndex.current = items.length;
    pages.more();
  };
  const count = items.length;
  return (
    <section className="surface screen" aria-label={t('title')} lang={messages.language} dir={messages.direction}>
      <div className="tools">
        <SearchField label={t('search.label')} hint={t('search.hint')} onSearch={setSearch} />
        {collections.length > 0 && (
          <SelectField
            label={t('collection.label')}
            value={collection}
            options={[
              { value: '', label: t('collection.all') },
              ...collections.map(({ key, name }) => ({ value: key, label: name })),
            ]}
            onChange={setCollection}
          />
        )}
      </div>
      <p className="count" role="status">
        {count === 0 && !isWhole && !error && t('list.loading')}
        {count > 0 && t(isWhole ? 'list.count' : 'list.more', { count })}
        {count === 0 && isWhole && t(search || collection ? 'list.notFound' : 'list.none')}
      </p>
      <ul ref={list} className="cards" aria-busy={isStale}>
        {items.map((component) => (
          <Card key={component.id} component={component} />
        ))}
      </ul>
      {error ? (
        <ErrorNote
          text={t('list.failed', { reason: error.message })}
          action={t('action.retry')}
          retry={() => pages.more(true)}
        />
      ) : (
        count > 0 &&
        !isWhole && (
          <button className="button more" type="button" aria-disabled={isLoading} onClick={showMore}>
            {t(isLoading ? 'list.loading' : 'action.more')}
          </button>
        )
      )}
    </section>
  );
}

export const LibraryScreen = (value: LibraryContextValue): ReactNode => (
  <LibraryContext value={value}>
    <Content />
  </LibraryContext>
);
