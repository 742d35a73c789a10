/** Lists a library's components by collection, by search, and by recent use. */
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { PickerEntry } from '../../../../src/utils/frontend/types';
import type { CatalogPage, ComponentEntry } from '../../../../src/utils/gateway/catalog/catalog';
import { SearchField } from '../../ui-kit/search-field';
import { SelectField } from '../../ui-kit/select-field';
import { usePicker } from '../context';
import { VirtualList } from '../list/virtual-list';
import { useLoaded, usePages } from '../../ui-kit/load';
import { Empty, Failed } from '../state';
import { entriesIn } from './entries';
import { recentOf, remember, type Recent } from './recent';
import { PictureOrDrawing } from '../../ui-kit/picture-or-drawing';
import { Thumbnail } from './thumbnail';

/** Kinds of additional entries, listed beside collections. Keys of collections contain no space, so these are unique. */
const KINDS = Object.freeze([
  ['the block', 'block', 'component.blocks'],
  ['the external', 'external', 'component.externals'],
] as const);
const NONE: readonly PickerEntry[] = [];
const EMPTY: CatalogPage<ComponentEntry> = { items: [], next: null };

export function Components(): ReactNode {
  const { shell, options, messages, catalog, pick, setLabel } = usePicker();
  const { library, use } = shell;
  const { entries = NONE, except, grab, lift } = use ?? {};
  const { t } = messages;
  const { value, variant } = options;
  const isCompact = variant === 'compact';
  const [search, setSearch] = useState('');
  const [collection, setCollection] = useState('');
  const [recent, setRecent] = useState(() => recentOf(library));
  const [active, setActive] = useState(0);
  const read = useCallback(() => catalog.collections(library), [catalog, library]);
  const { value: collections = [] } = useLoaded(read);
  const kind = KINDS.find(([key]) => key === collection)?.[1];
  const load = useCallback(
    async (after: string | undefined, signal: AbortSignal) =>
      kind ? EMPTY : catalog.components(library, { search, collection, signal, ...(after ? { after } : {}) }),
    [catalog, library, search, collection, kind],
  );
  const [{ items: found, isLoading, isStale, isWhole, error }, pages] = usePages(load, !kind);
  const items: readonly (PickerEntry | ComponentEntry)[] = useMemo(() => {
    const additional = collection && !kind ? NONE : entriesIn(entries, kind, search);
    return [...additional, ...found.filter(({ id }) => id !== except)];
  }, [entries, kind, search, collection, found, except]);
  useEffect(() => setActive(0), [load]);
  const loadMore = useCallback(() => pages.more(), [pages]);
  const name = [...items, ...recent].find(({ id }) => id === value)?.name;
  useEffect(() => {
    if (name) setLabel(name);
  }, [name, setLabel]);

  const canPick = ({ id }: Recent): boolean =>
    id !== except && (id.startsWith(`${library}/`) || entries.some((entry) => entry.id === id));
  const pickable = recent.filter(canPick);
  const choose = (component: Recent): void => {
    if (!pick({ value: component.id, item: component }, component.name)) return;
    remember(library, component);
    setRecent(recentOf(library));
  };

  return (
    <div className="mode">
      <div className="mode__tools">
        <SearchField label={t('search.label')} onSearch={setSearch} />
        {(collections.length > 0 || entries.length > 0) && (
          <SelectField
            label={t('component.collection')}
            value={collection}
            options={[
              { value: '', label: t(entries.length ? 'component.everything' : 'component.all') },
              ...KINDS.filter(([, kind]) => entries.some((entry) => entry.kind === kind)).map(([key, , name]) => ({
                value: key,
                label: t(name),
              })),
              ...collections.map(({ key, name }) => ({ value: key, label: name })),
            ]}
            onChange={setCollection}
          />
        )}
      </div>
      {!search && !collection && pickable.length > 0 && (
        <div className="recent" role="group" aria-label={t('component.recent')}>
          <span className="recent__title">{t('component.recent')}</span>
          {pickable.map((each) => (
            <button key={each.id} className="button button--small" type="button" onClick={() => choose(each)}>
              {each.name}
            </button>
          ))}
        </div>
      )}
      {items.length === 0 ? (
        !error && <Empty isLoading={isLoading} search={search} />
      ) : (
        <VirtualList
          label={t('mode.component')}
          roles={['listbox', 'option']}
          count={items.length}
          isOpenEnded={!isWhole}
          isStale={isStale}
          {...(isCompact ? {} : { columnWidth: use ? 9.5 : 12 })}
          rowHeight={isCompact ? 4.5 : use ? 9 : 13}
          active={Math.min(active, items.length - 1)}
          setActive={setActive}
          keyOf={(index) => items[index]!.id}
          nameOf={(index) => items[index]!.name}
          attributesOf={(index) => ({ 'aria-selected': items[index]!.id === value })}
          choose={(index) => choose(items[index]!)}
          {...(grab ? { grab: (index, event) => grab(items[index]!.id, items[index]!.name, event) } : {})}
          {...(lift
            ? {
                special: (key, index) => {
                  if (key !== ' ') return undefined;
                  lift(items[index]!.id, items[index]!.name);
                  return null;
                },
              }
            : {})}
          onEnd={loadMore}
          draw={(index) => (
            <div className={isCompact ? 'card card--row' : 'card'}>
              {'kind' in items[index]! ? (
                <PictureOrDrawing src={items[index].thumbnail} name={items[index].name} id={items[index].id} />
              ) : (
                <Thumbnail {...(items[index] as ComponentEntry)} />
              )}
              <div className="card__text">
                <span className="card__name" dir="auto">
                  {items[index]!.name}
                </span>
                {items[index]!.description && (
                  <span className="card__more" dir="auto">
                    {items[index]!.description}
                  </span>
                )}
              </div>
            </div>
          )}
        />
      )}
      {error && <Failed error={error} retry={() => pages.more(true)} />}
    </div>
  );
}
